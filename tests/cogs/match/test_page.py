"""What the second table of a match shows, and the results of given cards."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from bot.rules.layout import Layout
from bot.store import Elsewhere, Played, PlayRow
from bot.tables import Given, Match, Occupant, Table
from bot.text import LOCALES, words
from cogs.match.page import (
    Results,
    code_line,
    given_line,
    match_lines,
    match_offer,
    results_page,
    sealed_day_line,
)
from tests.text.nasty_names import NASTY, assert_harmless

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
        ([(10, -10, 10, -10)], "0", "0", "The teams are tied."),
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
    assert lines[1] == "-# points after settling up"
    assert lines[2].startswith("Each player is compared")
    assert lines[3] == "Anna at the first table\u00a0+10, Dóra here\u00a0+1: Anna by 9 points"
    assert lines[4] == "Béla at the first table\u00a0−10, Emma here\u00a0+2: Emma by 12 points"
    assert len(lines) == 7


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


NO_ONE = Elsewhere(0, 0, 0.0)
ANNA = PlayRow("t", "k3m9xp/4", 1, 7, "Anna", 0, 1.0, 9, "solo", 1, 41)
BELA = ANNA._replace(user_id=8, name="Béla", points=-3, contract="dreier", declarer=0, card_points=1)
W = words("en", "tapp_tarock")


def test_plays_are_compared_with_the_first_one_and_with_other_servers() -> None:
    results = Results("k3m9xp/4", 0, (ANNA, BELA), Elsewhere(3, 12, 1.5), Played(5, "solo", 0, 30))
    text = results_page(W, results).text
    assert text.splitlines() == [
        "### Tapp-Tarock · the cards of deal `k3m9xp/4`",
        "-# Everybody played seat 1, with computers in the other seats.",
        "-# points after settling up",
        "1. 🥇 **Anna**\u00a0**+9** · declarer, Solo · declarer's side 41 card points",
        "2. 🥈 **Béla**\u00a0**−3** · someone else declared Dreier (three) · declarer's side 1 card point",
        (
            "When it was first played, this seat scored\u00a0+5 · someone else declared Solo"
            " · declarer's side 30 card points"
        ),
        "On other servers 3 players have finished it: best +12, average +1.5.",
    ]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", NASTY)
def test_nasty_names_are_harmless(name: str, locale: str) -> None:
    rows = (ANNA._replace(name=name), BELA)
    assert_harmless(results_page(words(locale, "tapp_tarock"), Results("k3m9xp/4", 0, rows, NO_ONE)).text)


def at_table(given: str) -> Table:
    return cast("Table", SimpleNamespace(given=given))


def test_a_table_says_which_cards_are_given() -> None:
    assert given_line(W, at_table("")) == ""
    assert "replays deal `k3m9xp/4`" in given_line(W, at_table("k3m9xp/4"))
    assert "the deal of the day, November 22, 2026" in given_line(W, at_table("daily/tapp_tarock/2026-11-22"))


def test_daily_cards_have_a_seal_but_no_code() -> None:
    day = "daily/tapp_tarock/2026-11-22"
    assert code_line(W, day) == ""
    assert "`/tarock deal code:k3m9xp/4`" in code_line(W, "k3m9xp/4")
    sealed, plain = (cast("Given", SimpleNamespace(name=day, commitment=each)) for each in ("abc", ""))
    assert "Sealed: `abc`" in sealed_day_line(W, sealed)
    assert sealed_day_line(W, plain) == ""
