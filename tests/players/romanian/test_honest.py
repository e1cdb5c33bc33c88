"""Computers play both Romanian games legally under every house rule, and decide by a view alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.players import AtRandom, deals, played
from bot.games.romanian import ROMANIAN_TAPER, ROMANIAN_TAROK
from bot.players import for_game
from bot.rules.deal import Action, Deal, Game
from tests.conformance.random_deals import position, random_layout
from tests.conformance.test_noninterference import reshuffled
from tests.games.romanian.table import four
from tests.players.romanian.table import PLAYER

BOTH = pytest.mark.parametrize("game", [ROMANIAN_TAROK, ROMANIAN_TAPER], ids=["tarok", "taper"])
RANDOM = st.randoms(use_true_random=True)
HOUSE_RULES = [
    (game, {name: value})
    for game in (ROMANIAN_TAROK, ROMANIAN_TAPER)
    for name, (_, *others) in game.options.items()
    for value in others
]
PHASES = ["auction", "calling", "talon", "discard", "announcing", "play"]


@BOTH
def test_whole_deals_are_legal(game: Game) -> None:
    # `played` refuses to go on after a refused action.
    players = [PLAYER] * min(game.seats)
    assert all(deal.result is not None for deal in (played(each, players) for each in deals(game, 100)))


@pytest.mark.parametrize(("game", "options"), HOUSE_RULES, ids=lambda each: getattr(each, "name", str(each)))
def test_whole_deals_are_legal_under_every_house_rule(game: Game, options: Mapping[str, object]) -> None:
    for number, deal in enumerate(deals(game, 4)):
        start = Deal.start(game, replace(deal.layout, options=options))
        others = AtRandom(Random(number))
        for players in ([PLAYER] * 4, [PLAYER, others, PLAYER, others], [others, PLAYER, PLAYER, others]):
            assert played(start, players).result is not None


@BOTH
@settings(max_examples=60, deadline=None, derandomize=True)
@given(rng=RANDOM)
def test_every_position_and_house_rule_has_a_legal_answer(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    for seat in deal.seats():
        view = deal.view(seat)
        assert PLAYER.choose(view) in view.actions


@BOTH
@settings(max_examples=60, deadline=None, derandomize=True)
@given(rng=RANDOM)
def test_hidden_cards_change_no_decision(game: Game, rng: Random) -> None:
    deal = Deal.start(game, random_layout(game, rng))
    for _ in range(rng.randrange(70)):
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


@BOTH
@settings(max_examples=60, deadline=None, derandomize=True)
@given(rng=RANDOM)
def test_hidden_cards_change_no_decision_in_strange_deals(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    seat = deal.seats()[0]
    world = reshuffled(deal, seat, rng)
    assume(world.layout != deal.layout)
    assert PLAYER.choose(world.view(seat)) == PLAYER.choose(deal.view(seat))


@BOTH
def test_the_same_view_is_always_answered_the_same(game: Game) -> None:
    for deal in islice(deals(game, 5), 5):
        assert played(deal, [for_game(game.name)] * 4).log == played(deal, [PLAYER] * 4).log


@pytest.mark.parametrize("phase", PHASES)
def test_where_its_wish_may_not_be_had_it_still_acts(phase: str) -> None:
    view = four().view(0)
    only = (Action("applaud"),)
    assert PLAYER.choose(replace(view, public=replace(view.public, phase=phase), actions=only)) == only[0]


def test_in_a_phase_it_does_not_know_it_commits_itself_to_least() -> None:
    view = four().view(0)
    some = (Action("double"), Action("pass"))
    unknown = replace(view, public=replace(view.public, phase="intermezzo"), actions=some)
    assert PLAYER.choose(unknown) == Action("pass")


def test_who_is_not_asked_cannot_choose() -> None:
    with pytest.raises(ValueError, match="when asked"):
        PLAYER.choose(four().view(1))
