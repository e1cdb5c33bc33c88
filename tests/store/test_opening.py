from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.store import Store, StoreError, database
from bot.store.database import Database
from bot.store.migrations import Migration, known
from tests.store.rows import DEAL, SEATS, TABLE

if TYPE_CHECKING:
    from pathlib import Path


def schema(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [
            sql
            for (sql,) in connection.execute("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY 1")
        ]


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


async def test_a_new_database_is_made_with_its_folder(path: Path) -> None:
    store = await Store.open(path)
    await store.close()
    assert version(path) == len(known())


async def test_it_survives_power_cuts_and_keeps_references(path: Path) -> None:
    database_ = await Database.open(path)
    modes = [
        await database_.rows(f"PRAGMA {name}") for name in ("journal_mode", "synchronous", "foreign_keys")
    ]
    await database_.close()
    assert modes == [[("wal",)], [(2,)], [(1,)]]


def test_migrations_are_numbered_without_a_gap() -> None:
    assert [each.number for each in known()] == list(range(1, len(known()) + 1))


@pytest.mark.parametrize("older", range(len(known()) + 1))
async def test_every_older_version_is_brought_up_to_date(older: int, tmp_path: Path) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    await (await Database.open(old, known()[:older])).close()
    assert version(old) == older
    await (await Store.open(old)).close()
    await (await Store.open(new)).close()
    assert (schema(old), version(old)) == (schema(new), version(new))


async def test_opening_again_changes_nothing(path: Path) -> None:
    store = await Store.open(path)
    await store.settings.put("commands", "abc")
    await store.close()
    again = await Store.open(path)
    assert await again.settings.get("commands") == "abc"
    await again.close()


async def test_a_failing_migration_leaves_the_database_as_it_was(path: Path) -> None:
    await (await Store.open(path)).close()
    before = schema(path)
    bad = Migration(len(known()) + 1, "0099_bad.sql", "CREATE TABLE half (x); CREATE TABLE tables (x);")
    with pytest.raises(StoreError, match=r"0099_bad\.sql failed: table tables already exists"):
        await Database.open(path, (*known(), bad))
    assert (schema(path), version(path)) == (before, len(known()))


async def test_a_newer_database_is_refused(path: Path) -> None:
    newer = Migration(len(known()) + 1, "0099_newer.sql", "CREATE TABLE newer (x);")
    await (await Database.open(path, (*known(), newer))).close()
    with pytest.raises(StoreError, match="written by a newer version of this program"):
        await Store.open(path)


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no database at all, but long enough to have a header\n" * 100)
    with pytest.raises(StoreError, match=r"notes\.txt is not a database") as caught:
        await Store.open(path)
    assert "\n" not in str(caught.value)


async def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written: Is a directory"):
        await Store.open(tmp_path)


async def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(StoreError, match="cannot be written: File exists"):
        await Store.open(tmp_path / "data" / "skiz.db")


async def test_a_locked_database(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.01)
    store = await Store.open(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is locked by another program"):
            await store.settings.put("commands", "abc")
    await store.settings.put("commands", "abc")
    await store.close()


async def test_a_full_disk(path: Path) -> None:
    limited = await Database.open(path)
    await limited.rows("PRAGMA max_page_count = 1")
    with pytest.raises(StoreError, match="cannot grow: the disk is full"):
        await limited.write("INSERT INTO settings VALUES ('long', ?)", ("x" * 1_000_000,))
    await limited.close()


async def test_other_errors_are_told_as_they_are(path: Path) -> None:
    opened = await Database.open(path)
    with pytest.raises(StoreError, match="failed: no such table: nowhere"):
        await opened.rows("SELECT * FROM nowhere")
    await opened.close()


async def test_a_closed_store_says_so(path: Path) -> None:
    store = await Store.open(path)
    await store.close()
    await store.close()
    for used in (
        store.settings.get("commands"),
        store.settings.put("commands", "abc"),
        store.backup(path.with_name("copy.db")),
    ):
        with pytest.raises(StoreError, match="is closed"):
            await used


async def test_a_backup_is_a_whole_database(store: Store, tmp_path: Path) -> None:
    await store.log.add_table(TABLE, SEATS)
    copy = tmp_path / "copies" / "skiz.db"
    await store.backup(copy)
    await store.settings.put("later", "not in the copy")
    await store.backup(copy.with_name("second.db"))
    restored = await Store.open(copy)
    assert [saved.table for saved in await restored.log.open_tables()] == [TABLE]
    assert await restored.settings.get("later") is None
    await restored.close()
    assert not list(copy.parent.glob("*.part"))


async def test_a_backup_that_cannot_be_written(store: Store, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        await store.backup(tmp_path / "file" / "skiz.db")
    with pytest.raises(StoreError, match="cannot be written: Is a directory"):
        await store.backup(tmp_path)


async def test_no_card_reaches_the_log_even_when_all_is_logged(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    logging.getLogger("aiosqlite").setLevel(logging.DEBUG)
    with caplog.at_level(logging.DEBUG):
        store = await Store.open(path)
        await store.log.add_table(TABLE, SEATS)
        await store.log.start_deal(TABLE, SEATS, DEAL)
        await store.close()
    assert "T22" not in caplog.text
