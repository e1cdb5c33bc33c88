"""How fast the store saves actions and reads leaderboards, on SQLite and PostgreSQL.

Run it with `python -m benchmarks.store`. Actions are saved beside the bare driver, which runs the same
statements in turns with the store. Everything is written as in a real database, with fsync.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import sqlite3
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, Final

import aiosqlite
import asyncpg

from bot.store import (
    ActionRow,
    DealEnd,
    DealRow,
    Listing,
    Measure,
    RatedRow,
    RatingRow,
    SavedStanding,
    SeatRow,
    StandingRow,
    Store,
    TableRow,
    schema,
)
from bot.store.ratings import players, rated_rows, rating_rows
from bot.store.tallies import added_up
from tests import postgresql

if TYPE_CHECKING:
    from sqlalchemy import Table

TABLE: Final = TableRow("ours", 1, 2, 11, "tapp_tarock", "{}", "en", "playing", 1, '{"deals": 3}', 1.0)
SEATS: Final = [SeatRow(seat, 11 + seat, None, f"Player {seat}") for seat in range(4)]
DEAL: Final = DealRow(1, 0, "{}", '["T22 SK", "T1"]', "HK", 2.0)

PEOPLE: Final = 500
"""How many people play on the server whose leaderboard is read; each deal has four of them."""
SESSION: Final = 100
"""How many deals a session has."""
MONTHS: Final = 24
GAMES: Final = ("tapp_tarock", "koenigrufen", "illustrated_tarokk", "romanian_tarok", "royal_tarokk")
START: Final = 1_700_000_000.0

UPDATE: Final = (
    "UPDATE tables SET host_id = $1, options = $2, state = $3, session = $4, ended_at = $5, saves = $6"
    " WHERE id = $7 AND saves = $8"
)
INSERT: Final = "INSERT INTO actions (table_id, deal, seq, seat, action, at) VALUES ($1, $2, $3, $4, $5, $6)"
"""The statements by which the store saves an action; both databases take numbered parameters."""

Append = Callable[[int], Awaitable[None]]
"""Saves the next action of a table."""


def values(number: int) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """Return the parameters of both statements for an action."""
    kept = (TABLE.host_id, TABLE.options, TABLE.state, TABLE.session, None)
    return (*kept, number + 2, "theirs", number + 1), ("theirs", 1, number, number % 4, "play T17", 1000.0)


def by_store(store: Store) -> Append:
    async def append(number: int) -> None:
        row = TABLE._replace(saves=number + 2)
        await store.log.append(row, 1, number, [ActionRow(number % 4, "play T17")], 1000.0)

    return append


def by_aiosqlite(connection: aiosqlite.Connection) -> Append:
    async def append(number: int) -> None:
        table, action = values(number)
        await connection.execute("BEGIN IMMEDIATE")
        changed = await connection.execute(UPDATE.replace("$", "?"), table)
        assert changed.rowcount == 1
        await connection.execute(INSERT.replace("$", "?"), action)
        await connection.commit()

    return append


def by_asyncpg(connection: Any) -> Append:
    async def append(number: int) -> None:
        table, action = values(number)
        async with connection.transaction():
            assert await connection.execute(UPDATE, *table) == "UPDATE 1"
            await connection.execute(INSERT, *action)

    return append


@dataclass
class Kind:
    """A new database of one kind."""

    name: str
    address: Path | str

    @asynccontextmanager
    async def bare(self) -> AsyncIterator[Append]:
        """Open the bare driver, as durable as the store."""
        if isinstance(self.address, Path):
            async with aiosqlite.connect(self.address, isolation_level=None) as connection:
                await connection.execute("PRAGMA synchronous = FULL")
                yield by_aiosqlite(connection)
        else:
            connection = await asyncpg.connect(self.address)
            yield by_asyncpg(connection)
            await connection.close()

    async def fill(self, table: Table, rows: Iterator[dict[str, Any]]) -> None:
        """Add many rows at once."""
        columns = [column.name for column in table.columns]
        records = (tuple(row[name] for name in columns) for row in rows)
        if isinstance(self.address, Path):
            with sqlite3.connect(self.address) as connection:
                names, marks = ", ".join(columns), ", ".join("?" * len(columns))
                connection.executemany(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", records)  # noqa: S608 - our own names
            connection.close()
        else:
            connection = await asyncpg.connect(self.address)
            await connection.copy_records_to_table(table.name, records=records, columns=columns)
            await connection.execute(f"ANALYZE {table.name}")
            await connection.close()


async def milliseconds(work: Awaitable[object]) -> float:
    start = time.perf_counter()
    await work
    return (time.perf_counter() - start) * 1e3


async def appends(kind: Kind, number: int) -> dict[str, Any]:
    """Append through the store and through the bare driver in turns."""
    store = await Store.open(kind.address)
    for name in ("ours", "theirs"):
        table = TABLE._replace(id=name)
        await store.log.add_table(table, SEATS)
        await store.log.start_deal(table._replace(saves=1), SEATS, DEAL)
    ours, theirs = [], []
    async with kind.bare() as append:
        for each in range(number):
            ours.append(await milliseconds(by_store(store)(each)))
            theirs.append(await milliseconds(append(each)))
    await store.close()
    return {
        "database": kind.name,
        "appends": number,
        "store_ms": round(median(ours), 3),
        "driver_ms": round(median(theirs), 3),
        "speed_of_driver": round(median(theirs) / median(ours), 2),
    }


def played(deals: int) -> Iterator[SavedStanding]:
    """Yield the standings of random sessions."""
    chance = Random(deals)  # noqa: S311 - the same deals in every run
    for number in range(deals):
        session, deal = divmod(number, SESSION)
        if deal == 0:
            people, game = chance.sample(range(PEOPLE), 4), chance.choice(GAMES)
        at = START + session * MONTHS * 2_630_000 * SESSION / deals + deal * 300
        gains = [chance.randint(-9, 9) for _ in range(3)]
        for seat, net in enumerate((*gains, -sum(gains))):
            row = StandingRow(
                *(seat, people[seat], f"Player {people[seat]}", max(net, 0), net, int(session % 4 == 0)),
                declarer=seat == deal % 4,
                contract=(net > 0) - (net < 0) if seat == deal % 4 else 0,
            )
            yield SavedStanding(f"{session:06}", deal + 1, 1, game, at, row)


def rated(standings: Sequence[SavedStanding]) -> Iterator[tuple[RatedRow, Sequence[RatingRow]]]:
    """Yield what each session does to the ratings of its people."""
    known: dict[tuple[str, int], RatingRow] = {}
    for _, group in groupby(standings, lambda each: each.table_id):
        session = list(group)
        last, found = session[-1], players(session, ())
        for game in ("", last.game):
            before = {
                each.user_id: known[game, each.user_id] for each in found if (game, each.user_id) in known
            }
            for row in rated_rows(last, last.at, game, found, before):
                rows = tuple(rating_rows(row))
                known[game, row.user_id or 0] = rows[0]
                yield row, rows


async def fill(kind: Kind, deals: int) -> None:
    """Save so many deals with all that they add up to."""
    standings = list(played(deals))
    await kind.fill(schema.standings, ({**each.row._asdict(), **each._asdict()} for each in standings))
    own: dict[int, list[SavedStanding]] = defaultdict(list)
    for each in standings:
        own[each.row.user_id or 0].append(each)
    tallies = ((user, row) for user, some in own.items() for row in added_up(some).values())
    await kind.fill(
        schema.tallies, ({"guild_id": 1, "user_id": user, **row._asdict()} for user, row in tallies)
    )
    sessions = list(rated(standings))
    await kind.fill(schema.rated, (row._asdict() for row, _ in sessions))
    latest = {(row.user_id, each.game, each.period): each for row, rows in sessions for each in rows}
    await kind.fill(
        schema.ratings,
        ({"guild_id": 1, "user_id": user, **row._asdict()} for (user, _, _), row in latest.items()),
    )


async def pages(kind: Kind, deals: int, number: int) -> dict[str, Any]:
    """Read pages of a leaderboard of so many deals, alone and while deals are saved."""
    opening = await Store.open(kind.address)
    await opening.close()
    await fill(kind, deals)
    start = time.perf_counter()
    store = await Store.open(kind.address)
    opened = (time.perf_counter() - start) * 1e3
    shown = [await milliseconds(show(store, each)) for each in range(number)]
    ranked = {
        measure.value: spread([await milliseconds(rank(store, measure, each)) for each in range(number)])
        for measure in Measure
    }
    known = [await milliseconds(tell(store, each)) for each in range(number)]
    alone = [await milliseconds(finish(store, each)) for each in range(number)]
    reading = asyncio.create_task(show_forever(store))
    beside = [await milliseconds(finish(store, each)) for each in range(number, 2 * number)]
    reading.cancel()
    with suppress(asyncio.CancelledError):
        await reading
    await store.close()
    return {
        "database": kind.name,
        "deals": deals,
        "open_ms": round(opened, 1),
        "page_ms": spread(shown),
        "page_by_measure_ms": ranked,
        "statistics_ms": spread(known),
        "save_ms": spread(alone),
        "save_beside_pages_ms": spread(beside),
    }


def spread(times: Sequence[float]) -> list[float]:
    """Return median, 95 % and maximum."""
    return [round(each, 1) for each in (median(times), quantiles(times, n=20)[-1], max(times))]


async def show(store: Store, number: int) -> None:
    """Read what `/leaderboard` reads: across all games or of one, the first page or a later one."""
    game = ("", *GAMES)[number % 6]
    listing = Listing(game, measure=Measure.POINTS if game else Measure.RATING)
    size = await store.leaderboard.size(1, listing)
    await store.leaderboard.page(1, listing, offset=size * (number % 4) // 4)


async def rank(store: Store, measure: Measure, number: int) -> None:
    """Read a page of one game by one measure, for all time, a year or a month."""
    listing = Listing(GAMES[number % 5], ("", "2024", "2024-05")[number % 3], measure)
    await store.leaderboard.size(1, listing)
    await store.leaderboard.page(1, listing)


async def tell(store: Store, number: int) -> None:
    """Read what `/stats` reads of one game."""
    board, user, game = store.leaderboard, number * 7 % PEOPLE, GAMES[number % 5]
    assert await board.of(1, user)
    await board.gains(1, user, game, computers=False)
    await board.ratings(1, user, game)


async def show_forever(store: Store) -> None:
    for number in range(sys.maxsize):
        await show(store, number)


async def finish(store: Store, number: int) -> None:
    """Save a new table, a deal, and its end with four standings."""
    table = TABLE._replace(id=f"deal {number}")
    await store.log.add_table(table, SEATS)
    await store.log.start_deal(table._replace(saves=1), SEATS, DEAL)
    ends = [
        StandingRow(each.seat, number % 99 + each.seat, each.name, 1, 1, 0, declarer=False) for each in SEATS
    ]
    await store.log.append(
        table._replace(saves=2), 1, 0, [ActionRow(0, "pass")], START, DealEnd("{}", tuple(ends))
    )


async def measure(kind: str, counts: Sequence[int], number: int) -> AsyncIterator[dict[str, Any]]:
    """Yield the figures of one kind of database; each is measured in a new one."""
    server = None
    if kind == "postgresql":
        programs = postgresql.programs()
        if programs is None:
            yield {"database": kind, "missing": True}
            return
        server = postgresql.Server(programs, options={"shared_buffers": "128MB"})
    with tempfile.TemporaryDirectory(prefix="skiz-") as folder:
        try:
            if server:
                server.start()
            for deals in (0, *counts):
                address = await server.create() if server else Path(folder, f"{deals}.db")
                each = Kind(kind, address)
                yield await (pages(each, deals, max(20, number // 10)) if deals else appends(each, number))
        finally:
            if server:
                server.close()


def in_words(line: dict[str, Any]) -> str:
    """Return a line for people."""
    name = line["database"]
    if "missing" in line:
        return f"{name}: there is none on this machine"
    if "appends" in line:
        return (
            f"{name}: {line['appends']} actions saved, median {line['store_ms']} ms;"
            f" the bare driver {line['driver_ms']} ms: {line['speed_of_driver']} of its speed"
        )
    times = {
        key: "{} / {} / {} ms".format(*line[key])
        for key in ("page_ms", "statistics_ms", "save_ms", "save_beside_pages_ms")
    }
    return (
        f"{name}, {line['deals']} deals: opened in {line['open_ms']} ms; median / 95 % / maximum: a page"
        f" {times['page_ms']}, a player's statistics {times['statistics_ms']}, a deal saved"
        f" {times['save_ms']}, beside pages {times['save_beside_pages_ms']}; pages by measure: "
        + ", ".join(f"{key} {each[0]} / {each[2]} ms" for key, each in line["page_by_measure_ms"].items())
    )


async def run(kinds: Sequence[str], counts: Sequence[int], number: int, *, as_json: bool) -> None:
    for kind in kinds:
        async for line in measure(kind, counts, number):
            print(json.dumps(line) if as_json else in_words(line), flush=True)


def positive(text: str) -> int:
    """A number above 0.

    Raises:
        ValueError: the text is no such number.
    """
    number = int(text)
    if not 0 < number < math.inf:
        raise ValueError(text)
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit code."""
    parser = argparse.ArgumentParser(
        "python -m benchmarks.store", description=(__doc__ or "").splitlines()[0]
    )
    kinds = ("sqlite", "postgresql")
    parser.add_argument("--database", choices=kinds, action="append", help="one kind only (default: both)")
    parser.add_argument("--appends", type=positive, default=1000, help="how many actions (default: 1000)")
    parser.add_argument(
        "--deals",
        type=positive,
        nargs="*",
        default=[100_000],
        help="sizes of a leaderboard (default: 100000)",
    )
    parser.add_argument("--json", action="store_true", help="a line of JSON for each figure")
    chosen = parser.parse_args(arguments)
    asyncio.run(run(chosen.database or kinds, chosen.deals, chosen.appends, as_json=chosen.json))
    return 0


if __name__ == "__main__":
    sys.exit(main())
