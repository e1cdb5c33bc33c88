"""Moving between SQLite and PostgreSQL, in every direction."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import select

from bot.store import Store, StoreError, copies, engines, migrations
from bot.store.copies import Moved, Sum, move
from bot.store.database import Database
from bot.store.schema import metadata, versions
from tests.postgresql import Server
from tests.store.helpers import fill

KNOWN = migrations.known()


@pytest.fixture(params=["sqlite", "postgresql"])
async def target(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Path | str]:
    """An empty database of each kind to move to."""
    if request.param == "sqlite":
        yield tmp_path / "new" / "skiz.db"
        return
    server: Server = request.getfixturevalue("server")
    yield await server.create()


@pytest.fixture
async def source(database: Path | str) -> Path | str:
    """A database with rows in every table, that is not in use."""
    store = await Store.open(database)
    await fill(store)
    await store.close()
    return database


@pytest.fixture
def reported() -> list[Moved]:
    return []


async def content(database: Path | str) -> dict[str, list[tuple[Any, ...]]]:
    opened = await Database.open(database)
    try:
        return {
            name: sorted(await opened.rows(select(table)), key=repr)
            for name, table in metadata.tables.items()
        }
    finally:
        await opened.close()


async def is_empty(database: Path | str) -> bool:
    if isinstance(database, Path):
        return not database.exists() and not list(database.parent.glob("*"))
    connection = await asyncpg.connect(database)
    try:
        return not await connection.fetch("SELECT * FROM pg_tables WHERE schemaname = current_schema")
    finally:
        await connection.close()


async def test_everything_arrives(
    source: Path | str, target: Path | str, reported: list[Moved], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "BATCH", 1)
    await move(source, target, reported.append)
    expected = await content(source)
    assert await content(target) == expected
    assert isinstance(target, str) or target.stat().st_mode & 0o777 == 0o600
    assert all(rows for rows in expected.values()), "an empty table would prove nothing"
    assert {each.table for each in reported} == {*metadata.tables} - {versions.name}
    assert all(each.source == each.target for each in reported)
    assert {each.table: each.source.rows for each in reported}.items() <= {
        name: len(rows) for name, rows in expected.items()
    }.items()


async def test_both_kinds_have_the_same_checksums(
    source: Path | str, target: Path | str, tmp_path: Path, reported: list[Moved]
) -> None:
    await move(source, target, reported.append)
    there, back = list(reported), tmp_path / "back.db"
    reported.clear()
    await move(target, back, reported.append)
    assert reported == there


def test_a_checksum_depends_on_every_value_but_not_on_their_order() -> None:
    rows: Any = [("a", 1, None, 0.1), ("b", 2, "", 2.0)]
    assert Sum().plus(rows) == Sum().plus(rows[1:]).plus(rows[:1])
    for other in (("a", 1, "", 0.1), ("a", 2, None, 0.1), ("a", 1, None, 0.2), ("A", 1, None, 0.1)):
        changed: Any = [other, rows[1]]
        assert Sum().plus(changed) != Sum().plus(rows)


async def test_a_database_in_use_is_not_moved(
    source: Path | str, target: Path | str, reported: list[Moved], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0.01)
    running = await Store.open(source)
    await running.settings.get("commands")
    with pytest.raises(StoreError, match=r"is locked by another program|is in use, connections: \d"):
        await move(source, target, reported.append)
    await running.close()
    assert await is_empty(target)
    assert not reported


async def test_no_bot_starts_while_a_file_is_moved(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Store.open(path)).close()

    def start(_: Moved) -> None:
        with (
            closing(sqlite3.connect(path, timeout=0.01)) as bot,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            bot.execute("SELECT * FROM tables")

    await move(path, tmp_path / "new.db", start)


async def test_a_difference_undoes_the_move(
    source: Path | str, target: Path | str, reported: list[Moved], monkeypatch: pytest.MonkeyPatch
) -> None:
    plus, batches = Sum.plus, count()

    def different(total: Sum, rows: Any) -> Sum:
        return plus(total, rows)._replace(checksum=next(batches))

    monkeypatch.setattr(Sum, "plus", different)
    with pytest.raises(StoreError, match="differs from what was read"):
        await move(source, target, reported.append)
    assert all(each.source != each.target for each in reported)
    assert await is_empty(target)


async def test_the_target_must_be_empty(
    source: Path | str, target: Path | str, reported: list[Moved]
) -> None:
    await (await Store.open(target)).close()
    for each in (target, source):
        before = await content(each)
        with pytest.raises(StoreError, match=r"exists already; name a new file|already has a table"):
            await move(source, each, reported.append)
        assert await content(each) == before


async def test_an_older_source_is_refused(
    source: Path | str, target: Path | str, reported: list[Moved], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "known", lambda: (*KNOWN, "9999"))
    with pytest.raises(StoreError, match="start the bot with it once"):
        await move(source, target, reported.append)
    assert await is_empty(target)


async def test_a_missing_source_is_refused(target: Path | str, tmp_path: Path, reported: list[Moved]) -> None:
    with pytest.raises(StoreError, match="There is no database"):
        await move(tmp_path / "nowhere.db", target, reported.append)
    with pytest.raises(StoreError, match="in PostgreSQL cannot be reached"):
        await move(f"postgresql:///skiz?host={tmp_path}", target, reported.append)
    assert await is_empty(target)
