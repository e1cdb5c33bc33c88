"""What the second table of a match shows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from bot.rules.layout import Layout
from bot.tables import Match, Occupant
from bot.text import words
from cogs.match.page import match_line, match_lines, match_offer

if TYPE_CHECKING:
    from bot.tables import Table

HERE = ("Dóra", "Emma", "Flóra", "*Gabi*")
THERE = ("Anna", "Béla", "Clara", "Poldi")
PAIRS = ((0, 2), (1, 3))


def held(*here: tuple[int, ...], homes: tuple[int, ...] = (0, 1, 2, 3), pairs: bool = True) -> Table:
    """The second table of a match of two deals: +10 and +1 on the seats 1 and 3 of the first table."""
    there = ((10, -10, 10, -10), (1, -1, 1, -1))
    layouts = (Layout(((),) * 4, (), 0),) * 2  # type: ignore[arg-type]  # no cards
    held_by = PAIRS if pairs else ()
    match = Match("k3m9xp", 1, "koenigrufen", layouts, there, THERE, frozenset(), held_by, here)
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
def test_teams_swap_seats_at_the_second_table(
    here: list[tuple[int, ...]], first: str, second: str, told: str
) -> None:
    heading, one, two, last = match_lines(words("en", "koenigrufen"), held(*here))
    assert heading.endswith("over: 2 deals**" if len(here) == 2 else "after 1 of 2 deals**")
    assert one == f"Team 1, Anna and Clara at the first table and Emma and \\*Gabi\\* here:\u00a0{first}"
    assert two == f"Team 2, Béla and Poldi at the first table and Dóra and Flóra here:\u00a0{second}"
    assert last == told


def test_without_pairs_each_seat_is_compared() -> None:
    lines = match_lines(words("en", "tapp_tarock"), held((1, 2, 3, -6), pairs=False))
    assert lines[1] == "-# settled with every other player"
    assert lines[2].startswith("Each person is compared")
    assert lines[3] == "Anna at the first table\u00a0+10, Dóra here\u00a0+1: Anna by 9 points"
    assert lines[4] == "Béla at the first table\u00a0−10, Emma here\u00a0+2: Emma by 12 points"
    assert len(lines) == 7


def test_gains_do_not_cancel_out_if_partners_change() -> None:
    """At the second table seats 1 and 2 win together: as a pair, seats 1 and 3 would have 0 from it."""
    lines = match_lines(words("en", "koenigrufen"), held((3, 3, -3, -3), (1, -1, 1, -1), pairs=False))
    assert lines[-4].endswith("Dóra here\u00a0+4: Anna by 7 points")
    assert lines[-1].endswith("\\*Gabi\\* here\u00a0−4: \\*Gabi\\* by 7 points")


def test_equal_results_are_level() -> None:
    lines = match_lines(words("en", "tapp_tarock"), held((10, -10, 9, -10), pairs=False))
    assert [line.rpartition(": ")[2] for line in lines[3:]] == ["level", "level", "Clara by 1 point", "level"]


def test_a_person_who_changed_seats_is_compared_at_the_first_seat() -> None:
    lines = match_lines(words("en", "royal_tarokk"), held((1, 2, 3, -6), homes=(1, 0, 3, 2), pairs=False))
    assert "Dóra here\u00a0+1:" in "\n".join(lines)


def test_before_the_first_deal_is_over_there_is_nothing_to_compare() -> None:
    assert match_lines(words("en", "koenigrufen"), held()) == []
    other = cast("Table", SimpleNamespace(match=None))
    assert match_lines(words("en"), other) == []
    assert match_line(words("en"), other) == ""


@pytest.mark.parametrize(
    ("deals", "facts", "offered"),
    [
        (2, {}, True),
        (0, {}, False),
        (2, {"given": "k3m9xp/4"}, False),
        (2, {"match": object()}, False),
    ],
)
def test_an_ended_table_offers_a_match_only_over_its_own_deals(
    deals: int, facts: dict[str, object], *, offered: bool
) -> None:
    known = {"id": "k3m9xp", "session": SimpleNamespace(deals=deals), "given": "", "match": None, **facts}
    said = match_offer(words("en"), cast("Table", SimpleNamespace(**known)))
    assert ("k3m9xp" in said) is offered


def test_an_ended_lobby_offers_no_match() -> None:
    table = cast("Table", SimpleNamespace(id="k3m9xp", session=None, given="", match=None))
    assert match_offer(words("en"), table) == ""
