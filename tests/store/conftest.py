from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.cli import run
from bot.store import Store
from tests.store.filling import fill
from tests.store.rows import SEATS, TABLE
from tests.store.states import DATABASE, Images, copy_files

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.postgresql import Server


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


@pytest.fixture(scope="session")
def images(tmp_path_factory: pytest.TempPathFactory) -> Images:
    made = Images(*(tmp_path_factory.mktemp(name) for name in ("closed", "killed", "foreign")))
    asyncio.run(fill_both(made))
    foreign = made.foreign / "open" / DATABASE.name
    foreign.parent.mkdir()
    with closing(sqlite3.connect(foreign, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("CREATE TABLE notes (text TEXT)")
        other.execute("PRAGMA wal_checkpoint")
        other.execute("INSERT INTO notes VALUES ('precious')")
        copy_files(foreign.parent, made.foreign)
    return made


async def fill_both(images: Images) -> None:
    store = await Store.open(images.closed / DATABASE.name)
    await fill(store)
    await store.settings.put("kept", "before")
    await store.close()
    shutil.copytree(images.closed, images.killed / "open")
    store = await Store.open(images.killed / "open" / DATABASE.name)
    await store.settings.put("kept", "after")
    copy_files(images.killed / "open", images.killed)
    await store.close()


@pytest.fixture
def commands_folder(no_settings: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without any database; a start ends once it has opened its own."""

    async def join(*_: object) -> None:
        pass

    monkeypatch.setenv("DATABASE", str(DATABASE))
    monkeypatch.setenv("PLAYGROUND_PORT", "0")
    monkeypatch.setattr(run, "join", join)
    monkeypatch.setattr("bot.settings.set_up", lambda *_: None)
    DATABASE.parent.mkdir()
