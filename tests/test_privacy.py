"""PRIVACY.md describes the data kept of people, and the content of an export."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.store import Message, Order, Store
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
    await store.orders.give(Order.BLOCK, (ANNA, BELA), 7.0)
    await store.messages.put("open", Message("ping", 0, 3, 6, called=(BELA, ANNA)))
    return await store.personal.document(ANNA)
