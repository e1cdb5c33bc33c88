"""How fast the store saves actions and shows leaderboards, on SQLite and PostgreSQL, beside their bare drivers.

Run it with `python -m benchmarks.store`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

import aiosqlite
import asyncpg

from bot.store import ActionRow, DealRow, SeatRow, Store, TableRow
from tests import postgresql

TABLE: Final = TableRow("ours", 1, 2, 11, "some_game", "{}", "en", "playing", 1, "{}", 1.0)
DEAL: Final = DealRow(1, 0, "{}", '["T22 SK", "T1"]', "HK", 2.0)
SESSION: Final = json.dumps({"dealer": 0, "totals": [0, 0, 0], "deals": 3})

Append = Callable[[int], Awaitable[None]]


def bare(table: str, number: int) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """The values of the two statements that save an action."""
    return (
        (TABLE.host_id, TABLE.options, TABLE.state, SESSION, None, number + 2, table, number + 1),
        (table, 1, number, number % 3, "play T17", 1000.0 + number),
    )


UPDATE: Final = (
    "UPDATE tables SET host_id = $1, options = $2, state = $3, session = $4, ended_at = $5, saves = $6"
    " WHERE id = $7 AND saves = $8"
)
INSERT: Final = "INSERT INTO actions (table_id, deal, seq, seat, action, at) VALUES ($1, $2, $3, $4, $5, $6)"


async def append_by_aiosqlite(connection: aiosqlite.Connection, number: int) -> None:
    table, action = bare("theirs", number)
    await connection.execute("BEGIN IMMEDIATE")
    changed = await connection.execute(UPDATE.replace("$", "?"), table)
    assert changed.rowcount == 1
    await connection.execute(INSERT.replace("$", "?"), action)
    await connection.commit()


async def append_by_asyncpg(connection: Any, number: int) -> None:
    table, action = bare("theirs", number)
    async with connection.transaction():
        assert await connection.execute(UPDATE, *table) == "UPDATE 1"
        await connection.execute(INSERT, *action)


async def append_by_store(store: Store, number: int) -> None:
    row = TableRow(
        **{**{f: getattr(TABLE, f) for f in TABLE.__slots__}, "session": SESSION, "saves": number + 2}
    )
    await store.log.append(row, 1, number, [ActionRow(number % 3, "play T17")], 1000.0 + number)
