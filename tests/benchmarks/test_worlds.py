"""What a choice gives away is measured against many more worlds."""

from __future__ import annotations

import json
from random import Random

import pytest

from benchmarks.gap import positions
from benchmarks.worlds import Loss, distinct_cards, loss, losses, main
from bot.computers.search import Value
from bot.games import COMPUTERS, GAMES
from bot.rules.moves import Action

BEST, SAFE, POOR = (Action("play", card) for card in ("T1", "T2", "T3"))
TRUTH = {BEST: Value(3.0, 5.0), SAFE: Value(4.0, 4.0), POOR: Value(-1.0, 0.0)}


def test_the_best_card_gives_nothing_away() -> None:
    assert loss(TRUTH, [BEST, BEST]) == Loss(0.0, 0.0)


def test_choices_give_away_the_average_of_what_they_lack() -> None:
    assert loss(TRUTH, [POOR, BEST]) == Loss(2.5, 2.0)


def test_the_best_card_is_the_one_worth_most_whatever_its_game_points() -> None:
    assert loss(TRUTH, [SAFE]) == Loss(1.0, -1.0)


def test_every_size_gives_something_away_or_nothing() -> None:
    deal = next(positions(GAMES["tapp_tarock"], 1, 1))
    search, view = COMPUTERS["tapp_tarock"], deal.view(deal.seats()[0])
    assert len(distinct_cards(search, view)) > 1
    found = losses(search, view, [1, 2], 20, 2, Random(1))
    assert found is not None
    assert [each.worth >= 0 for each in found] == [True, True]


def test_the_benchmark_prints_one_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tapp_tarock", "--deals", "1", "--sizes", "1", "4", "--worlds", "8"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["n"] > 0
    assert set(found) == {"game", "n", "1", "4", "gained"}
    few, more, gained = (found[name]["worth"][0] for name in ("1", "4", "gained"))
    assert gained == pytest.approx(few - more, abs=1e-3)
