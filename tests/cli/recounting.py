"""Databases with finished deals of every kind, for the tests of `python -m bot recount`."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.session import Session
from bot.store import PlayRow, Store
from bot.store.standings import DEALS as DEALS_RATED
from bot.tables.storage import deal_row, save, seat_rows, table_row
from bot.tables.table import Occupant, Table, TableState

GUILD, ANNA = 1, 101
ENDED = 1_793_491_200.0


@cache
def finished(name: str) -> Deal:
    """A random deal of a game, played to its end and not void."""
    game, chance = GAMES[name], Random(name)
    while True:
        pack = chance.sample(game.pack.sorted, len(game.pack))
        layout = game.lay_out(pack, game.dealers(max(game.seats))[0], max(game.seats))
        deal = Deal.start(game, replace(layout, session=game.session))
        while asked := deal.seats():
            after = deal.act(asked[0], chance.choice(deal.actions(asked[0])))
            assert isinstance(after, Deal)
            deal = after
        assert deal.result is not None
        if not deal.result.void:
            return deal


async def play(store: Store, name: str, *, computers: int = 0, to_the_end: bool = True) -> None:
    """Save a table, and a deal up to its end or to its second action."""
    deal = finished(name)
    number = deal.layout.seats
    people = [Occupant(f"<{seat}>", ANNA + seat) for seat in range(number - computers)]
    seated = (*people, *[Occupant("Computer")] * computers)
    lobby = Table(f"{name}{computers}", GUILD, 2, deal.game, 1.0, ANNA, seated)
    await store.log.add_table(table_row(lobby, 1.0), seat_rows(lobby))
    first = Deal.start(deal.game, deal.layout)
    begun = replace(lobby, state=TableState.PLAYING, deal=first, number=1, revision=1, saves=1)
    await save(store.log, lobby, begun, 2.0)
    last = deal
    if not to_the_end:
        acted = first.act(deal.log[0].seat, deal.log[0].action)
        assert isinstance(acted, Deal)
        last = acted
    over = replace(begun, deal=last, revision=1 + len(last.log), saves=2)
    await save(store.log, begun, over, ENDED)


async def play_given(store: Store) -> None:
    """Save a table where one person plays given cards, and what came of it."""
    deal = finished("tapp_tarock")
    seated = (Occupant("<0>", ANNA), *[Occupant("Computer")] * 2)
    lobby = Table(GIVEN, GUILD, 2, deal.game, 1.0, ANNA, seated, given="x/1")
    first_deal = Deal.start(deal.game, deal.layout)
    begun = replace(lobby, state=TableState.PLAYING, deal=first_deal, number=1)
    first = deal_row(begun, deal, 1.0)
    play = PlayRow(begun.id, "x/1", GUILD, ANNA, "<0>", 0, 1.0)
    await store.log.add_table(table_row(begun, 1.0), seat_rows(begun), deal=first, play=play)
    over = replace(begun, deal=deal, revision=len(deal.log), saves=1)
    await save(store.log, begun, over, ENDED)


async def play_session(store: Store, name: str, nets: int = DEALS_RATED) -> None:
    """Save a table of three people where a deal is played several times, and end it."""
    deal, people = finished("tapp_tarock"), [Occupant(f"<{seat}>", ANNA + seat) for seat in range(3)]
    session = Session.first(deal.game, {}, 3, deal.layout.dealer)
    lobby = Table(name, GUILD, 2, deal.game, 1.0, ANNA, tuple(people))
    now = replace(lobby, state=TableState.PLAYING, session=session)
    await store.log.add_table(table_row(now, 1.0), seat_rows(now))
    for number in range(1, nets + 1):
        begun = replace(now, deal=Deal.start(deal.game, deal.layout), number=number, saves=now.saves + 1)
        await save(store.log, now, begun, 2.0)
        now = replace(begun, deal=deal, saves=begun.saves + 1)
        await save(store.log, begun, now, ENDED)
    await save(store.log, now, replace(now.ended(), saves=now.saves + 1), ENDED)


async def play_sessions(database: Path | str) -> None:
    store = await Store.open(database)
    for name in ("first", "second"):
        await play_session(store, name)
    await play_session(store, "short", DEALS_RATED - 1)
    await store.close()


async def play_all(database: Path | str, *names: str) -> None:
    """A deal of each game among people, one with computers, and one that is not over."""
    store = await Store.open(database)
    for name in names:
        await play(store, name)
    await play(store, OTHER, computers=2)
    await play(store, OTHER, computers=1, to_the_end=False)
    await play_given(store)
    await store.close()


OTHER = "koenigrufen"
TABLE = "tapp_tarock0"
GIVEN = "given"
DEALS = len(GAMES) + 2
