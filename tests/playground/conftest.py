from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest
import yarl

from bot.playground import Playground
from bot.playground.person import Person
from bot.playground.state import State
from tests.playground.helpers import Bot, Rest


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    server = Playground(record=True)
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
def discord_server(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> Playground:
    """The playground, with discord.py connecting to it instead of Discord."""
    socket = yarl.URL(playground.address.replace("http", "ws") + "/gateway")
    monkeypatch.setattr(discord.http.Route, "BASE", f"{playground.address}/api/v10")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", socket)
    monkeypatch.setattr(discord.asset.Asset, "BASE", playground.address)
    return playground


@pytest.fixture
async def bot(discord_server: Playground) -> AsyncIterator[Bot]:
    client = Bot()
    async with client:
        running = asyncio.create_task(client.start(discord_server.token))
        ready = asyncio.create_task(client.ready.wait())
        await asyncio.wait({running, ready}, timeout=10, return_when=asyncio.FIRST_COMPLETED)
        assert client.ready.is_set(), running
        yield client
    await running


@pytest.fixture
def anna(playground: Playground) -> Person:
    return playground.people["Anna"]


@pytest.fixture
def bela(playground: Playground) -> Person:
    return playground.people["Béla"]


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
async def ask(playground: Playground) -> AsyncIterator[Rest]:
    headers = {"Authorization": f"Bot {playground.token}"}
    async with aiohttp.ClientSession(playground.address, headers=headers) as session:
        yield Rest(playground, session)


@pytest.fixture
def state() -> State:
    return State()
