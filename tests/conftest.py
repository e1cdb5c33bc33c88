"""Fixtures of all tests, the profile of hypothesis, and a time limit for the end of a run."""

from __future__ import annotations

import asyncio
import faulthandler
import random
from typing import TYPE_CHECKING, Any

import aiosqlite
import pytest
from hypothesis import settings

from bot.settings import VARIABLES
from card_images.deck import FACES, Deck
from tests import postgresql
from tests.examples import USUAL

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

settings.load_profile(USUAL)

LAST_SECONDS = 20.0


def pytest_unconfigure() -> None:
    """End the process, with a traceback, even if a failed test has left a thread running."""
    faulthandler.dump_traceback_later(LAST_SECONDS, exit=True, file=2)


@pytest.fixture(scope="session")
def deck_folder(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> Path:
    """A folder with the masters of all cards in both styles, shared by the workers.

    pytest's cache keeps it between runs, and changed drawings are drawn again. Without that cache the deck is
    drawn once in a run.
    """
    if request.config.pluginmanager.has_plugin("cacheprovider"):
        folder = request.config.cache.mkdir("pictures")
    else:
        own = tmp_path_factory.getbasetemp()
        folder = (own if worker_id == "master" else own.parent) / "pictures"
    deck = Deck(folder)
    # Each worker draws in another order, so that they share the work.
    for face in random.Random(worker_id).sample(FACES, len(FACES)):
        if not deck.keeps(face):
            deck.master(*face)
    deck.prepare()
    return folder


@pytest.fixture(scope="session")
def server() -> Iterator[postgresql.Server]:
    """A PostgreSQL server, started once by each worker that needs one."""
    programs = postgresql.programs()
    if programs is None:
        pytest.skip("there is no PostgreSQL on this machine")
    started = postgresql.Server(programs)
    try:
        started.start()
        yield started
    finally:
        started.close()


@pytest.fixture(params=["sqlite", "postgresql"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """A new database of each kind: a path that does not exist yet, or the address of an empty database."""
    if request.param == "sqlite":
        return tmp_path / "data" / "skiz.db"
    server: postgresql.Server = request.getfixturevalue("server")
    return await server.create()


@pytest.fixture
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An environment without settings, and an empty working directory."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def connections_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close the database connections that a failed test has left open.

    Each has a thread that Python waits for at exit: an open one stalls the run after its summary.
    """
    opened: list[aiosqlite.Connection] = []
    make = aiosqlite.Connection.__init__

    def remembering(connection: aiosqlite.Connection, *arguments: Any, **options: Any) -> None:
        make(connection, *arguments, **options)
        opened.append(connection)

    monkeypatch.setattr(aiosqlite.Connection, "__init__", remembering)
    yield
    left_open = [connection for connection in opened if connection._connection is not None]
    if left_open:
        asyncio.run(close(left_open))


async def close(connections: list[aiosqlite.Connection]) -> None:
    for connection in connections:
        await connection.close()
