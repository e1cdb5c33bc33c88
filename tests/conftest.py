"""Fixtures of all tests, the profile of hypothesis, and a time limit for the end of a run."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import settings
from sqlalchemy import Connection, Engine, event

from bot.app import Skiz
from bot.playground import Playground
from bot.settings import VARIABLES, Settings
from bot.store import Store, engines
from card_images.deck import FACES, Deck
from tests import helpers, postgresql
from tests.examples import USUAL

settings.load_profile(USUAL)

LAST_SECONDS = 60.0

DURABLE = engines.PRAGMAS
"""What the bot sets on a file, before `forgetful`."""


def pytest_collection_finish() -> None:
    """Let the garbage collector leave alone what lives as long as the run: it is most of the heap.

    It looks more rarely for the rest, too, which saves a fourteenth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


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


@pytest.fixture(scope="session")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with an empty database of the newest version: copying it is quicker than making another."""
    path = tmp_path_factory.mktemp("new") / "skiz.db"

    async def make() -> None:
        await (await Store.open(path)).close()

    asyncio.run(make())
    return path


@pytest.fixture
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An environment without settings, and an empty working directory."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session", autouse=True)
def forgetful() -> Iterator[None]:
    """SQLite does not wait for the disk: what is written survives the end of a process, but no power cut."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines, "PRAGMAS", (*engines.PRAGMAS, "synchronous = OFF"))
        yield


class Compiled(dict[tuple[object, ...], object]):
    """Compiled statements, shared by databases of the same kind.

    SQLAlchemy's keys begin with the dialect of one engine; here only its type counts.
    """

    def get(self, key: tuple[object, ...], default: object = None) -> object:
        return super().get((type(key[0]), *key[1:]), default)

    def __setitem__(self, key: tuple[object, ...], compiled: object) -> None:
        super().__setitem__((type(key[0]), *key[1:]), compiled)


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """Each statement is compiled once, not once for each database that a test opens."""
    shared = Compiled()

    def share(connection: Connection) -> None:
        connection.execution_options(compiled_cache=shared)

    event.listen(Engine, "engine_connect", share)
    yield
    event.remove(Engine, "engine_connect", share)


@pytest.fixture
async def place(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    """A local Discord that discord.py connects to during the test."""
    async with helpers.local_discord(monkeypatch) as opened:
        yield opened


@pytest.fixture
def local(place: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of a bot that joins it, draws nothing in advance and pauses nowhere."""
    monkeypatch.setattr(Skiz, "prepare", lambda _: None)
    monkeypatch.setattr("bot.app.gc", Mock())  # it has the objects of the whole test run to look through
    return helpers.local_settings(place, tmp_path)


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that the bot waits before each further attempt to join, from now on without waiting."""
    waited: list[float] = []

    async def pause(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("bot.app.pause", pause)
    return waited
