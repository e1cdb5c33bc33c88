"""How fast the store saves actions and reads what the commands show, on SQLite and PostgreSQL.

Run it with `python -m benchmarks.store`. Actions are saved beside the bare driver, which runs the same
statements in turns with the store. Everything is written as in a real database, with fsync.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import math
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

import aiosqlite
import asyncpg

from benchmarks.reading import (
    READS,
    READS_OF_LOGS,
    Filled,
    milliseconds,
    of_person,
    read,
    show,
    spread,
)
from benchmarks.sessions import START, fill
from bot.store import ActionRow, DealEnd, DealRow, SeatRow, StandingRow, Store, TableRow
from tests import postgresql

TABLE: Final = TableRow("ours", 1, 2, 11, "tapp_tarock", "{}", "en", "playing", 1, '{"deals": 3}', 1.0)
SEATS: Final = [SeatRow(seat, 11 + seat, None, f"Player {seat}") for seat in range(4)]
DEAL: Final = DealRow(1, 0, "{}", '["T22 SK", "T1"]', "HK", 2.0)

MOST_WITH_LOGS: Final = 100_000
"""Larger databases are filled without the logs of their deals."""

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


async def reads(kind: Kind, deals: int, number: int) -> dict[str, Any]:
    """Fill a database, read it as the commands do, and save deals, alone and while pages are read."""
    opening = await Store.open(kind.address)
    await opening.close()
    logs = deals <= MOST_WITH_LOGS
    await fill(kind.address, deals, logs=logs)
    start = time.perf_counter()
    store = await Store.open(kind.address)
    opened = (time.perf_counter() - start) * 1e3
    of = Filled(store, deals)
    gc.freeze()  # as the bot does when it has started
    commands = {**READS, **(READS_OF_LOGS if logs else {})}
    found = {name: await read(of, work, number) for name, work in commands.items()}
    alone = [await milliseconds(finish(store, each)) for each in range(number)]
    reading = asyncio.create_task(show_forever(of))
    beside = [await milliseconds(finish(store, each)) for each in range(number, 2 * number)]
    reading.cancel()
    with suppress(asyncio.CancelledError):
        await reading
    persons = await of_person(of) if logs else {}
    await store.close()
    return {
        "database": kind.name,
        "deals": deals,
        "open_ms": round(opened, 1),
        "reads": found,
        "save_ms": spread(alone),
        "save_beside_pages_ms": spread(beside),
        "of_person": persons,
    }


async def show_forever(of: Filled) -> None:
    for number in range(sys.maxsize):
        await show(of, number)


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
                yield await (reads(each, deals, max(20, number // 10)) if deals else appends(each, number))
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
        **{name: [*each["ms"], each["loop_ms"]] for name, each in line["reads"].items()},
        "a deal saved": line["save_ms"],
        "a deal saved while pages are read": line["save_beside_pages_ms"],
    }
    return "\n".join(
        [
            f"{name}, {line['deals']} deals, opened in {line['open_ms']}; median / 95 % / most / loop held:",
            *(f"  {what}: {' / '.join(map(str, each))}" for what, each in times.items()),
            *(f"  {what}: {each[0]} ms, event loop {each[1]}" for what, each in line["of_person"].items()),
        ]
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
