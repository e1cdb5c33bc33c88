"""What servers have chosen is read once, and changed only if that is saved."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.store import Server, StoreError
from cogs.delivery.servers import Servers

CHOSEN = Server(1, "ja", "fast")


class Shelf:
    """A store of what servers have chosen, which fails for a while."""

    def __init__(self) -> None:
        self.broken = False
        self.read = 0

    async def get(self, _: int) -> Server:
        self.read += 1
        self._fail()
        return CHOSEN

    async def put(self, _: Server) -> None:
        self._fail()

    def _fail(self) -> None:
        if self.broken:
            raise StoreError("the disk is full")


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def servers(shelf: Shelf) -> Servers:
    store: Any = SimpleNamespace(servers=shelf)
    return Servers(store)


async def test_a_server_is_read_once(servers: Servers, shelf: Shelf) -> None:
    assert [await servers.get(1), await servers.get(1)] == [CHOSEN, CHOSEN]
    assert shelf.read == 1


async def test_what_cannot_be_read_is_read_again_later(
    servers: Servers, shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    shelf.broken = True
    assert await servers.get(1) == Server(1)
    assert "cannot be read from the database: the disk is full" in caplog.text
    shelf.broken = False
    assert await servers.get(1) == CHOSEN


async def test_what_cannot_be_saved_has_not_changed(servers: Servers, shelf: Shelf) -> None:
    changed = CHOSEN._replace(pace="slow")
    shelf.broken = True
    with pytest.raises(StoreError):
        await servers.put(changed)
    shelf.broken = False
    assert await servers.get(1) == CHOSEN
    await servers.put(changed)
    assert await servers.get(1) == changed
