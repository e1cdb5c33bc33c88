from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from bot.store import StaleLogError, Store, StoreError, engines
from bot.store.database import Database, Step
from tests.store.rows import SEATS, TABLE, saved

if TYPE_CHECKING:
    from pathlib import Path

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
    database: Path | str,
) -> None:
    opened = await Database.open(database)
    assert opened.unsaved_seconds == 0
    for _ in range(2):
        with pytest.raises(StoreError, match="nowhere"):
            await opened.write(FAILS)
    both = opened.unsaved_seconds
    assert 0 < both < opened.unsaved_seconds
    await opened.write(WORKS)
    assert opened.unsaved_seconds == 0
    await opened.close()


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
