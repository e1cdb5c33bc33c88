"""SQLite files that are damaged: each way into one says so, and what to do."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.store import Store, StoreError
from bot.store.inspection import condition
from bot.store.moving import backup, move, restore

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path


@pytest.fixture
async def file(path: Path) -> Path:
    """A database that is not in use."""
    store = await Store.open(path)
    await store.settings.put("commands", "secret")
    await store.close()
    return path


def replace(file: Path, before: bytes, after: bytes) -> None:
    content = file.read_bytes()
    assert before in content
    assert len(before) == len(after)
    file.write_bytes(content.replace(before, after))


async def backed_up(file: Path, other: Path) -> None:
    backup(file, other)


async def moved(file: Path, other: Path) -> None:
    await move(file, other, lambda _: None)


WAYS: dict[str, Callable[[Path, Path], Awaitable[object]]] = {
    "opened": lambda file, _: Store.open(file),
    "checked": lambda file, _: condition(file),
    "backed up": backed_up,
    "restored": restore,
    "moved": moved,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("torn", [b"CREATE T\0BLE settings", b"CREATE T\xffBLE settings"])
async def test_a_file_with_a_damaged_schema_is_refused(
    file: Path, tmp_path: Path, way: str, torn: bytes
) -> None:
    replace(file, b"CREATE TABLE settings", torn)
    with pytest.raises(StoreError, match=r"skiz\.db is damaged; restore a backup") as caught:
        await WAYS[way](file, tmp_path / "other.db")
    assert caught.value.__suppress_context__
    assert not (tmp_path / "other.db").exists()


async def test_a_damaged_value_is_reported_but_not_shown(file: Path) -> None:
    replace(file, b"secret", b"secre\xff")
    store = await Store.open(file)
    with pytest.raises(StoreError, match="is damaged; restore a backup") as caught:
        await store.settings.get("commands")
    assert "secre" not in str(caught.value)
    await store.close()


async def test_the_check_names_the_index_that_lacks_a_row(file: Path) -> None:
    with closing(sqlite3.connect(file)) as opened, opened:
        opened.execute("INSERT INTO people (user_id) VALUES (5)")
        opened.execute("CREATE INDEX seen ON people (user_id)")
        opened.execute("PRAGMA writable_schema = ON")
        opened.execute("UPDATE sqlite_master SET sql = replace(sql, 'user_id', 'locale') WHERE name = 'seen'")
    with pytest.raises(StoreError, match=r"is damaged \(row 1 missing from index seen\); restore a backup"):
        await condition(file)


async def test_the_check_names_the_page_that_is_torn(file: Path) -> None:
    with closing(sqlite3.connect(file)) as opened:
        (page,) = opened.execute("SELECT rootpage FROM sqlite_master WHERE name = 'people'").fetchone()
        (size,) = opened.execute("PRAGMA page_size").fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * size + 1] = 0xFF  # where the page is free, which matters to writers only
    file.write_bytes(content)
    with pytest.raises(
        StoreError, match=rf"(?i)is damaged \([^*\n]*\bpage {page}\b[^*\n]*\); restore a backup"
    ):
        await condition(file)
