"""No person can see or use what is meant for another: not by their page, nor by guessing ids and URLs."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.playground import Playground
from bot.playground.commands import RefusedError
from bot.playground.person import Person
from bot.playground.world import Message
from tests.playground.bots import Bot, png


class Page:
    """Records everything the server sends to one person's page."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.received: list[dict[str, Any]] = []
        self.requests = 0

    async def until(self, kind: str, **wanted: Any) -> dict[str, Any]:
        while True:
            sent: dict[str, Any] = await self.socket.receive_json(timeout=5)
            self.received.append(sent)
            if sent["t"] == kind and wanted.items() <= sent.items():
                return sent

    async def act(self, do: str, **more: Any) -> dict[str, Any]:
        self.requests += 1
        await self.socket.send_json({"do": do, "n": self.requests, **more})
        return await self.until("reply", n=self.requests)

    @property
    def everything(self) -> str:
        return json.dumps(self.received, ensure_ascii=False)


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def page(session: aiohttp.ClientSession, person: Person) -> Page:
    opened = Page(await session.ws_connect(person.address + "ws"))
    await opened.until("hello")
    return opened


def addresses(sent: str) -> list[str]:
    """Return the URLs of files in everything a page received."""
    return re.findall(r'"(/p/[^"]+/files/[^"]+)"', sent)


async def test_another_page_receives_nothing_private(
    bot: Bot, playground: Playground, session: aiohttp.ClientSession, anna: Person, bela: Person
) -> None:
    early = await page(session, bela)
    own = await page(session, anna)
    for path in ("tarock hand", "tarock layout", "tarock ping"):
        assert "error" not in await own.act("slash", path=path, where="channel", options={})
    await anna.until(lambda: len(anna.inbox()) == 1 and not any(m.loading for m in anna.ephemerals()))
    layout = next(message for message in anna.ephemerals() if message.components)
    await own.act("press", message=layout.id, custom_id="play:XXI")
    public = (await anna.slash("tarock new", game="Tapp-Tarock")).message
    await early.until("message")
    late = await page(session, bela)
    private = [message for message in playground.world.messages.values() if message.id != public.id]
    assert len(private) == 5
    for sent in (early.everything, late.everything):
        assert public.id in sent
        for message in private:
            assert_absent(message, sent)
    assert anna.inbox()[0].content in own.everything


def assert_absent(message: Message, sent: str) -> None:
    """Assert that no text, id, control, file or description of a message was sent."""
    assert message.id not in sent
    for text in filter(None, message.text.split("\n")):
        assert text not in sent
    for button in message.buttons:
        assert button["custom_id"] not in sent
    for attachment in message.attachments:
        assert attachment.id not in sent
        assert attachment.signature not in sent
        assert str(attachment.description) not in sent


async def test_files_are_served_only_under_their_owners_key(
    bot: Bot, playground: Playground, session: aiohttp.ClientSession, anna: Person, bela: Person
) -> None:
    await (await anna.slash("tarock hand")).done()
    own = await page(session, anna)
    (address, _) = addresses(own.everything)
    async with session.get(playground.address + address) as reply:
        assert (reply.status, await reply.read()) == (200, png(7))
    foreign = anna.inbox()[0].attachments[0].id
    async with session.get(f"{bela.address}files/{foreign}/hand2.png") as reply:
        assert reply.status == 404


async def test_file_server_requires_the_signature(
    bot: Bot, session: aiohttp.ClientSession, playground: Playground, anna: Person
) -> None:
    await (await anna.slash("tarock hand")).done()
    message = anna.inbox()[0]
    file = message.attachments[0]
    path = f"{playground.address}/attachments/{message.channel_id}/{file.id}/{file.filename}"
    async with session.get(path, params={"hm": file.signature}) as reply:
        assert await reply.read() == png(7)
    for query in ({}, {"hm": "0" * 64}):
        async with session.get(path, params=query) as reply:
            assert reply.status == 404


async def test_invisible_messages_cannot_be_used(bot: Bot, anna: Person, bela: Person) -> None:
    layout = (await anna.slash("tarock layout")).message
    for attempt in (
        bela.press(layout, "play:XXI"),
        bela.press(layout.id, "play:XXI"),
        bela.select(layout.id, "x", []),
    ):
        with pytest.raises(RefusedError):
            await attempt
    with pytest.raises(RefusedError):
        bela.dismiss(layout)
    with pytest.raises(RefusedError):
        bela.file(layout.attachments[0].id)
    seen = len(bot.interactions)
    await bela.slash("tarock ping")
    assert len(bot.interactions) == seen + 1


async def test_dismissed_messages_are_hidden_but_can_be_edited(bot: Bot, anna: Person) -> None:
    message = (await anna.slash("tarock ping")).message
    anna.dismiss(message)
    assert anna.channel() == []
    await bot.interactions[0].edit_original_response(content="changed")
    assert anna.channel() == []
