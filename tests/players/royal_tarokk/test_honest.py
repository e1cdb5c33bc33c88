"""Computers play Royal Tarokk legally under every house rule, see only a view, and decide by nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.players import deals, played
from bot.games.royal_tarokk import ROYAL_TAROKK as GAME
from bot.players import for_game
from bot.rules.deal import Action, Deal
from tests.conformance.random_deals import position, random_layout
from tests.conformance.test_noninterference import reshuffled
from tests.games.royal_tarokk.table import royal
from tests.players.royal_tarokk.table import PLAYER

RANDOM = st.randoms(use_true_random=True)
HOUSE_RULES = [{name: value} for name, (_, *others) in GAME.options.items() for value in others]
PHASES = ["announcing", "play"]


def test_whole_deals_are_legal() -> None:
    # `played` refuses to go on after a refused action.
    assert all(deal.result is not None for deal in (played(each, [PLAYER] * 4) for each in deals(GAME, 60)))


@pytest.mark.parametrize("options", HOUSE_RULES, ids=str)
def test_whole_deals_are_legal_under_every_house_rule(options: Mapping[str, object]) -> None:
    for deal in deals(GAME, 4):
        assert played(Deal.start(GAME, replace(deal.layout, options=options)), [PLAYER] * 4).result


@settings(max_examples=15, deadline=None, derandomize=True)
@given(rng=RANDOM)
def test_every_position_has_a_legal_answer(rng: Random) -> None:
    deal = position(GAME, rng)
    view = deal.view(deal.seats()[0])
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
    assert PLAYER.choose(world.view(seat)) == PLAYER.choose(deal.view(seat))


@settings(max_examples=12, deadline=None, derandomize=True)
@given(rng=RANDOM)
def test_hidden_cards_change_no_decision_in_strange_deals(rng: Random) -> None:
    deal = position(GAME, rng)
    seat = deal.seats()[0]
    world = reshuffled(deal, seat, rng)
    assume(world.layout != deal.layout)
    assert PLAYER.choose(world.view(seat)) == PLAYER.choose(deal.view(seat))


def test_the_same_view_is_always_answered_the_same() -> None:
    for deal in deals(GAME, 5):
        assert played(deal, [for_game("royal_tarokk")] * 4).log == played(deal, [PLAYER] * 4).log


@pytest.mark.parametrize("phase", PHASES)
def test_where_its_wish_may_not_be_had_it_still_acts(phase: str) -> None:
    view = royal().view(1)
    only = (Action("applaud"),)
    assert PLAYER.choose(replace(view, public=replace(view.public, phase=phase), actions=only)) == only[0]


def test_in_a_phase_it_does_not_know_it_commits_itself_to_least() -> None:
    view = royal().view(1)
    some = (Action("double"), Action("pass"))
    unknown = replace(view, public=replace(view.public, phase="intermezzo"), actions=some)
    assert PLAYER.choose(unknown) == Action("pass")


def test_who_is_not_asked_cannot_choose() -> None:
    with pytest.raises(ValueError, match="when asked"):
        PLAYER.choose(royal().view(0))
