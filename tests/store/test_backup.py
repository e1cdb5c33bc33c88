"""Backups of SQLite, and databases made from them."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Store, StoreError
from bot.store.copies import backup, restore
from tests.store.helpers import SEATS, TABLE, execute


def everything(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """All that is in a folder: kind, permissions, size and content of each file, by its path."""
    return {
        str(each): (
            each.lstat().st_mode,
            each.lstat().st_size,
            each.read_bytes() if each.is_file() and not each.name.endswith("-shm") else b"",  # -shm: locks
        )
        for each in sorted(folder.rglob("*"))
    }


async def tables_of(path: Path) -> list[str]:
    store = await Store.open(path)
    try:
        return [each.table.id for each in await store.log.open_tables()]
    finally:
        await store.close()


async def test_a_backup_is_a_whole_database(open_store: Store, path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "two words" / "skiz.db"
    backup(path, copy)
    await open_store.settings.put("later", "not in the copy")
    backup(path, copy.with_name("second.db"))
    assert sorted(each.name for each in copy.parent.iterdir()) == ["second.db", "skiz.db"]
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?immutable=1", uri=True)) as opened:
        assert opened.execute("PRAGMA journal_mode").fetchone() == ("delete",), "it needs no other file"
    restored = await Store.open(copy)
    assert [each.table for each in await restored.log.open_tables()] == [TABLE]
    assert await restored.settings.get("later") is None
    await restored.close()


async def test_a_backup_is_synced_to_disk_before_it_appears(
    open_store: Store, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, synced = tmp_path / "copies" / "skiz.db", list[tuple[bool, bool]]()
    descriptors = list[int]()

    def noted(descriptor: int) -> None:
        descriptors.append(descriptor)
        synced.append((stat.S_ISDIR(os.fstat(descriptor).st_mode), target.exists()))

    monkeypatch.setattr(os, "fsync", noted)
    backup(path, target)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptors[-1])  # the folder is closed again
    assert synced == [(False, False), (True, True)], "first the file, then its folder with the new name"


async def test_a_backup_waits_for_no_writer(open_store: Store, path: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO settings VALUES ('half', 'saved')")
        backup(path, tmp_path / "copy.db")
        writer.execute("ROLLBACK")
    assert await tables_of(tmp_path / "copy.db") == [TABLE.id]


TAKEN: dict[str, Callable[[Path, Path], object]] = {
    "a folder": lambda path, _: path.mkdir(),
    "another file": lambda path, _: path.write_text("precious"),
    "a dangling link": lambda path, _: path.symlink_to(path.with_name("nowhere")),
    "a link to the database": lambda path, database: path.symlink_to(database),
    "a log of another database": lambda path, _: path.with_name(f"{path.name}-wal").write_text("of another"),
}


@pytest.mark.parametrize("make", TAKEN.values(), ids=TAKEN)
async def test_a_backup_does_not_overwrite_existing_files(
    open_store: Store, path: Path, tmp_path: Path, make: Callable[[Path, Path], None]
) -> None:
    target = tmp_path / "copy.db"
    make(target, path)
    before = everything(tmp_path)
    with pytest.raises(StoreError, match="exists already; name a new file") as caught:
        backup(path, target)
    assert "\n" not in str(caught.value)
    assert everything(tmp_path) == before


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
async def test_a_backup_to_a_file_of_the_database_itself_is_refused(
    path: Path, tmp_path: Path, end: str
) -> None:
    await (await Store.open(path)).close()
    (tmp_path / "link").symlink_to(path.parent)
    before = everything(tmp_path)
    for parent in (path.parent, tmp_path / "link", path.parent / ".." / "data"):
        with pytest.raises(StoreError, match=r"database itself uses|exists already"):
            backup(path, parent / (path.name + end))
    assert everything(tmp_path) == before


@pytest.mark.parametrize("name", ["file/copy.db", "x" * 300, "/proc/copy.db", "/dev/null/copy.db"])
async def test_a_backup_to_an_unwritable_place_is_refused(
    open_store: Store, path: Path, tmp_path: Path, name: str
) -> None:
    (tmp_path / "file").write_text("")
    before = everything(tmp_path)
    with pytest.raises(StoreError, match=r"cannot be written: ") as caught:
        backup(path, tmp_path / name)
    assert "\n" not in str(caught.value)
    assert everything(tmp_path) == before


async def test_a_target_that_appears_meanwhile_is_kept(
    open_store: Store, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "copy.db"
    monkeypatch.setattr("bot.store.copies.refuse_damaged", lambda *_: target.write_text("mine"))
    with pytest.raises(StoreError, match="cannot be written: File exists"):
        backup(path, target)
    assert target.read_text() == "mine"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["copy.db", "data"]


@pytest.mark.parametrize("there_already", [False, True])
async def test_a_backup_needs_no_hard_links(
    open_store: Store, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there_already: bool
) -> None:
    target = tmp_path / "copy.db"

    def link(*_: Path) -> None:
        if there_already:
            target.write_text("mine")
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    if there_already:
        with pytest.raises(StoreError, match="cannot be written: File exists"):
            backup(path, target)
        assert target.read_text() == "mine"
    else:
        backup(path, target)
        assert await tables_of(target) == [TABLE.id]
        assert target.stat().st_mode & 0o777 == 0o600


async def test_a_damaged_database_is_not_copied(path: Path, tmp_path: Path) -> None:
    await (await Store.open(path)).close()
    execute(path, "INSERT INTO seats (table_id, seat, name) VALUES ('gone', 0, 'Anna')")
    with pytest.raises(StoreError, match=r"is damaged \(a row of seats belongs to none of tables\)"):
        backup(path, tmp_path / "copy.db")
    assert [each.name for each in tmp_path.iterdir()] == ["data"]


@pytest.fixture
async def backed_up(path: Path, tmp_path: Path) -> Path:
    """A backup of a database that is gone."""
    store = await Store.open(path)
    await store.log.add_table(TABLE, SEATS)
    await store.close()
    target = tmp_path / "backed_up.db"
    backup(path, target)
    path.unlink()
    return target


async def test_a_backup_becomes_the_database(backed_up: Path, path: Path) -> None:
    await restore(backed_up, path)
    assert [each.name for each in path.parent.iterdir()] == ["skiz.db"]
    assert path.stat().st_mode & 0o777 == 0o600
    assert await tables_of(path) == [TABLE.id]


async def test_a_raw_copy_with_its_log_is_restored_whole(
    open_store: Store, path: Path, tmp_path: Path
) -> None:
    raw = tmp_path / "raw"
    raw.mkdir()
    for each in path.parent.iterdir():
        (raw / each.name).write_bytes(each.read_bytes())
    await restore(raw / path.name, tmp_path / "new.db")
    assert await tables_of(tmp_path / "new.db") == [TABLE.id]


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
async def test_restoring_does_not_overwrite_existing_files(backed_up: Path, path: Path, end: str) -> None:
    path.with_name(path.name + end).write_text("precious")
    before = everything(path.parent)
    with pytest.raises(StoreError, match="exists already; stop the bot and move it away first"):
        await restore(backed_up, path)
    assert everything(path.parent) == before


async def test_a_missing_or_empty_file_is_neither_copied_nor_restored(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "file.db"
    for reason in ("There is no", "is empty|holds no database of this program"):
        with pytest.raises(StoreError, match=reason):
            backup(file, tmp_path / "copy.db")
        with pytest.raises(StoreError, match=reason):
            await restore(file, path)
        file.touch()
    assert [each.name for each in tmp_path.iterdir()] == ["file.db"]
