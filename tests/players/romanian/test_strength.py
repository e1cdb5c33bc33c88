"""Computers play both Romanian games better than chance; `python benchmarks/players.py` gives the figures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.players import AtRandom, among_equals, match
from bot.games.romanian import ROMANIAN_TAPER, ROMANIAN_TAROK
from bot.players import Player
from bot.rules.deal import Action, Game, View
from tests.players.romanian.table import PLAYER

BOTH = pytest.mark.parametrize("game", [ROMANIAN_TAROK, ROMANIAN_TAPER], ids=["tarok", "taper"])


class Passing:
    """A player who never bids, and plays as another does."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def choose(self, view: View) -> Action:
        """A pass, if that is possible."""
        passed = Action("pass")
        return passed if passed in view.actions else self._player.choose(view)


class Sober:
    """A player at random who at least doubles and announces nothing: that costs hundreds in a single deal."""

    def __init__(self) -> None:
        self._player = AtRandom()

    def choose(self, view: View) -> Action:
        """Any action but a statement."""
        sober = tuple(each for each in view.actions if each.verb not in {"kontra", "announce"})
        return self._player.choose(replace(view, actions=sober or view.actions))


@BOTH
def test_a_computer_gains_where_others_play_blindly(game: Game) -> None:
    gain, loss = match(game, PLAYER, Sober(), 20), match(game, Sober(), PLAYER, 20)
    assert gain.mean - gain.margin > 0.5
    assert loss.mean + loss.margin < -0.5


@BOTH
def test_most_contracts_are_made_on_all_rungs_of_the_ladder(game: Game) -> None:
    bidding = among_equals(game, PLAYER, 120)
    assert 0.65 < bidding.share_made < 0.85
    assert bidding.passed_out < 0.1
    assert min(bidding.levels[level] for level in (2, 3, 4)) > 0
    assert 0.1 < bidding.played["solo"] / bidding.deals < 0.6


def test_in_michi_michi_it_takes_fewer_tricks_than_chance_would() -> None:
    mine, others = Passing(PLAYER), Passing(AtRandom())
    assert match(ROMANIAN_TAROK, mine, others, 20).mean > -2.5
    assert match(ROMANIAN_TAROK, others, mine, 20).mean < -3.5
