"""The behaviour of both kinds of database: opening, connections, cancelled calls, outages, closing."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import subprocess
import sys
import time
import traceback
from collections.abc import Coroutine
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import AsyncAdaptedQueuePool, Connection, insert, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import StaleLogError, Store, StoreError, engines, schema
from bot.store.database import Database, Query, Step
from tests.postgresql import Server
from tests.store.helpers import ACTIONS, DEAL, SEATS, TABLE, run, saved, synchronously, value

TOP = Path(__file__).parents[2]


async def test_opening_again_changes_nothing(database: Path | str) -> None:
    for expected in (None, "abc"):
        store = await Store.open(database)
        assert await store.settings.get("commands") == expected
        await store.settings.put("commands", "abc")
        await store.close()


async def test_several_stores_may_open_a_new_database_at_once(database: Path | str) -> None:
    stores = await asyncio.gather(*(Store.open(database) for _ in range(4)))
    for number, store in enumerate(stores):
        await store.settings.put(f"{number}", "abc")
    assert [await stores[0].settings.get(f"{number}") for number in range(4)] == ["abc"] * 4
    for store in stores:
        await store.close()


async def change(database: Path | str, *statements: str) -> None:
    """Run some statements as another program would; `PRAGMA` on SQLite only."""

    def change(connection: Connection) -> None:
        for each in statements:
            if connection.dialect.name == "sqlite" or not each.startswith("PRAGMA"):
                connection.execute(text(each))

    await synchronously(database, change)


async def test_a_database_of_another_program_is_left_alone(database: Path | str) -> None:
    await change(database, "CREATE TABLE notes (text VARCHAR(9))")
    with pytest.raises(StoreError, match="belongs to another program; name another one"):
        await Store.open(database)
    assert await synchronously(database, lambda found: inspect(found).get_table_names()) == ["notes"]


@pytest.mark.parametrize("lost", ["DROP TABLE alembic_version", "DELETE FROM alembic_version"])
async def test_a_database_that_does_not_say_its_version_is_refused(database: Path | str, lost: str) -> None:
    await (await Store.open(database)).close()
    await change(database, lost, "PRAGMA user_version = 0")
    with pytest.raises(StoreError, match="does not say its version: its table alembic_version is missing"):
        await Store.open(database)


async def test_readers_do_not_wait_for_a_writer(database: Path | str) -> None:
    store, other = await Store.open(database), await Database.open(database)
    await store.settings.put("commands", "before")
    async with other.engines.writer.connect() as connection:
        await connection.run_sync(run, "UPDATE settings SET value = 'after'")
        async with asyncio.timeout(5):
            assert await store.settings.get("commands") == "before"
        await connection.run_sync(Connection.commit)
    assert await store.settings.get("commands") == "after"
    await store.close()
    await other.close()


async def test_all_queries_of_a_reader_see_the_same_state(store: Store, migrated: Path | str) -> None:
    reader = await Database.open(migrated)
    async with reader.engines.reader.connect() as connection:
        assert await connection.run_sync(value, "SELECT count(*) FROM settings") == 0
        await store.settings.put("commands", "abc")
        assert await connection.run_sync(value, "SELECT count(*) FROM settings") == 0
    await reader.close()


async def test_a_closed_store_says_so(database: Path | str, tmp_path: Path) -> None:
    store = await Store.open(database)
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="is closed"):
        await store.settings.get("commands")
    with pytest.raises(StoreError, match="is closed"):
        await store.settings.put("commands", "abc")


async def test_closing_waits_for_writes_that_have_begun(database: Path | str) -> None:
    store = await Store.open(database)
    writing = asyncio.create_task(store.settings.put("commands", "abc"))
    await asyncio.sleep(0)
    await store.close()
    await writing
    again = await Store.open(database)
    assert await again.settings.get("commands") == "abc"
    await again.close()


def test_a_program_that_ends_does_not_wait_for_a_database_left_open(tmp_path: Path) -> None:
    program = "import asyncio, sys; from bot.store import Store; asyncio.run(Store.open(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", program, tmp_path / "skiz.db"], check=True, timeout=20, cwd=TOP)


async def test_no_card_reaches_the_log_even_at_debug_level(
    database: Path | str, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("sqlalchemy.engine", "sqlalchemy.pool", "asyncio"):
        logging.getLogger(name).setLevel(logging.DEBUG)
    with caplog.at_level(logging.DEBUG):
        store = await Store.open(database)
        await store.log.add_table(TABLE, SEATS)
        await store.log.start_deal(saved(TABLE), SEATS, DEAL)
        assert await store.log.open_tables()
        await store.close()
    assert "T22" not in caplog.text


PROCESS: Query = text("SELECT pg_backend_pid()")  # type: ignore[assignment]  # it is read like a query


async def test_a_failed_commit_saves_nothing(path: Path) -> None:
    database = await Database.open(path)
    steps = (
        "INSERT INTO settings VALUES ('half', 'a')",
        "PRAGMA defer_foreign_keys = ON",
        "INSERT INTO seats (table_id, seat, name) VALUES ('nowhere', 0, 'Anna')",
    )
    for _ in range(2):
        with pytest.raises(StoreError, match="FOREIGN KEY constraint failed"):
            await database.write(*(Step(text(each)) for each in steps))
        await database.write(Step(text("INSERT INTO settings VALUES ('whole', 'b') ON CONFLICT DO NOTHING")))
        keys: Query = text("SELECT key FROM settings")  # type: ignore[assignment]  # it is read like a query
        assert await database.rows(keys) == [("whole",)]
    await database.close()


@pytest.fixture
async def reached(server: Server) -> str:
    """The address of an empty PostgreSQL database."""
    return await server.create()


async def watched(engine: AsyncEngine) -> asyncio.Event:
    """Set once the driver has noticed that the server has closed the connection that an engine uses next."""
    closed = asyncio.Event()

    def watch(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        driver.add_termination_listener(lambda _: closed.set())

    async with engine.connect() as connection:
        await connection.run_sync(watch)
    return closed


async def test_a_connection_that_was_closed_is_replaced(server: Server, reached: str) -> None:
    store = await Store.open(reached)
    for text_saved in ("before", "after"):
        await store.settings.put("commands", text_saved)
        assert await store.settings.get("commands") == text_saved
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        used = store.engines
        closed = [await watched(engine) for engine in (used.writer, used.reader)]
        await server.execute(f"{others} AND backend_type = 'client backend'")
        for each in closed:
            await each.wait()
    await store.close()


async def test_a_connection_that_was_idle_is_replaced(reached: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.monotonic()
    monkeypatch.setattr(engines, "monotonic", lambda: now)
    database = await Database.open(reached)
    first = await database.rows(PROCESS)
    now += engines.IDLE_SECONDS
    assert await database.rows(PROCESS) == first
    now += engines.IDLE_SECONDS + 1
    second = await database.rows(PROCESS)
    assert second != first
    assert await database.rows(PROCESS) == second
    await database.close()


async def test_errors_do_not_contain_the_values_to_be_saved(database: Path | str) -> None:
    await (await Store.open(database)).close()
    opened = await Database.open(database)
    row = {"key": "a player's cards", "value": None}
    with pytest.raises(StoreError, match="failed: ") as refused:
        await opened.write(Step(insert(schema.settings), (row,)))
    assert "cards" not in "".join(traceback.format_exception(refused.value))
    assert "\n" not in str(refused.value)
    await opened.close()


MOMENTS = (*((hops, 0.0) for hops in range(0, 20, 2)), (0, 0.001), (0, 0.003), (0, 0.01))
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
    used = store.engines
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


WORKS, FAILS = Step(text("DELETE FROM settings")), Step(text("DELETE FROM nowhere"))


async def test_every_operation_is_observed(database: Path | str) -> None:
    seen: list[tuple[str, float]] = []
    store = await Store.open(database, observe=lambda operation, seconds: seen.append((operation, seconds)))
    seen.clear()
    await store.log.add_table(TABLE, SEATS)
    await store.settings.get("anything")
    await store.close()
    assert [operation for operation, _ in seen] == ["write", "read"]
    assert all(0 < seconds < 10 for _, seconds in seen)


async def test_an_outage_lasts_from_the_first_write_that_fails_to_the_next_that_does_not(
    store: Store,
) -> None:
    assert store.unsaved_seconds == 0
    for _ in range(2):
        with pytest.raises(StoreError, match="nowhere"):
            await store.write(FAILS)
    both = store.unsaved_seconds
    assert 0 < both < store.unsaved_seconds
    await store.write(WORKS)
    assert store.unsaved_seconds == 0


async def test_what_another_process_has_saved_before_is_no_outage(store: Store) -> None:
    await store.log.add_table(TABLE, SEATS)
    with pytest.raises(StaleLogError):
        await store.log.save_table(saved(TABLE, 5), SEATS)
    assert store.unsaved_seconds == 0


async def test_only_the_first_write_waits_for_a_program_that_holds_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that wait behind it fail soon."""
    opened = await Database.open(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr(engines, "BUSY_SECONDS", 0.01)
        with pytest.raises(StoreError, match="is locked by another program"):
            await opened.write(WORKS)
        monkeypatch.setattr(engines, "BUSY_SECONDS", 1000.0)
        async with asyncio.timeout(20):
            with pytest.raises(StoreError, match="is locked by another program"):
                await opened.write(WORKS)
    await opened.write(WORKS)
    await opened.close()
