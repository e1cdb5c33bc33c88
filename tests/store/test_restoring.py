"""Databases made from backups."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.store import Store, StoreError
from bot.store.migrations import known
from bot.store.moving import backup, restore
from tests.store.old import of_0_1_0
from tests.store.rows import SEATS, TABLE
from tests.store.test_copying import ORPHAN, everything, execute, tables_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
async def saved(path: Path, tmp_path: Path) -> Path:
    """A backup of a database that is gone."""
    store = await Store.open(path)
    await store.log.add_table(TABLE, SEATS)
    await store.close()
    target = tmp_path / "saved.db"
    backup(path, target)
    path.unlink()
    return target


async def test_a_backup_becomes_the_database(saved: Path, path: Path) -> None:
    await restore(saved, path)
    assert [each.name for each in path.parent.iterdir()] == ["skiz.db"]
    assert path.stat().st_mode & 0o777 == 0o600
    assert await tables_of(path) == [TABLE.id]


async def test_a_backup_of_0_1_0_is_migrated(path: Path, tmp_path: Path) -> None:
    old = tmp_path / "old" / "skiz.db"
    of_0_1_0(old)
    execute(old, "INSERT INTO settings VALUES ('commands', 'abc')")
    content = old.read_bytes()
    await restore(old, path)
    with closing(sqlite3.connect(path)) as restored:
        assert restored.execute("SELECT version_num FROM alembic_version").fetchone() == (known()[-1],)
        assert restored.execute("SELECT value FROM settings").fetchone() == ("abc",)
    assert old.read_bytes() == content


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
async def test_restoring_does_not_overwrite_existing_files(saved: Path, path: Path, end: str) -> None:
    path.with_name(path.name + end).write_text("precious")
    before = everything(path.parent)
    with pytest.raises(StoreError, match="exists already; stop the bot and move it away first"):
        await restore(saved, path)
    assert everything(path.parent) == before


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "by a newer version of this program"),
        ("DROP TABLE people", "belongs to another program"),
        (ORPHAN, "is damaged"),
    ],
)
async def test_an_unusable_backup_is_not_restored(
    saved: Path, path: Path, statement: str, reason: str
) -> None:
    execute(saved, statement)
    with pytest.raises(StoreError, match=reason) as caught:
        await restore(saved, path)
    assert str(saved) in str(caught.value)
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "reason"),
    [(None, "There is no backup"), (b"", "is empty"), (b"no database at all" * 100, "is not a database")],
)
async def test_a_file_that_is_not_a_backup_is_not_restored(
    path: Path, tmp_path: Path, content: bytes | None, reason: str
) -> None:
    file = tmp_path / "saved.db"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(StoreError, match=reason):
        await restore(file, path)
    assert not path.exists()


@pytest.mark.parametrize("special", ["/dev/null", "/dev/zero", "."])
async def test_a_special_file_is_not_restored(path: Path, tmp_path: Path, special: str) -> None:
    with pytest.raises(StoreError, match="There is no backup"):
        await restore(tmp_path / special, path)
