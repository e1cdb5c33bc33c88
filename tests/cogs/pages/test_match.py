"""What the second table of a match says of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from bot.rules.layout import Layout
from bot.tables import Match, Occupant
from bot.tables.match import FOUR
from bot.text import words
from cogs.pages.match import match_line, match_lines

if TYPE_CHECKING:
    from bot.tables import Table

HERE = ("Dóra", "Emma", "Flóra", "*Gabi*")
THERE = ("Anna", "Béla", "Clara", "Poldi")


def held(*here: tuple[int, ...], homes: tuple[int, ...] = (0, 1, 2, 3), pairs: bool = True) -> Table:
    """The second table of a match of two deals: +10 and +1 for the first pair of the first table."""
    there = ((10, -10, 10, -10), (1, -1, 1, -1))
    layouts = (Layout(((),) * 4, (), 0),) * 2  # type: ignore[arg-type]
    match = Match("k3m9xp", 1, "koenigrufen", layouts, there, THERE, frozenset(), FOUR if pairs else (), here)
    seated = [Occupant(HERE[home], home) for home in homes]
    return cast("Table", SimpleNamespace(match=match, occupants=seated, homes=homes))


@pytest.mark.parametrize(
    ("here", "first", "second", "told"),
    [
        ([(3, -3, 3, -3)], "+14", "−14", "Team 1 is 28 points ahead."),
        ([(10, -10, 10, -10)], "0", "0", "Both teams have the same."),
        ([(3, -3, 3, -3), (30, -30, 30, -30)], "−44", "+44", "Team 2 wins by 88 points."),
    ],
)
def test_teams_hold_exchanged_seats(here: list[tuple[int, ...]], first: str, second: str, told: str) -> None:
    heading, one, two, last = match_lines(words("en", "koenigrufen"), held(*here))
    assert heading.endswith("over: 2 deals**" if len(here) == 2 else "after 1 of 2 deals**")
    assert one == f"Team 1, Anna and Clara at the first table and Emma and \\*Gabi\\* here: {first}"
    assert two == f"Team 2, Béla and Poldi at the first table and Dóra and Flóra here: {second}"
    assert last == told


def test_without_pairs_each_seat_is_compared() -> None:
    lines = match_lines(words("en", "tapp_tarock"), held((1, 2, 3, -6), pairs=False))
    assert lines[1:3] == ["-# settled with every other player", "Anna at the first table +10, Dóra here +1"]
    assert len(lines) == 6


def test_who_has_changed_seats_is_named_by_the_first_one() -> None:
    lines = match_lines(words("en", "royal_tarokk"), held((1, 2, 3, -6), homes=(1, 0, 3, 2), pairs=False))
    assert lines[2].endswith("Dóra here +1")


def test_before_the_first_deal_is_over_there_is_nothing_to_compare() -> None:
    assert match_lines(words("en", "koenigrufen"), held()) == []
    other = cast("Table", SimpleNamespace(match=None))
    assert match_lines(words("en"), other) == []
    assert match_line(words("en"), other) == ""
