"""Computers play Illustrated Tarokk legally under every house rule, and decide by what they see alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.players import AtRandom, deals, played
from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK as GAME
from bot.players import for_game
from bot.rules.deal import Action, Deal
from tests.conformance.random_deals import position, random_layout
from tests.conformance.test_noninterference import reshuffled
from tests.games.illustrated_tarokk.table import dealt
from tests.players.illustrated_tarokk.table import PLAYER

RANDOM = st.randoms(use_true_random=True)
HOUSE_RULES = [{name: value} for name, (_, *others) in GAME.options.items() for value in others]
PHASES = ["offer", "auction", "discard", "announcing", "play"]


@pytest.mark.parametrize("seats", GAME.seats)
def test_whole_deals_are_legal(seats: int) -> None:
    # `played` refuses to go on after a refused action.
    ends = (played(each, [PLAYER] * seats) for each in deals(GAME, 60, seats=seats))
    assert all(deal.result is not None for deal in ends)


@pytest.mark.parametrize("options", HOUSE_RULES, ids=str)
def test_whole_deals_are_legal_under_every_house_rule(options: Mapping[str, object]) -> None:
    for number, deal in enumerate(deals(GAME, 4)):
        start = Deal.start(GAME, replace(deal.layout, options=options))
        others = AtRandom(Random(number))
        for players in ([PLAYER] * 4, [PLAYER, others, PLAYER, others], [others, PLAYER, PLAYER, others]):
            assert played(start, players).result is not None


@settings(max_examples=40, deadline=None, derandomize=True)
@given(rng=RANDOM)
def test_every_position_and_house_rule_has_a_legal_answer(rng: Random) -> None:
    deal = position(GAME, rng)
    for seat in deal.seats():
        view = deal.view(seat)
        assert PLAYER.choose(view) in view.actions


@settings(max_examples=40, deadline=None, derandomize=True)
@given(rng=RANDOM)
def test_hidden_cards_change_no_decision(rng: Random) -> None:
    deal = Deal.start(GAME, random_layout(GAME, rng))
    for _ in range(rng.randrange(60)):
        seat = deal.seats()[0]
        after = deal.act(seat, PLAYER.choose(deal.view(seat)))
        assert isinstance(after, Deal)
        if after.result is not None:
            break
        deal = after
    seat = deal.seats()[0]
    world = reshuffled(deal, seat, rng)
    assume(world.layout != deal.layout)
    # The early release of centrum and birds follows the true sides, known or not (20.9).
    assume(world.actions(seat) == deal.actions(seat))
    assert PLAYER.choose(world.view(seat)) == PLAYER.choose(deal.view(seat))


@settings(max_examples=30, deadline=None, derandomize=True)
@given(rng=RANDOM)
def test_hidden_cards_change_no_decision_in_strange_deals(rng: Random) -> None:
    deal = position(GAME, rng)
    seat = deal.seats()[0]
    world = reshuffled(deal, seat, rng)
    assume(world.layout != deal.layout)
    # The early release of centrum and birds follows the true sides, known or not (20.9).
    assume(world.actions(seat) == deal.actions(seat))
    assert PLAYER.choose(world.view(seat)) == PLAYER.choose(deal.view(seat))


def test_the_same_view_is_always_answered_the_same() -> None:
    for deal in islice(deals(GAME, 5), 5):
        assert played(deal, [for_game(GAME.name)] * 4).log == played(deal, [PLAYER] * 4).log


@pytest.mark.parametrize("phase", PHASES)
def test_where_its_wish_may_not_be_had_it_still_acts(phase: str) -> None:
    view = dealt().view(0)
    only = (Action("applaud"),)
    assert PLAYER.choose(replace(view, public=replace(view.public, phase=phase), actions=only)) == only[0]


def test_who_is_not_asked_cannot_choose() -> None:
    with pytest.raises(ValueError, match="when asked"):
        PLAYER.choose(dealt().view(1))


def test_who_sits_out_cannot_choose() -> None:
    with pytest.raises(ValueError, match="when asked"):
        PLAYER.choose(dealt(seats=5).view(4))
