"""Rows, databases filled with them or as 0.1.0 left them, and statements as text."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from alembic import op
from sqlalchemy import Connection, insert, text

from bot.store import (
    ActionRow,
    CardsShown,
    DealEnd,
    DealRow,
    Listing,
    Measure,
    Message,
    Order,
    Person,
    PlayRow,
    RecordRow,
    SeatRow,
    Server,
    SessionEnd,
    StandingRow,
    Store,
    TableRow,
    migrations,
)
from bot.store.database import Step
from bot.store.engines import engines
from bot.store.ratings import Teams
from bot.store.schema import forwarded, plays

ANNA, BELA, CLARA = 11, 12, 13

TABLE = TableRow(
    id="k7",
    guild_id=1,
    channel_id=2,
    host_id=ANNA,
    game="some_game",
    options='{"fixed_half": true}',
    locale="ja",
    state="lobby",
    engine=1,
    session=None,
    created_at=1000.5,
)
SEATS = (SeatRow(0, ANNA, None, "Anna"), SeatRow(1, None, BELA, "Béla"), SeatRow(2, None, None, "大輔"))
DEAL = DealRow(number=1, dealer=2, session="{}", hands='["T22 SK", "T1"]', talon="HK", started_at=1001.0)
POINTS = Listing("some_game", measure=Measure.POINTS)
"""The standings of the game that is played at `TABLE`."""
ACTIONS = (ActionRow(0, "pass"), ActionRow(1, "bid solo"))


def saved(table: TableRow, times: int = 1) -> TableRow:
    """The table as it is saved next."""
    return table._replace(saves=table.saves + times)


def standing(
    user_id: int | None, net: int, computers: int = 0, *, seat: int = 0, name: str = ""
) -> StandingRow:
    return StandingRow(seat, user_id, name or f"<{user_id}>", max(net, 0), net, computers, declarer=False)


def seated(rows: Iterable[StandingRow]) -> tuple[StandingRow, ...]:
    """The standings of the seats in their order."""
    return tuple(each._replace(seat=seat) for seat, each in enumerate(rows))


async def play_deals(
    store: Store, table: TableRow, *ends: DealEnd, at: float = 1000.0, actions: Sequence[ActionRow] = ()
) -> TableRow:
    """Open a table and play deals that end like this. Return the table as it was saved last."""
    await store.log.add_table(table, SEATS)
    for number, end in enumerate(ends, 1):
        await store.log.start_deal(saved(table), SEATS, DEAL._replace(number=number))
        table = saved(table, 2)
        await store.log.append(table, number, 0, actions, at, end)
    return table


async def end_session(store: Store, table: TableRow, at: float, teams: Teams = ()) -> None:
    over = saved(table)._replace(state="ended", ended_at=at)
    await store.log.save_table(over, SEATS, SessionEnd(at, teams))


async def play(store: Store, name: str, *, guild: int = 1, ended_at: float | None = None) -> TableRow:
    """Open a table and play a deal to its end; then end the table, unless it is to go on."""
    end = DealEnd("{}", (standing(ANNA, 5), standing(BELA, -5, seat=1)))
    table = TABLE._replace(id=name, guild_id=guild)
    table = await play_deals(store, table, end, at=ended_at or 1000.0, actions=ACTIONS)
    after = saved(table)._replace(state="ended" if ended_at else "playing", ended_at=ended_at)
    await store.log.save_table(after, SEATS)
    await store.messages.put(name, Message("table", 0, 2, 3))
    return after


async def rate(
    store: Store, name: str, *nets: int, guild: int = 1, at: float = 4000.0, game: str = TABLE.game
) -> None:
    """Play a session between Anna and Béla, in whose deals Anna gains this, and end it."""
    ends = [DealEnd("{}", (standing(ANNA, net), standing(BELA, -net, seat=1))) for net in nets]
    table = TABLE._replace(id=name, guild_id=guild, game=game)
    await end_session(store, await play_deals(store, table, *ends, at=at), at)


async def add_play(store: Store, table: str, user: int, points: int | None, guild: int = 1) -> None:
    """Let a person have played given cards at a table that is gone."""
    play = PlayRow(table, "k3m9xp/4", guild, user, f"<{user}>", 0, 4.5, points, "solo", 1, 40)
    await store.write(Step(insert(plays), [play._asdict()]))


async def fill(store: Store) -> None:
    """Put rows into every table."""
    await play(store, "open")
    await play(store, "ended", ended_at=2000.25)
    await rate(store, "rated", 3, -1, 4, 2, at=1500.0)
    await store.people.put(Person(ANNA, dm_ok=True, locale="ja", cards=CardsShown.LARGE, seen_at=86400.0))
    await store.people.put(Person(2**63 - 1))
    await store.servers.put(Server(1, "ja", "fast", "strong", "thread", "never", "[2, 3]", greeted=True))
    await store.settings.put("commands", 'äöü "大輔" 🂡 \\ \n')
    await store.records.put(RecordRow("abcdefghjk", '{"format": "tarock-deal/1"}', 1, 5.5))
    await add_play(store, "first", ANNA, 7)
    await add_play(store, "second", BELA, None)
    await store.messages.put("open", Message("reminder", 0, 2, 4, called=(CLARA,)))
    await store.orders.give(Order.BLOCK, [77], 6.5)
    await store.retention.note_servers(frozenset(), 3000.125)
    await store.write(Step(insert(forwarded), [{"id": 2**62, "shard": 1, "payload": "{}", "at": 7.5}]))


def execute(path: Path, *statements: str) -> None:
    """Change a file as another program would."""
    with closing(sqlite3.connect(path)) as opened, opened:
        for each in statements:
            opened.execute(each)


SCRIPTS = Path(__file__).parent / "v010"


def of_0_1_0(path: Path, source: Path | None = None) -> None:
    """Make a database as 0.1.0 did, with as much of another one as 0.1.0 kept."""
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path)) as old:
        for script in sorted(SCRIPTS.glob("*.sql")):
            old.executescript(script.read_text(encoding="utf-8"))
        old.execute("PRAGMA user_version = 3")
        if source:
            old.execute("ATTACH ? AS source", (str(source),))
            for (name,) in old.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table'").fetchall():
                columns = ", ".join(row[1] for row in old.execute(f"PRAGMA main.table_info({name})"))
                now = columns.replace("large_cards", "cards = 'large'")
                old.execute(f"INSERT INTO {name} ({columns}) SELECT {now} FROM source.{name}")
            old.commit()


def add_migration(monkeypatch: pytest.MonkeyPatch, statement: str) -> str:
    """Add a migration that ends with a statement, for the rest of the test, and return its number."""

    class Later(ModuleType):
        @staticmethod
        def upgrade() -> None:
            op.execute("CREATE TABLE half (x INTEGER)")
            op.execute(statement)

    number = f"{int(migrations.known()[-1]) + 1:04}"
    monkeypatch.setitem(sys.modules, f"later{number}", Later("later"))
    monkeypatch.setitem(migrations.MIGRATIONS, number, f"later{number}")
    return number


def _in_transaction(connection: Connection, work: Callable[[Connection], Any]) -> Any:
    with connection.begin():
        return work(connection)


async def synchronously(database: Path | str, work: Callable[[Connection], Any]) -> Any:
    """Run code that awaits nothing on a database, in one transaction."""
    opened = engines(database)
    try:
        async with opened.writer.connect() as connection:
            return await connection.run_sync(_in_transaction, work)
    finally:
        await opened.close()


def run(connection: Connection, statement: str) -> None:
    """Run a statement within the transaction of a connection."""
    connection.execute(text(statement))


def value(connection: Connection, query: str) -> Any:
    """The first value that a query finds."""
    return connection.execute(text(query)).scalar()
