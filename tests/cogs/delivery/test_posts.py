"""Messages are posted once, even if Discord's answer to an attempt is lost."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from cogs.delivery.posts import NONCE_SECONDS, Posts
from tests.cogs.delivery.test_queue import refused


@dataclass
class Channel:
    """A channel of Discord: a message with a nonce that it knows is not posted again."""

    posted: dict[int, str] = field(default_factory=dict)
    lost: list[Exception] = field(default_factory=list)
    """What happens to the next answers, once the message is posted."""
    refusals: list[Exception] = field(default_factory=list)
    """What happens to the next attempts instead of posting."""

    async def send(self, content: str, nonce: int) -> Any:
        if self.refusals:
            raise self.refusals.pop()
        self.posted.setdefault(nonce, content)
        if self.lost:
            raise self.lost.pop()
        return SimpleNamespace(id=list(self.posted).index(nonce))

    @property
    def shown(self) -> list[str]:
        return list(self.posted.values())


LOST = [refused(503, 0), aiohttp.ServerDisconnectedError(), TimeoutError()]


@pytest.mark.parametrize("error", LOST, ids=lambda error: type(error).__name__)
async def test_a_message_whose_answer_was_lost_is_found_again(error: Exception) -> None:
    posts, channel = Posts(), Channel(lost=[error])
    with pytest.raises(type(error)):
        await posts.post("table", "old", channel.send)
    assert await posts.post("table", "new", channel.send) == (0, "old")
    assert channel.shown == ["old"]
    assert await posts.post("table", "new", channel.send) == (1, "new")


async def test_an_attempt_that_was_not_carried_out_is_repeated_as_it_was() -> None:
    posts, channel = Posts(), Channel(refusals=[refused(503, 0)])
    with pytest.raises(type(refused(503, 0))):
        await posts.post("table", "old", channel.send)
    assert await posts.post("table", "new", channel.send) == (0, "old")


async def test_what_discord_has_refused_is_not_there() -> None:
    posts, channel = Posts(), Channel(refusals=[refused(403, 50013)])
    with pytest.raises(type(refused(403, 50013))):
        await posts.post("table", "old", channel.send)
    assert await posts.post("table", "new", channel.send) == (0, "new")


async def test_a_refusal_says_nothing_of_the_attempt_before() -> None:
    posts, channel = Posts(), Channel(lost=[TimeoutError()])
    with pytest.raises(TimeoutError):
        await posts.post("table", "old", channel.send)
    channel.refusals.append(refused(403, 50007))
    with pytest.raises(type(refused(403, 50007))):
        await posts.post("table", "new", channel.send)
    assert await posts.post("table", "new", channel.send) == (0, "old")
    assert channel.shown == ["old"]


async def test_other_messages_do_not_mind() -> None:
    posts, channel = Posts(), Channel(lost=[TimeoutError()])
    with pytest.raises(TimeoutError):
        await posts.post("table", "of Anna", channel.send)
    assert await posts.post("ping", "to Anna", channel.send) == (1, "to Anna")


async def test_an_attempt_of_long_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    posts, channel = Posts(), Channel(lost=[TimeoutError()])
    with pytest.raises(TimeoutError):
        await posts.post("table", "old", channel.send)
    loop = asyncio.get_running_loop()
    later = loop.time() + NONCE_SECONDS + 1
    monkeypatch.setattr(loop, "time", lambda: later)
    assert await posts.post("table", "new", channel.send) == (1, "new")
