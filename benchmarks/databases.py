"""The databases that `benchmarks.store` measures: the store and the bare driver of each kind, all empty."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, Final

import aiosqlite
import asyncpg

from bot.store import ActionRow, DealRow, SeatRow, Store, TableRow

if TYPE_CHECKING:
    from sqlalchemy import Table

TABLE: Final = TableRow("ours", 1, 2, 11, "tapp_tarock", "{}", "en", "playing", 1, '{"deals": 3}', 1.0)
SEATS: Final = [SeatRow(seat, 11 + seat, None, f"Player {seat}") for seat in range(4)]
DEAL: Final = DealRow(1, 0, "{}", '["T22 SK", "T1"]', "HK", 2.0)

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


def spread(times: Sequence[float]) -> list[float]:
    """Return median, 95 % and maximum."""
    return [round(each, 1) for each in (median(times), quantiles(times, n=20)[-1], max(times))]
