"""Computers are always legal, see only a view, and decide by nothing else."""

from __future__ import annotations

import ast
from dataclasses import replace
from inspect import signature
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import bot.players
from benchmarks.players import deals, played
from bot.games import GAMES
from bot.players import Player, for_game
from bot.rules.deal import Action, Deal
from tests.conformance.random_deals import position, random_layout
from tests.conformance.test_noninterference import reshuffled
from tests.games.tapp_tarock.table import tapp
from tests.players.table import PLAYER

GAME = GAMES["tapp_tarock"]
RANDOM = st.randoms(use_true_random=True)


def test_an_unknown_game_has_no_computer_player() -> None:
    with pytest.raises(KeyError, match="no computer player knows the game 'bridge'"):
        for_game("bridge")


def test_whole_deals_are_legal() -> None:
    # `played` refuses to go on after a refused action.
    assert all(deal.result is not None for deal in (played(each, [PLAYER] * 3) for each in deals(GAME, 200)))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(rng=RANDOM)
def test_every_position_and_house_rule_has_a_legal_answer(rng: Random) -> None:
    deal = position(GAME, rng)
    view = deal.view(deal.seats()[0])
    assert PLAYER.choose(view) in view.actions


@settings(max_examples=60, deadline=None, derandomize=True)
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


def test_the_same_view_is_always_answered_the_same() -> None:
    for deal in deals(GAME, 5):
        assert played(deal, [for_game("tapp_tarock")] * 3).log == played(deal, [PLAYER] * 3).log


def test_a_player_is_given_a_view_and_nothing_else() -> None:
    for choose in (Player.choose, type(PLAYER).choose):
        parameters = signature(choose).parameters
        assert list(parameters) == ["self", "view"]
        assert parameters["view"].annotation == "View"


def test_players_know_of_the_rules_only() -> None:
    for path in Path(bot.players.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bot"):
                assert (node.module or "").startswith(("bot.rules", "bot.players")), (
                    f"{path.name}: {node.module}"
                )


def test_in_a_phase_it_does_not_know_it_commits_itself_to_least() -> None:
    view = tapp().view(0)
    unknown = replace(view.public, phase="intermezzo")
    some = (Action("double"), Action("pass"))
    assert PLAYER.choose(replace(view, public=unknown, actions=some)) == Action("pass")
    assert PLAYER.choose(replace(view, public=unknown, actions=some[:1])) == Action("double")


@pytest.mark.parametrize("phase", ["auction", "talon", "discard", "announcing", "play"])
def test_where_its_wish_may_not_be_had_it_still_acts(phase: str) -> None:
    view = tapp().view(0)
    only = (Action("redeal"),)
    assert PLAYER.choose(replace(view, public=replace(view.public, phase=phase), actions=only)) == only[0]


def test_who_is_not_asked_cannot_choose() -> None:
    with pytest.raises(ValueError, match="when asked"):
        PLAYER.choose(tapp().view(1))
