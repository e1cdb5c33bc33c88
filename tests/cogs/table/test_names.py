"""Names on every kind of page: whatever they contain, the page stays as it was meant."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import cycle
from random import Random

import pytest

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.store import Listing, Measure, Rank, Statistics, Tally
from bot.tables import Table, TableState
from bot.tables.table import Occupant
from bot.text import LOCALES, words
from bot.text.deals import turn_line
from bot.text.names import safe
from cogs.discord.page import Page, Select
from cogs.hands.page import player_page
from cogs.standings.leaderboard import leaderboard_page
from cogs.standings.statistics import Figures, statistics_page
from cogs.table.clock import timestamp
from cogs.table.names import names_of, plain_names_of
from cogs.table.page import announcements_page, last_trick_page, table_page, tables_page, totals_page
from tests.cogs.panels import at_a_table, lobby
from tests.conformance.random_deals import positions
from tests.text.nasty_names import NASTY, assert_harmless

GAME = "koenigrufen"

REMINDED = timestamp(1180.0)
"""The one timestamp of ours at a table whose turn began at 1000.0."""


@cache
def deals() -> tuple[Deal, ...]:
    """A deal before every sixth action, and when it is over."""
    *before, over = positions(GAMES[GAME], Random(5))
    return (*before[::6], over)


def tables(names: list[str]) -> Iterator[Table]:
    """A table in the lobby, at some actions of a deal, between two deals, and ended."""
    yield lobby(GAME, Occupant(names[0], 0), Occupant(names[1]), Occupant(names[2], 2), None)
    yield from (at_a_table(deal, names) for deal in deals())
    yield at_a_table(deals()[-1], names, TableState.BETWEEN)
    yield at_a_table(deals()[-1], names, TableState.ENDED)


def pages(table: Table, locale: str) -> Iterator[Page | None]:
    w = words(locale, GAME)
    yield table_page(table)
    yield announcements_page(w, table)
    yield totals_page(w, table)
    yield last_trick_page(w, table)
    if table.state is not TableState.ENDED:
        yield tables_page(w, [table])
    yield from (player_page(w, table, user_id) for user_id in range(4))


def plain_texts(page: Page) -> Iterator[str]:
    """The texts of a page that Discord does not format."""
    yield from (picture.description for picture in page.pictures)
    for row in page.rows:
        if isinstance(row, Select):
            yield from (row.prompt, *(option.label for option in row.options))
        elif isinstance(row, tuple):
            yield from (button.label for button in row)


@pytest.mark.parametrize(("name", "locale"), list(zip(NASTY, cycle(LOCALES), strict=False)))
def test_nasty_names_are_harmless_on_every_page(name: str, locale: str) -> None:
    names = [name, name[::-1], f"{name}{name}", name]
    shown = 0
    for table in tables(names):
        for page in filter(None, pages(table, locale)):
            assert_harmless(page.text.replace(REMINDED, ""))
            for label in plain_texts(page):
                assert_harmless(label, formatted=False)
            shown += safe(name) in page.text
        w = words(locale, GAME)
        assert_harmless("\n".join(plain_names_of(w, table)), formatted=False)
        if table.open is not None:
            assert_harmless(turn_line(w, table.open, names_of(w, table)))
    assert shown > 20


@pytest.mark.parametrize("name", NASTY)
def test_nasty_names_are_harmless_on_the_leaderboard_and_in_statistics(name: str) -> None:
    tally = Tally(3, 2, 5)
    ranks = [Rank(place, 7 + place, name, tally, None) for place in (1, 2)]
    listing = Listing(GAME, measure=Measure.POINTS)
    page = leaderboard_page(words("en"), listing, "2026-11", ranks, 0, 2)
    statistics = Statistics(name, {GAME: (tally, tally)}, {})
    pages = [statistics_page(words("en"), Figures(7, statistics, game, False), 7) for game in ("", GAME)]
    for each in (page, *pages):
        assert_harmless(each.text)
        assert safe(name) in each.text
