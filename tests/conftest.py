"""For all tests: the deck, drawn once; the examples of hypothesis; a run that always ends."""

from __future__ import annotations

import asyncio
import faulthandler
import random
from typing import TYPE_CHECKING

import aiosqlite
import pytest
from hypothesis import settings

from card_images.deck import FACES, Deck
from tests.examples import USUAL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

settings.load_profile(USUAL)

LAST_SECONDS = 20.0


def pytest_unconfigure() -> None:
    """End the process even if a failed test has left a thread of another kind, and show where that is."""
    faulthandler.dump_traceback_later(LAST_SECONDS, exit=True, file=2)


@pytest.fixture(scope="session")
def deck_folder(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> Path:
    """A folder with all masters of both styles, shared by the workers.

    pytest's cache keeps it from run to run: a drawing that has changed is drawn again. Without that cache
    the deck is drawn once in a run.
    """
    if request.config.pluginmanager.has_plugin("cacheprovider"):
        folder = request.config.cache.mkdir("pictures")
    else:
        own = tmp_path_factory.getbasetemp()
        folder = (own if worker_id == "master" else own.parent) / "pictures"
    deck = Deck(folder)
    # Each worker in an order of its own, so that they share the work.
    for face in random.Random(worker_id).sample(FACES, len(FACES)):
        if not deck.keeps(face):
            deck.master(*face)
    deck.prepare()
    return folder


@pytest.fixture(autouse=True)
def connections_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close the database connections that a failed test has left open.

    Each has a thread that Python waits for at its end: one left open stalls the whole run after its summary.
    """
    opened: list[aiosqlite.Connection] = []
    monkeypatch.setattr(aiosqlite, "connect", remembering(opened, aiosqlite.connect))
    yield
    left_open = [connection for connection in opened if connection._connection is not None]
    if left_open:
        asyncio.run(close(left_open))


def remembering(
    opened: list[aiosqlite.Connection], connect: Callable[..., aiosqlite.Connection]
) -> Callable[..., aiosqlite.Connection]:
    def connected(*arguments: object, **options: object) -> aiosqlite.Connection:
        connection = connect(*arguments, **options)
        opened.append(connection)
        return connection

    return connected


async def close(connections: list[aiosqlite.Connection]) -> None:
    for connection in connections:
        await connection.close()
