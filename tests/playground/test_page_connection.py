"""The connection of an open page: what it is told, and what becomes of its requests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import WSMsgType

from bot.playground import Playground
from bot.playground.messages import compose
from bot.playground.page_view import PageView
from bot.playground.pages import PageConnection
from bot.playground.person import Person
from bot.playground.world import Flag
from tests.playground.test_person import ScriptedBot
from tests.playground.test_validation import label, modal

SLASH = {"do": "slash", "path": "say", "where": "channel", "options": {}}


class Socket:
    """The socket of a page that sends one request, and is closed soon after."""

    def __init__(self, request: dict[str, Any] | None = None) -> None:
        self.closed = False
        self.sent: list[dict[str, Any]] = []
        self._request = request

    async def __aiter__(self) -> AsyncIterator[SimpleNamespace]:
        if self._request is not None:
            yield SimpleNamespace(type=WSMsgType.TEXT, data=json.dumps({"n": 1, **self._request}))
        await turns(10)

    async def send_str(self, text: str) -> None:
        self.sent.append(json.loads(text))


async def turns(number: int) -> None:
    """Let other tasks run."""
    for _ in range(number):
        await asyncio.sleep(0)


@pytest.fixture
def bot() -> ScriptedBot:
    scripted = ScriptedBot()
    scripted.world.commands[None] = [{"id": "1", "name": "say", "description": "x"}]
    return scripted


def connection_of(bot: ScriptedBot, socket: Socket) -> PageConnection:
    """The connection of Anna's page."""
    return PageConnection(socket, bot.anna, PageView(bot.world, bot.anna.user, ""))  # type: ignore[arg-type]  # a fake


def told(bot: ScriptedBot, connection: PageConnection) -> list[dict[str, Any]]:
    """A list that grows with what a page is told of changes."""
    heard: list[dict[str, Any]] = []
    connection._queue = SimpleNamespace(put_nowait=heard.append)  # type: ignore[assignment]  # a fake
    bot.world.listen(lambda change: connection.send_change(bot.world, change))
    return heard


@pytest.mark.parametrize(
    ("response", "form"),
    [
        ({"type": 4, "data": {"content": "done"}}, {}),
        ({"type": 9, "data": modal(label())}, {"form": 1, "modal": modal(label())}),
    ],
)
async def test_the_reply_to_a_command_contains_a_form_only_if_the_bot_opens_one(
    bot: ScriptedBot, response: dict[str, Any], form: dict[str, Any]
) -> None:
    bot.answer = response
    socket = Socket(SLASH)
    await connection_of(bot, socket).serve()
    assert [each for each in socket.sent if each["t"] == "reply"] == [{"t": "reply", "n": 1, **form}]


async def test_a_request_that_is_handled_is_forgotten(bot: ScriptedBot) -> None:
    connection = connection_of(bot, Socket({"do": "settings"}))
    await connection.serve()
    assert not connection._tasks


async def test_a_request_without_a_response_ends_with_its_page(bot: ScriptedBot) -> None:
    bot.interactions._deliver = bot.received.append  # no response
    before = asyncio.all_tasks()
    await connection_of(bot, Socket(SLASH)).serve()
    assert len(bot.received) == 1
    await turns(10)
    assert asyncio.all_tasks() == before


async def test_a_page_is_told_of_messages_until_they_are_deleted(bot: ScriptedBot) -> None:
    heard = told(bot, connection_of(bot, Socket()))
    message = bot.say({"content": "x"})
    bot.world.delete(message.id)
    assert heard[0]["message"]["content"] == "x"
    assert heard[1:] == [{"t": "deleted", "id": message.id}]


async def test_a_page_is_told_nothing_more_of_a_message_that_its_person_dismissed(bot: ScriptedBot) -> None:
    heard = told(bot, connection_of(bot, Socket()))
    bot.answer = {"type": 4, "data": {"content": "x", "flags": int(Flag.EPHEMERAL)}}
    message = (await bot.anna.slash("say")).message
    bot.anna.dismiss(message)
    bot.world.put(message)
    assert [each["t"] for each in heard] == ["message", "deleted"]
    await bot.bela.slash("say")
    bot.world.put(compose(bot.world, bot.world.dm(bot.bela.user.id).id, {"content": "x"}, {}))
    assert len(heard) == 2, "and nothing of what only others see"


async def test_a_page_is_told_of_changed_settings(bot: ScriptedBot) -> None:
    heard = told(bot, connection_of(bot, Socket()))
    bot.anna.set_locale("hu")
    assert [(each["t"], each["me"]["locale"], [*each["commands"]]) for each in heard] == [
        ("me", "hu", ["channel", "dm"])
    ]


async def test_a_page_that_was_closed_is_told_nothing_more(playground: Playground, anna: Person) -> None:
    pages, closed = playground._pages, asyncio.Event()

    class Connections(set[PageConnection]):
        def discard(self, connection: object) -> None:
            super().discard(connection)
            closed.set()

    pages._connections = Connections()
    async with aiohttp.ClientSession() as session, session.ws_connect(anna.address + "ws") as socket:
        await socket.receive_json()
        assert len(pages._connections) == 1
    await asyncio.wait_for(closed.wait(), 5)
    assert not pages._connections
