"""What a panel says while the table rests or pauses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables import Table, TableState
from bot.tables.table import Turn
from bot.text import LOCALES, words
from bot.text.deals import turn_line
from cogs.hands.choices import choices_page
from cogs.hands.page import player_page
from cogs.table.clock import clock_buttons, clock_lines, due_line, rest_line, wish_line
from tests.cogs.test_noninterference import NAMES, at_a_table
from tests.games.koenigrufen.table import koenig
from tests.games.tapp_tarock.table import tapp


def wishing(*seats: int) -> Table:
    """A table of three people in the auction, some of whom ask for a pause."""
    table = at_a_table(tapp())
    occupants = enumerate(table.occupants)
    wish = tuple(each and replace(each, wants_pause=seat in seats) for seat, each in occupants)
    return replace(table, occupants=wish)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("asleep", [True, False])
def test_a_waiting_player_is_told_that_the_table_rests_and_not_whose_turn_it_is(
    locale: str, *, asleep: bool
) -> None:
    w, table = words(locale, "tapp_tarock"), at_a_table(tapp())
    public, now = table.open, table
    assert public is not None
    turn = turn_line(w, public, NAMES[:3])

    def said() -> tuple[str, str]:
        page = player_page(w, table, 1)
        assert page is not None
        return page.text, choices_page(w, table, 1).text

    assert all(turn in each for each in said())
    resting = tuple(each and replace(each, wants_pause=not asleep) for each in now.occupants)
    table = replace(now, occupants=resting, asleep=asleep)
    rests = w("panel.rests", button=w("button.wake")) if asleep else w("clock.paused")
    assert not any(turn in each for each in said())
    assert all(each.count(rests) == 1 for each in said())


def test_a_lone_person_is_told_that_they_can_end_the_pause() -> None:
    w, table = words("en", "tapp_tarock"), at_a_table(tapp())
    now = table
    anna, *others = now.occupants
    computers = tuple(each and replace(each, user_id=None) for each in others)
    table = replace(now, occupants=(anna and replace(anna, wants_pause=True), *computers))
    assert table.paused
    assert rest_line(w, table, asked=True) == w("clock.paused_alone")
    assert clock_lines(w, table) == [w("clock.paused_alone")]
    computer = table.occupants[2]
    two = wishing(0, 1)
    two = replace(two, occupants=(*two.occupants[:2], computer))
    assert rest_line(w, two, asked=True) == w("clock.paused")


def test_an_offer_says_how_long_it_stands() -> None:
    table = at_a_table(tapp())
    table = replace(table, state=TableState.OFFER, turn=Turn(1000.0, 1000.0, reminded=True))
    assert due_line(words("en", "tapp_tarock"), table) == words("en")("clock.offer", when="<t:1000:R>")


def test_a_pause_takes_more_than_half_of_the_people() -> None:
    w, table = words("en", "koenigrufen"), at_a_table(koenig())
    occupants = tuple(each and replace(each, wants_pause=each.user_id == 1) for each in table.occupants)
    table = replace(table, occupants=occupants)
    assert wish_line(w, table) == "-# Béla would like a pause. It takes 3 players."


def test_a_pause_request_is_shown_until_the_pause_begins() -> None:
    w = words("en", "tapp_tarock")
    assert "would like a pause" in wish_line(w, wishing(0))
    assert wish_line(w, wishing(0, 1)) == ""
    sleeping = wishing(0)
    sleeping = replace(sleeping, asleep=True)
    assert wish_line(w, sleeping) == ""
    assert wish_line(w, at_a_table(tapp())) == ""


def test_between_deals_nothing_is_said_of_absent_players_and_pauses() -> None:
    w, table = words("en", "tapp_tarock"), wishing(1)
    anna, *others = table.occupants
    table = replace(table, occupants=(anna and replace(anna, missed=1), *others))
    absent, wish = "A computer played the last turn of Anna", "Béla would like a pause"
    assert [each in "\n".join(clock_lines(w, table)) for each in (absent, wish)] == [True, True]
    table = replace(table, state=TableState.BETWEEN, turn=None)
    assert clock_lines(w, table) == []


def buttons_of(table: Table) -> list[str]:
    """The verbs of the buttons about the clock."""
    return [each.id.rpartition(":")[2] for each in clock_buttons(words("en", "tapp_tarock"), table)]


def test_only_applicable_clock_buttons_are_offered() -> None:
    assert buttons_of(at_a_table(tapp())) == ["pause"]
    assert buttons_of(wishing(0)) == ["pause", "no_pause"]
    assert buttons_of(wishing(0, 1)) == ["go_on"]
    assert buttons_of(at_a_table(tapp(), state=TableState.BETWEEN)) == []


def relaxed(people: int) -> Table:
    """A relaxed table with Anna to act; the first `people` seats are people, the others computers."""
    table = at_a_table(tapp())
    occupants = enumerate(table.occupants)
    seated = tuple(
        each if seat < people else each and replace(each, user_id=None) for seat, each in occupants
    )
    return replace(table, occupants=seated)


def test_a_lone_person_is_not_reminded_at_a_relaxed_table() -> None:
    w = words("en", "tapp_tarock")
    assert due_line(w, relaxed(1)) == ""
    assert due_line(w, relaxed(2)).startswith("A reminder follows <t:")


def test_the_player_to_act_is_told_that_any_action_wakes_the_table() -> None:
    w, table = words("en", "tapp_tarock"), at_a_table(tapp())
    assert rest_line(w, table, asked=True) == ""
    table = replace(table, asleep=True)
    assert rest_line(w, table, asked=True) == w("panel.asleep")
    assert rest_line(w, table, asked=False) != w("panel.asleep")
