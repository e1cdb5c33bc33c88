from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.store import Store
from tests.store.rows import SEATS, TABLE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where an SQLite database can be made."""
    return tmp_path / "data" / "skiz.db"


@pytest.fixture
async def store(database: Path | str) -> AsyncIterator[Store]:
    opened = await Store.open(database)
    yield opened
    await opened.close()


@pytest.fixture
async def open_store(path: Path) -> AsyncIterator[Store]:
    """The database of a running bot."""
    store = await Store.open(path)
    await store.log.add_table(TABLE, SEATS)
    yield store
    await store.close()
