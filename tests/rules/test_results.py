from __future__ import annotations

from bot.rules.layout import Side
from bot.rules.results import Factor, Multiplier, Outcome, Result, bonus_sentences, factors
from tests.notation import LINE


def test_scores_are_the_sums_of_the_lines() -> None:
    game = LINE._replace(base=4, factors=factors(kontra=2), amounts=(8, 0, 8))
    bonus = LINE._replace(amounts=(0, 0, 3))
    assert (game.points, Result(3, 1, (game, bonus)).scores) == (8, (8, 0, 11))
    assert Result(4, 1, void=True).scores == (0, 0, 0, 0)


def test_factors_of_one_are_left_out() -> None:
    assert factors() == ()
    two = (Factor(Multiplier.TIMES, 4), Factor(Multiplier.DOUBLED, 2))
    assert factors(times=4, kontra=1, doubled=2) == two
    assert (LINE.factor, LINE._replace(base=3, factors=two).factor) == (1, 8)


def test_a_bonus_that_failed_is_gained_by_the_other_side() -> None:
    assert bonus_sentences(["trull"], Outcome.MADE, Outcome.MISSED) == {
        ("trull", Outcome.MADE, Side.DECLARER): "bonus.made.declarer",
        ("trull", Outcome.MADE, Side.DEFENDERS): "bonus.made.defenders",
        ("trull", Outcome.MISSED, Side.DEFENDERS): "bonus.missed.declarer",
        ("trull", Outcome.MISSED, Side.DECLARER): "bonus.missed.defenders",
    }
