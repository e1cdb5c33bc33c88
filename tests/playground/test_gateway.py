"""The gateway, driven directly: shards, intents, sessions, and the same refusals as Discord's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from bot.playground import Playground
from bot.playground.messages import compose
from bot.playground.person import Person
from bot.playground.world import CHANNEL_ID, GUILD_ID, Message

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1, 512, 4096


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
        """The code with which the server closed the connection."""
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


def post(playground: Playground, channel_id: str = CHANNEL_ID, **fields: Any) -> Message:
    """A new message of the bot, which the gateway dispatches."""
    message = compose(playground.world, channel_id, {"content": "x"}, {})
    return playground.world.put(replace(message, **fields))


def mark(playground: Playground) -> None:
    """Dispatch an event to every shard for the guild, to mark the end of what it receives."""
    playground.gateway.dispatch("MARK", {"guild_id": GUILD_ID})


async def test_a_heartbeat_is_acknowledged(shard: Shard) -> None:
    await shard.send(1)
    assert await shard.receive() == {"op": 11}


async def test_a_bot_can_identify_after_resuming_an_unknown_session(shard: Shard) -> None:
    await shard.send(6, session_id="1", seq=1)
    assert await shard.receive() == {"op": 9, "d": False}
    assert (await shard.identify())["shard"] == [0, 1]


async def test_ready_names_the_only_shard_and_a_guild_not_yet_available(shard: Shard) -> None:
    ready = await shard.identify()
    assert ready["shard"] == [0, 1]
    assert ready["guilds"] == [{"id": GUILD_ID, "unavailable": True}]
    sent = await shard.receive()
    assert (sent["t"], sent["d"]["unavailable"]) == ("GUILD_CREATE", False)


async def test_a_bot_without_intents_receives_only_interactions(shard: Shard, playground: Playground) -> None:
    assert (await shard.identify(0))["shard"] == [0, 1]
    post(playground)
    playground.gateway.interaction({"guild_id": GUILD_ID, "id": "1"})
    assert await shard.receive_until("INTERACTION_CREATE") == [
        ("INTERACTION_CREATE", {"guild_id": GUILD_ID, "id": "1"})
    ]


async def test_the_intent_for_guild_messages_covers_public_messages_only(
    shard: Shard, playground: Playground, anna: Person
) -> None:
    await shard.identify(GUILD_MESSAGES)
    message = post(playground)
    post(playground, only_for=anna.user.id)
    post(playground, playground.world.dm(anna.user.id).id)
    playground.world.put(replace(message, content="y"))
    playground.world.delete(message.id)
    *told, (_, deleted) = await shard.receive_until("MESSAGE_DELETE")
    assert [(event, data["content"]) for event, data in told] == [
        ("MESSAGE_CREATE", "x"),
        ("MESSAGE_UPDATE", "y"),
    ]
    assert {data["guild_id"] for _, data in told} == {GUILD_ID}
    assert deleted == {"id": message.id, "channel_id": CHANNEL_ID, "guild_id": GUILD_ID}


async def test_direct_messages_need_their_own_intent(
    shard: Shard, playground: Playground, anna: Person
) -> None:
    await shard.identify(DIRECT_MESSAGES)
    post(playground)
    message = post(playground, playground.world.dm(anna.user.id).id)
    ((event, data),) = await shard.receive_until("MESSAGE_CREATE")
    assert (event, data["id"]) == ("MESSAGE_CREATE", message.id)
    assert "guild_id" not in data


async def test_each_shard_receives_only_its_own_events(playground: Playground, anna: Person) -> None:
    """Discord derives a guild's shard from the time in its id, and sends direct messages to shard 0."""
    mine = (int(GUILD_ID) >> 22) % 3
    intents = GUILDS | GUILD_MESSAGES | DIRECT_MESSAGES
    async with connected(playground) as guilds, connected(playground) as others:
        assert mine != 0, "or both shards would be the same"
        assert (await guilds.identify(intents, shard=[mine, 3]))["guilds"]
        assert not (await others.identify(intents, shard=[0, 3]))["guilds"]
        public = post(playground)
        private = post(playground, playground.world.dm(anna.user.id).id)
        told = await guilds.receive_until("MESSAGE_CREATE")
        assert [event for event, _ in told] == ["GUILD_CREATE", "MESSAGE_CREATE"]
        assert told[-1][1]["id"] == public.id
        ((_, data),) = await others.receive_until("MESSAGE_CREATE")
        assert data["id"] == private.id


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


async def test_a_bot_can_identify_again_after_an_invalid_session(
    shard: Shard, playground: Playground
) -> None:
    await shard.identify()
    await shard.receive()
    playground.gateway.invalidate()
    assert await shard.receive() == {"op": 9, "d": False}
    assert (await shard.identify())["shard"] == [0, 1]


async def test_identifying_twice_closes_the_connection(shard: Shard) -> None:
    await shard.identify()
    await shard.receive()
    await shard.send(2, intents=GUILDS)
    assert await shard.closed_with() == 4005


@pytest.mark.parametrize("op", [3, 4, 8])
async def test_operations_without_effect_are_accepted_and_unknown_ones_are_not(shard: Shard, op: int) -> None:
    await shard.identify()
    await shard.receive()
    await shard.send(op)
    await shard.send(1)
    assert await shard.receive() == {"op": 11}
    await shard.send(99)
    assert await shard.closed_with() == 4001


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"intents": 1 << 1}, 4014),
        ({"intents": 1 << 8}, 4014),
        ({"intents": 1 << 15}, 4014),
        ({"intents": -1}, 4013),
        ({"intents": 1, "shard": [0]}, 4010),
        ({"intents": 1, "shard": [-1, 1]}, 4010),
    ],
)
async def test_a_rejected_bot_has_no_session(
    shard: Shard, playground: Playground, data: dict[str, Any], code: int
) -> None:
    await shard.send(2, **data)
    assert await shard.closed_with() == code
    async with connected(playground):
        assert not playground.gateway.identified.is_set()


async def test_bot_and_pages_are_disconnected_when_the_server_stops(shard: Shard, anna: Person) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(anna.address + "ws") as page:
        await page.receive_json()
        await shard.playground.stop()
        await page.receive(timeout=5)
        assert (page.close_code, await shard.closed_with()) == (1001, 1001)


async def test_disconnected_pages_may_reconnect(anna: Person, playground: Playground) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(anna.address + "ws") as page:
        await page.receive_json()
        await playground.drop_pages()
        assert (await page.receive(timeout=5)).data == 1001
        async with session.ws_connect(anna.address + "ws") as again:
            assert (await again.receive_json())["t"] == "hello"
