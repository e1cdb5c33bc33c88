"""The gateway, driven directly: intents, sessions, and the same refusals as Discord's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from bot.playground import Playground
from bot.playground.person import Person
from bot.playground.state import GUILD_ID

GUILDS = 1


class Shard:
    """One connection of a bot that speaks the protocol itself."""

    def __init__(self, playground: Playground, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.playground = playground
        self.socket = socket

    async def send(self, op: int, **data: Any) -> None:
        await self.socket.send_json({"op": op, "d": {"token": self.playground.token, **data}})

    async def receive(self) -> Any:
        return await self.socket.receive_json(timeout=5)

    async def identify(self, intents: int = GUILDS, **more: Any) -> Any:
        await self.send(2, intents=intents, **more)
        return (await self.receive())["d"]

    async def receive_until(self, event: str) -> list[tuple[str, Any]]:
        """The events up to one of this name, each with its data."""
        told: list[tuple[str, Any]] = []
        while not told or told[-1][0] != event:
            sent = await self.receive()
            told.append((sent["t"], sent["d"]))
        return told

    async def closed_with(self) -> Any:
        return (await self.socket.receive(timeout=5)).data


@asynccontextmanager
async def connected(playground: Playground) -> AsyncIterator[Shard]:
    address = f"{playground.address}/gateway"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        await socket.receive_json()
        yield Shard(playground, socket)


@pytest.fixture
async def shard(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Shard]:
    monkeypatch.setattr("bot.playground.gateway.ACK_DELAY", 0)
    async with connected(playground) as one:
        yield one


def mark(playground: Playground) -> None:
    """Dispatch an event, to mark the end of what it receives."""
    playground.gateway.dispatch("MARK", {"guild_id": GUILD_ID})


async def test_ready_names_the_only_shard_and_a_guild_not_yet_available(shard: Shard) -> None:
    ready = await shard.identify()
    assert ready["shard"] == [0, 1]
    assert ready["guilds"] == [{"id": GUILD_ID, "unavailable": True}]
    sent = await shard.receive()
    assert (sent["t"], sent["d"]["unavailable"]) == ("GUILD_CREATE", False)


async def test_missed_events_are_replayed_once_on_resuming(shard: Shard, playground: Playground) -> None:
    session = (await shard.identify())["session_id"]
    for _ in range(2):
        mark(playground)
    async with connected(playground) as again:
        await again.send(6, session_id=session, seq=3)
        assert [(await again.receive())["s"] for _ in range(2)] == [4, 5]
        await shard.socket.close()
        mark(playground)
        assert (await again.receive())["s"] == 6, "closing the old connection changes nothing"


async def test_resuming_a_session_needs_the_right_token(shard: Shard, playground: Playground) -> None:
    session = (await shard.identify())["session_id"]
    async with connected(playground) as thief:
        await thief.send(6, token="wrong", session_id=session, seq=0)
        assert await thief.closed_with() == 4004
    async with connected(playground):
        mark(playground)
    assert [event for event, _ in await shard.receive_until("MARK")] == ["GUILD_CREATE", "MARK"]


@pytest.mark.parametrize(("resumable", "events"), [(True, ["RESUMED"]), (False, [None])])
async def test_invalid_session(shard: Shard, *, resumable: bool, events: list[str | None]) -> None:
    ready = await shard.identify()
    assert (await shard.receive())["t"] == "GUILD_CREATE"
    shard.playground.gateway.invalidate(resumable=resumable)
    assert await shard.receive() == {"op": 9, "d": resumable}
    await shard.send(6, session_id=ready["session_id"], seq=2)
    assert [(await shard.receive()).get("t")] == events


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"intents": 1 << 1}, 4014),
        ({"intents": 1 << 8}, 4014),
        ({"intents": 1 << 15}, 4014),
        ({"intents": 1, "token": "wrong"}, 4004),
        ({"intents": 1, "shard": [2, 2]}, 4010),
        ({"intents": 1, "shard": [-1, 2]}, 4010),
        ({"intents": 1, "shard": "0/2"}, 4010),
    ],
)
async def test_an_invalid_identification_closes_the_connection(
    shard: Shard, data: dict[str, Any], code: int
) -> None:
    await shard.send(2, **data)
    assert await shard.closed_with() == code


async def test_bot_and_pages_are_disconnected_when_the_server_stops(shard: Shard, anna: Person) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(anna.address + "ws") as page:
        await page.receive_json()
        await shard.playground.stop()
        await page.receive(timeout=5)
        assert (page.close_code, await shard.closed_with()) == (1001, 1001)
