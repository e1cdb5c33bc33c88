from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest
import yarl

from bot.playground import Playground
from bot.playground.person import Person
from tests.playground.bots import Bot


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    """A local Discord without a bot."""
    place = Playground(record=True)
    await place.start()
    yield place
    await place.stop()


@pytest.fixture
def pointed(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> Playground:
    """The local Discord, where discord.py now looks for Discord."""
    socket = yarl.URL(playground.address.replace("http", "ws") + "/gateway")
    monkeypatch.setattr(discord.http.Route, "BASE", f"{playground.address}/api/v10")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", socket)
    monkeypatch.setattr(discord.asset.Asset, "BASE", playground.address)
    return playground


@pytest.fixture
async def bot(pointed: Playground) -> AsyncIterator[Bot]:
    """A bot of discord.py, connected and ready."""
    client = Bot()
    async with client:
        running = asyncio.create_task(client.start(pointed.token))
        ready = asyncio.create_task(client.prepared.wait())
        await asyncio.wait({running, ready}, timeout=10, return_when=asyncio.FIRST_COMPLETED)
        assert client.prepared.is_set(), running
        yield client
    await running


@pytest.fixture
def anna(playground: Playground) -> Person:
    return playground.people["Anna"]


@pytest.fixture
def bela(playground: Playground) -> Person:
    return playground.people["Béla"]
