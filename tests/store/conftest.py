from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.postgresql import Server
from tests.store.helpers import SEATS, TABLE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where an SQLite database can be made."""
    return tmp_path / "data" / "skiz.db"


@pytest.fixture(params=["sqlite", "postgresql"])
async def migrated(request: pytest.FixtureRequest, path: Path, new_database: Path) -> Path | str:
    """A database of each kind that has its tables, but no rows."""
    if request.param == "sqlite":
        path.parent.mkdir()
        return Path(shutil.copy(new_database, path))
    server: Server = request.getfixturevalue("server")
    return await server.migrated()


@pytest.fixture
async def store(migrated: Path | str) -> AsyncIterator[Store]:
    opened = await Store.open(migrated)
    yield opened
    await opened.close()


@pytest.fixture
async def open_store(path: Path) -> AsyncIterator[Store]:
    """The database of a running bot."""
    store = await Store.open(path)
    await store.log.add_table(TABLE, SEATS)
    yield store
    await store.close()
