"""PRIVACY.md tells what is kept of people, and how to delete it."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.pages import rows, text


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[sqlite3.Connection]:
    """A new database."""
    path = tmp_path / "skiz.db"
    await (await Store.open(path)).close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM alembic_version")
        yield connection


def tables_of(database: sqlite3.Connection) -> list[str]:
    return [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


def test_every_table_is_told(database: sqlite3.Connection) -> None:
    told = {name.strip() for names in rows("PRIVACY.md", "Table") for name in names.split(",")}
    assert told == set(tables_of(database))


def fill(database: sqlite3.Connection, user: int, name: str, key: int) -> None:
    """Insert a user in every column that can hold one."""
    for table in tables_of(database):
        columns = [column for (column,) in database.execute(f"SELECT name FROM pragma_table_info('{table}')")]
        people = dict.fromkeys(("user_id", "away_id", "host_id"), user) | {"name": name}
        values = [people.get(column, key) for column in columns]
        database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)


def everything(database: sqlite3.Connection, table: str = "") -> list[tuple[object, ...]]:
    return [
        row
        for each in ([table] if table else tables_of(database))
        for row in database.execute(f"SELECT * FROM {each}")
    ]


def test_whoever_wants_to_be_forgotten_is(database: sqlite3.Connection) -> None:
    bela, anna = 518390274661253120, 402857196104744961
    fill(database, bela, "Béla", 1)
    others = everything(database)
    fill(database, anna, "Anna", 2)
    lines = re.search(r"```sql\n(.+?)```", text("PRIVACY.md"), re.DOTALL)
    assert lines
    for statement in filter(str.strip, lines[1].split(";")):
        database.execute(statement, {"user": anna} if ":user" in statement else {})
    left = everything(database)
    assert not [row for row in left if anna in row or "Anna" in row]
    assert [row for row in left if row in others] == others
    assert len(everything(database, "standings")) == 2
