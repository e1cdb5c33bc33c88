"""PRIVACY.md describes the data kept of people, the content of an export, and how to delete a person."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text as sql

from bot.store import Message, Store
from bot.store.database import Database, Step
from bot.store.schema import metadata
from tests.helpers import rows, text
from tests.store.helpers import ANNA, BELA, fill


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "skiz.db")
    yield opened
    await opened.close()


def test_every_table_is_described() -> None:
    told = {name.strip() for names in rows("PRIVACY.md", "Table") for name in names.split(",")}
    assert told == set(metadata.tables)


# -- the export ----------------------------------------------------------------------------


async def test_every_field_of_an_export_is_described(store: Store) -> None:
    document = await store_of_anna(store)
    parts = {name: each for name, each in document.items() if isinstance(each, list)}
    parts["actions of a deal"] = parts["deals"][0]["actions"]
    told = rows("PRIVACY.md", "Part")
    assert {part: cells[0].split(", ") for part, cells in told.items()} == {
        part: list(each[0]) for part, each in parts.items()
    }
    assert f"`format` (`{document['format']}`)" in text("PRIVACY.md")


def test_every_column_is_exported_or_listed_as_left_out() -> None:
    told = {part.partition(" ")[0]: cells for part, cells in rows("PRIVACY.md", "Part").items()}
    for name, (exported, left_out) in told.items():
        columns = {column.name for column in metadata.tables[name].columns}
        assert columns <= {*exported.split(", "), *left_out.split(", ")} - {""}, name
    assert set(metadata.tables) - set(told) == {
        *("calls", "forwarded", "records", "servers", "servers_left", "settings", "alembic_version")
    }


async def store_of_anna(store: Store) -> dict[str, Any]:
    """Fill every table; return the export of Anna."""
    await fill(store)
    for user in (ANNA, BELA):
        await store.messages.put("open", Message("dm 1", user, 3, user))
        await store.messages.put("ended", Message(f"ping {user}", 0, 3, 5, called=(user,)))
    await store.messages.put("open", Message("ping", 0, 3, 6, called=(BELA, ANNA)))
    return await store.personal.document(ANNA)


# -- deleting ------------------------------------------------------------------------------


async def rows_of(database: Database) -> dict[str, Sequence[tuple[Any, ...]]]:
    """All rows of all tables."""
    return {
        name: await database.rows(table.select().order_by(*table.primary_key))
        for name, table in metadata.tables.items()
    }


@pytest.mark.parametrize("user", [ANNA, BELA])
async def test_the_sql_statements_do_the_same_as_the_command(
    database: Path | str, tmp_path: Path, user: int
) -> None:
    """The same rows are filled in twice; one person is deleted by the statements, and by the program."""
    found = re.search(r"```sql\nBEGIN;\n(.+?)COMMIT;\n```", text("PRIVACY.md"), re.DOTALL)
    assert found
    statements = found[1].replace(":user", str(user)).split(";\n")
    left = []
    for path, by_program in ((database, False), (tmp_path / "other.db", True)):
        store = await Store.open(path)
        await store_of_anna(store)
        if by_program:
            await store.personal.erase(user)
        await store.close()
        opened = await Database.open(path)
        if not by_program:
            await opened.write(*(Step(sql(each)) for each in statements if each))
        left.append(await rows_of(opened))
        await opened.close()
    assert left[0] == left[1]
    names = {ANNA: "Anna", BELA: "Béla"}
    values = {str(each) for some in left[0].values() for row in some for each in row}
    assert not values & {str(user), names[user], f"<{user}>"}
    assert len(values & {str(ANNA), str(BELA)}) == 1
