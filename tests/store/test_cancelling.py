"""A writer or reader that is cancelled at any moment leaves no transaction open and no connection taken."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, Final

import asyncpg
from sqlalchemy import AsyncAdaptedQueuePool

from tests.store.rows import ACTIONS, DEAL, SEATS, TABLE, saved

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path

    from bot.store import Store

MOMENTS: Final = (*((hops, 0.0) for hops in range(0, 20, 2)), (0, 0.001), (0, 0.003), (0, 0.01))
"""How many turns of the event loop, or seconds, a call may take before it is cancelled."""


async def cancelled(call: Coroutine[Any, Any, object], hops: int, seconds: float) -> None:
    task = asyncio.create_task(call)
    for _ in range(hops):
        await asyncio.sleep(0)
    await asyncio.sleep(seconds)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def open_transactions(database: Path | str) -> int:
    """How many transactions are open, or whether any is."""
    if isinstance(database, str):
        connection = await asyncpg.connect(database)
        found = await connection.fetchval(
            "SELECT count(*) FROM pg_stat_activity WHERE state LIKE '%transaction%' OR state = 'active'"
        )
        await connection.close()
        return int(found) - 1
    with closing(sqlite3.connect(database)) as other:
        busy, _, _ = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return int(busy)


def taken(store: Store) -> int:
    """How many connections are in use."""
    used = store.database.engines
    pools = [each.pool for each in (used.writer, used.reader)]
    return sum(each.checkedout() for each in pools if isinstance(each, AsyncAdaptedQueuePool))


async def test_a_cancelled_writer_saves_all_or_nothing(store: Store, migrated: Path | str) -> None:
    await store.log.add_table(TABLE, SEATS)
    await store.log.start_deal(saved(TABLE), SEATS, DEAL)
    lengths = {0}
    for moment in MOMENTS:
        (before,) = await store.log.open_tables()
        length = len(before.actions)
        call = store.log.append(saved(before.table), 1, length, ACTIONS, 1002.0)
        await cancelled(call, *moment)
        await store.settings.put("commands", "another writer does not wait")
        (after,) = await store.log.open_tables()
        assert (len(after.actions) - length, after.table.saves - before.table.saves) in {(0, 0), (2, 1)}
        lengths.add(len(after.actions))
    assert len(lengths) > 1, "none was saved"
    assert (taken(store), await open_transactions(migrated)) == (0, 0)


async def test_a_cancelled_reader_leaves_nothing_open(store: Store, migrated: Path | str) -> None:
    for moment in MOMENTS:
        await cancelled(store.log.open_tables(), *moment)
    assert (taken(store), await open_transactions(migrated)) == (0, 0)
    await store.log.add_table(TABLE, SEATS)
    (found,) = await store.log.open_tables()
    assert found.table == TABLE
