"""The table message while the game rests, and the heading of a session's chart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games import GAMES
from bot.rules.session import Session
from bot.tables import Hints, Settings, Table, TableState
from bot.tables.table import Occupant
from bot.text import LOCALES, words
from cogs.table.names import name_of
from cogs.table.page import table_page
from cogs.table.score import session_chart
from tests.cogs.test_noninterference import NAMES, at_a_table
from tests.games.tapp_tarock.table import tapp
from tests.text.players import SEEDS, positions


def one_away(*, asleep: bool = False) -> Table:
    """Anna, alone with computers, has left in the middle of a deal; it would be her turn."""
    table = at_a_table(tapp())
    occupants = (Occupant("Anna", None, away_id=0), *table.occupants[1:])
    return replace(table, occupants=occupants, asleep=asleep, settings=Settings(hints=Hints.ALWAYS))


@pytest.mark.parametrize("locale", LOCALES)
def test_a_sleeping_table_shows_neither_the_turn_nor_who_is_away(locale: str) -> None:
    w = words(locale, "tapp_tarock")
    anna = one_away().occupants[0]
    assert anna is not None
    away = name_of(w, anna)
    departed, turn = w("table.departed", player=away), w("turn.auction", players=away)
    for asleep in (False, True):
        shown = table_page(one_away(asleep=asleep), w).text
        assert (w("table.asleep") in shown) is asleep
        assert (departed in shown, turn in shown) == (not asleep, not asleep)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("state", [TableState.LOBBY, TableState.PLAYING, TableState.BETWEEN])
def test_an_outage_is_mentioned_while_the_table_cannot_be_saved(locale: str, state: TableState) -> None:
    w = words(locale, "tapp_tarock")
    table = at_a_table(
        positions("tapp_tarock", SEEDS[0])[-1 if state is TableState.BETWEEN else 0], state=state
    )
    if state is TableState.LOBBY:
        table = replace(table, deal=None)
    for unsaved in (False, True):
        table = replace(table, unsaved=unsaved)
        assert (w("table.unsaved") in table_page(table, w).text) is unsaved


def test_hints_are_mentioned_only_while_they_are_available() -> None:
    w, over = words("en", "tapp_tarock"), positions("tapp_tarock", SEEDS[0])[-1]
    allowed = w("hints.allowed")
    assert allowed in table_page(one_away()).text
    assert allowed not in table_page(one_away(asleep=True)).text
    for state in (TableState.BETWEEN, TableState.ENDED):
        table = at_a_table(over, state=state)
        table = replace(table, settings=Settings(hints=Hints.ALWAYS))
        assert allowed not in table_page(table).text


@pytest.mark.parametrize(
    ("game", "locale", "heading"),
    [
        ("royal_tarokk", "en", "-# After each deal: difference between the teams, not the totals as written"),
        ("royal_tarokk", "ja", "-# 各ディール後の得点（両チームの差。記録した合計ではありません）"),
        ("tapp_tarock", "ja", "-# 各ディール後の得点（ほかの全員との清算後。記録した合計ではありません）"),
        ("koenigrufen", "en", "-# Totals after each deal"),
    ],
)
def test_the_chart_is_headed_by_the_measure_of_its_game(game: str, locale: str, heading: str) -> None:
    deal = positions(game, SEEDS[0])[-1]
    seats = deal.layout.seats
    one, two = ((8, 8, -8, -8)[:seats], (12, 12, -12, -12)[:seats])
    first = Session.first(GAMES[game], {}, seats, deal.layout.dealer)
    table = at_a_table(deal, NAMES, TableState.BETWEEN)
    session = replace(first, totals=two, deals=2, history=(one, two))
    table = replace(table, session=session)
    _, said = session_chart(words(locale, game), table)
    assert isinstance(said, str)
    assert said.splitlines()[0] == heading


@pytest.mark.parametrize(
    ("state", "deals", "told"),
    [
        (TableState.PLAYING, 3, ["Deals left in the session, this one included: 6."]),
        (TableState.BETWEEN, 3, ["Deals left in the session: 6."]),
        (TableState.PLAYING, 8, ["Last deal of the session."]),
        (TableState.ENDED, 3, []),
    ],
)
def test_a_table_shows_how_many_of_the_agreed_deals_are_left(
    state: TableState, deals: int, told: list[str]
) -> None:
    """Of the 8 deals of Königrufen, when one of those completed was dealt again by the same dealer."""
    deal = positions("koenigrufen", SEEDS[0])[0 if state.in_deal else -1]
    session = replace(Session.first(GAMES["koenigrufen"], {}, 4, 0), deals=deals, repeated=1)
    table = at_a_table(deal, NAMES, state)
    table = replace(table, session=session)
    assert [line for line in table_page(table).text.splitlines() if "the session" in line] == told
    table = replace(table, given="k3m9xp/4")
    assert "the session" not in table_page(table).text, "given cards are one deal"
