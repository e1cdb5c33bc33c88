"""What is found out about a database without changing it, and about damaged files."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Store, StoreError
from bot.store.copies import backup, move, restore
from bot.store.inspection import Condition, condition
from bot.store.migrations import known
from tests.postgresql import Server
from tests.store.helpers import fill, of_0_1_0


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


async def test_an_older_database_is_not_migrated(path: Path) -> None:
    of_0_1_0(path)
    before = path.read_bytes()
    found = await condition(path)
    assert (found.version, found.is_newest) == ("0003", False)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


async def test_a_damaged_file_is_refused(path: Path) -> None:
    store = await Store.open(path)
    await fill(store)
    await store.close()
    with closing(sqlite3.connect(path)) as opened, opened:
        opened.execute("DELETE FROM tables")
    with pytest.raises(StoreError, match=r"is damaged \(a row of \w+ belongs to none of tables\); restore"):
        await condition(path)


async def test_an_unreachable_server_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="in PostgreSQL cannot be reached"):
        await condition(f"postgresql:///skiz?host={tmp_path}")


async def test_a_user_who_may_not_create_tables_is_recognized(server: Server) -> None:
    address = await server.create_database()
    await server.execute("CREATE ROLE visitor LOGIN")
    await server.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC", address)
    try:
        found = await condition(address.replace("skiz@", "visitor@", 1))
        assert found == Condition(None, may_create=False, open_tables=0, newest=0.0)
    finally:
        await server.execute("DROP ROLE visitor")


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
