"""What a panel says while the table rests or pauses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables import TableState
from bot.tables.pace import Turn
from bot.text import LOCALES, words
from bot.text.deals import turn_line
from cogs.pages.choices import choices_page
from cogs.pages.clock import clock_lines, due_line, rest_line
from cogs.pages.player import player_page
from tests.cogs.pages.test_noninterference import NAMES, at_a_table
from tests.games.tapp_tarock.table import tapp


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("asleep", [True, False])
def test_who_is_not_asked_is_told_that_the_table_rests_and_not_whose_turn_it_is(
    locale: str, *, asleep: bool
) -> None:
    w, table = words(locale, "tapp_tarock"), at_a_table(tapp())
    public, now = table.open, table._now
    assert public is not None
    turn = turn_line(w, public, NAMES[:3])

    def said() -> tuple[str, str]:
        page = player_page(w, table, 1)
        assert page is not None
        return page.text, choices_page(w, table, 1).text

    assert all(turn in each for each in said())
    resting = tuple(each and replace(each, wants_pause=not asleep) for each in now.occupants)
    table._now = replace(now, occupants=resting, asleep=asleep)
    rests = w("panel.rests", button=w("button.wake")) if asleep else w("clock.paused")
    assert not any(turn in each for each in said())
    assert all(each.count(rests) == 1 for each in said())


def test_the_only_person_goes_on_alone() -> None:
    w, table = words("en", "tapp_tarock"), at_a_table(tapp())
    now = table._now
    anna, *others = now.occupants
    computers = tuple(each and replace(each, user_id=None) for each in others)
    table._now = replace(now, occupants=(anna and replace(anna, wants_pause=True), *computers))
    assert table.paused
    assert rest_line(w, table, asked=True) == w("clock.paused_alone")
    assert clock_lines(w, table) == [w("clock.paused_alone")]


def test_an_offer_says_how_long_it_stands() -> None:
    table = at_a_table(tapp())
    table._now = replace(table._now, state=TableState.OFFER, turn=Turn.of_offer(1000.0))
    assert due_line(words("en", "tapp_tarock"), table) == words("en")("clock.offer", when="<t:1000:R>")
