"""What is found out about a database without changing it, and about damaged files."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Store, StoreError
from bot.store.inspection import Condition, condition
from bot.store.migrations import known
from tests.store.helpers import fill


async def test_the_condition_of_a_database_in_use_is_reported(database: Path | str) -> None:
    store = await Store.open(database)
    assert await condition(database) == Condition(known()[-1], may_create=True, open_tables=0, newest=0.0)
    await fill(store)
    found = await condition(database)
    assert found == Condition(known()[-1], may_create=True, open_tables=1, newest=2000.25)
    assert found.is_newest
    await store.close()


async def test_an_empty_database_stays_empty(database: Path | str) -> None:
    if isinstance(database, Path):
        database.parent.mkdir()
        database.touch()
    for _ in range(2):
        found = await condition(database)
        assert (found.version, found.is_newest) == (None, False)


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


async def test_a_damaged_value_is_reported_but_not_shown(file: Path) -> None:
    replace(file, b"secret", b"secre\xff")
    store = await Store.open(file)
    with pytest.raises(StoreError, match="is damaged; restore a backup") as caught:
        await store.settings.get("commands")
    assert "secre" not in str(caught.value)
    assert caught.value.__suppress_context__
    await store.close()


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
