"""The gap of a choice: how much more the best card would have brought."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from benchmarks.duel import KINDS
from benchmarks.gap import choices, main, positions, truth
from bot.computers.players import Strength, searcher
from bot.games import GAMES
from bot.rules.moves import Action
from bot.rules.view import View

GAME = GAMES["tapp_tarock"]


class Best:
    """A player who knows the result of each card of a position."""

    def __init__(self, found: dict[Action, float]) -> None:
        self.found = found

    def choose(self, _view: View) -> Action:
        """The card that brings most card points."""
        return max(self.found, key=self.found.__getitem__)


def test_the_best_card_has_no_gap_and_others_may_have_one() -> None:
    deal = next(positions(GAME, 1, 1))
    best = Best({action: each.card_points for action, each in truth(deal).items()})
    worst = Best({action: -each.card_points for action, each in truth(deal).items()})
    first, last = choices(deal, (best, worst))
    assert first.gap.card_points == 0
    assert last.gap.card_points > 0
    assert first.gap.net >= 0
    assert first.excess is None, "it does not say what it expects"


def test_what_a_searching_player_expects_is_compared_with_what_its_card_brings() -> None:
    deal = next(positions(GAME, 1, 1))
    player = replace(searcher(GAME.name, Strength.STEADY), worlds=4)
    ((_, excess, _),) = choices(deal, (player,))
    best = player.appraise(deal.view(deal.seats()[0]))[0]
    assert best.points is not None
    assert excess == pytest.approx(best.points - truth(deal)[best.action].net)


def test_the_benchmark_prints_one_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tapp_tarock", "quick", "quick", "--deals", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["n"] == len(list(positions(GAME, 1, 1)))
    assert found["card_points"]["closed_by_b"] == [0.0, 0.0]
    assert found["a"] in KINDS
    assert found["expected_too_much_a"] == {"declarers": [None, None], "others": [None, None]}
