"""What came of a deal."""

from __future__ import annotations

from bot.rules.results import Result, ScoreLine


def test_scores_are_the_sums_of_the_lines() -> None:
    game = ScoreLine("game", "defenders", None, 4, 2, (8, 0, 8), "any 9.1")
    bonus = ScoreLine("trull", "seat", 2, 3, 1, (0, 0, 3), "any 9.3")
    assert (game.points, Result(3, 1, (game, bonus)).scores) == (8, (8, 0, 11))
    assert Result(4, 1, void=True).scores == (0, 0, 0, 0)
