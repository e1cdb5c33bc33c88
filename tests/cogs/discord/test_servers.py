"""Server settings are read once, and change only if they can be saved."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.store import Server, StoreError
from cogs.discord.people import Servers

CHOSEN = Server(1, "ja", "fast")


class ServerRows:
    """The settings of a server in a store that fails on demand."""

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
def rows() -> ServerRows:
    return ServerRows()


@pytest.fixture
def servers(rows: ServerRows) -> Servers:
    store: Any = SimpleNamespace(servers=rows)
    return Servers(store)


async def test_server_settings_are_read_once(servers: Servers, rows: ServerRows) -> None:
    assert [await servers.get(1), await servers.get(1)] == [CHOSEN, CHOSEN]
    assert rows.read == 1


async def test_a_failed_read_yields_defaults_and_is_repeated_later(
    servers: Servers, rows: ServerRows, caplog: pytest.LogCaptureFixture
) -> None:
    rows.broken = True
    assert await servers.get(1) == Server(1)
    assert "cannot be read from the database: the disk is full" in caplog.text
    rows.broken = False
    assert await servers.get(1) == CHOSEN


async def test_a_failed_save_changes_no_settings(servers: Servers, rows: ServerRows) -> None:
    changed = CHOSEN._replace(pace="slow")
    rows.broken = True
    with pytest.raises(StoreError):
        await servers.put(changed)
    rows.broken = False
    assert await servers.get(1) == CHOSEN
    await servers.put(changed)
    assert await servers.get(1) == changed
