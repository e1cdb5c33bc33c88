"""Connections that the pool reuses: without an earlier transaction, and alive."""

from __future__ import annotations

import asyncio
import time
import traceback
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import insert, text

from bot.store import Store, StoreError, engines, schema
from bot.store.database import Database, Query, Step

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

    from tests.postgresql import Server

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


async def closing(engine: AsyncEngine) -> asyncio.Event:
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
    for value in ("before", "after"):
        await store.settings.put("commands", value)
        assert await store.settings.get("commands") == value
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        used = store.database.engines
        closed = [await closing(engine) for engine in (used.writer, used.reader)]
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
    with pytest.raises(StoreError) as refused:
        await opened.write(Step(insert(schema.settings), (row,)))
    assert "cards" not in "".join(traceback.format_exception(refused.value))
    await opened.close()
