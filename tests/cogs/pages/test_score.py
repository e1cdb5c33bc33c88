"""The rows below the score lines of a deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games import GAMES
from bot.rules.session import Session
from bot.text import words
from cogs.pages.score import _sums


def sums(game: str, scores: tuple[int, ...], totals: tuple[int, ...], *before: tuple[int, ...]) -> list[str]:
    """The labels and amounts of the sums of a deal, given the totals before and after it."""
    first = Session.first(GAMES[game], {}, len(scores), 0)
    session = replace(first, totals=totals, history=(*before, totals), deals=len(before) + 1)
    rows = _sums(words("en", game), session, scores)
    return [" ".join((row.label, *(each.text for each in row.amounts))) for row in rows]


@pytest.mark.parametrize(
    ("totals", "before", "said"),
    [
        ((-12, 8, 2, -2), (), ["Antes, pool −2 −2 −3 −2", "Totals −12 +8 +2 −2"]),
        ((-8, 12, 2, 1), ((2, 2, -3, 1),), ["Totals −8 +12 +2 +1"]),
        ((-9, 11, 1, -1), ((2, 2, -3, 1),), ["Antes, pool −1 −1 −1 −2", "Totals −9 +11 +1 −1"]),
    ],
)
def test_antes_stand_between_the_deal_and_the_totals(
    totals: tuple[int, ...], before: tuple[tuple[int, ...], ...], said: list[str]
) -> None:
    scores = (-10, 10, 5, 0)
    assert sums("romanian_tarok", scores, totals, *before) == ["This deal −10 +10 +5 0", *said]


def test_equal_sums_are_one_row() -> None:
    assert sums("tapp_tarock", (8, 0, 0), (8, 0, 0)) == ["This deal +8 0 0"]
    assert sums("tapp_tarock", (8, 0, 0), (11, 3, 0), (3, 3, 0))[1:] == ["Totals +11 +3 0"]
