from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from bot.store import Store, StoreError
from bot.store.database import Database, Step
from bot.store.inspection import Condition, condition, reading
from bot.store.migrations import known
from tests.store.filling import fill
from tests.store.old import of_0_1_0

if TYPE_CHECKING:
    from tests.postgresql import Server


async def change(database: Path | str, statement: str) -> None:
    opened = await Database.open(database)
    await opened.write(Step(text(statement)))
    await opened.close()


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


async def test_a_connection_for_reading_cannot_write(path: Path) -> None:
    await (await Store.open(path)).close()
    with pytest.raises(StoreError, match="cannot be written"), reading(path) as connection:
        connection.execute(text("DELETE FROM settings"))


async def test_a_newer_database_is_refused(database: Path | str) -> None:
    await change(database, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="by a newer version of this program"):
        await condition(database)


async def test_a_database_of_another_program_is_refused(database: Path | str) -> None:
    await change(database, "DROP TABLE people")
    with pytest.raises(StoreError, match="belongs to another program"):
        await condition(database)


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
