"""The behaviour of SQLite only: its file, its locks, copies of it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from bot.store import Store, StoreError, engines
from bot.store.database import Database, Step
from tests.conftest import DURABLE
from tests.store.helpers import execute, run, value


@pytest.fixture
async def file(path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(path)
    yield opened
    await opened.close()


@pytest.fixture
def generous() -> Iterator[None]:
    """A process whose new files everybody may write."""
    before = os.umask(0)
    yield
    os.umask(before)


async def test_connections_are_durable_and_enforce_foreign_keys(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "PRAGMAS", DURABLE)
    opened = await Database.open(path)
    for engine in (opened.engines.writer, opened.engines.reader):
        async with engine.connect() as connection:
            names = ("journal_mode", "synchronous", "foreign_keys")
            modes = [await connection.run_sync(value, f"PRAGMA {name}") for name in names]
        assert modes == ["wal", 2, 1]
    await opened.close()


async def test_a_connection_for_reading_cannot_write(path: Path) -> None:
    opened = await Database.open(path)
    with pytest.raises(StoreError, match="cannot be written"):
        await opened.rows(text("DELETE FROM settings RETURNING key"))  # type: ignore[arg-type]  # not a query
    await opened.close()


@pytest.mark.usefixtures("generous")
async def test_only_the_owner_may_read_the_files(path: Path, file: Store) -> None:
    path.chmod(0o644)
    await (await Store.open(path)).close()
    await file.settings.put("commands", "abc")
    files = sorted(path.parent.iterdir())
    assert [each.name for each in files] == ["skiz.db", "skiz.db-shm", "skiz.db-wal"]
    assert {each.stat().st_mode & 0o777 for each in files} == {0o600}


async def test_closing_leaves_no_other_files_beside_the_database(path: Path) -> None:
    store = await Store.open(path)
    assert len([*path.parent.iterdir()]) == 3
    await store.close()
    assert [each.name for each in path.parent.iterdir()] == ["skiz.db"]
    execute(path, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="by a newer version"):
        await Store.open(path)
    assert [each.name for each in path.parent.iterdir()] == ["skiz.db"], "the refused database was closed"


async def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(StoreError, match="cannot be written: File exists"):
        await Store.open(tmp_path / "data" / "skiz.db")


async def test_opening_waits_while_another_process_sets_up_a_new_file(path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        opening = asyncio.create_task(Store.open(path))
        await asyncio.wait([opening], timeout=0.1)
        assert not opening.done()
        other.execute("ROLLBACK")
        await (await opening).close()


async def test_an_error_other_than_a_lock_is_raised_at_once_and_closes_the_file(tmp_path: Path) -> None:
    engine = engines.file_engine(tmp_path / "skiz.db", "no pragma")
    with pytest.raises(OperationalError, match="syntax error"):
        await engine.connect().start()
    await engine.dispose()


async def test_a_new_file_that_stays_locked_is_refused_in_the_end(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0.01)
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is locked by another program"):
            await Store.open(path)


async def test_a_full_disk_is_reported(path: Path) -> None:
    limited = await Database.open(path)
    async with limited.engines.writer.connect() as connection:
        await connection.run_sync(run, "PRAGMA max_page_count = 1")
    with pytest.raises(StoreError, match="cannot grow: the disk is full"):
        await limited.write(Step(text(f"INSERT INTO settings VALUES ('long', '{'x' * 1_000_000}')")))
    await limited.close()
