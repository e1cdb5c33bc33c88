"""Messages are posted once, even if Discord's answer to an attempt is lost."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from cogs.discord.posts import NONCE_SECONDS, Posts
from tests.cogs.discord.test_queue import refused


@dataclass
class Channel:
    """A Discord channel, which does not post a message again if it knows the nonce."""

    posted: dict[int, str] = field(default_factory=dict)
    lost: list[Exception] = field(default_factory=list)
    """The errors that replace the next answers after the message is posted."""
    refusals: list[Exception] = field(default_factory=list)
    """The errors of the next attempts, which post nothing."""

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


async def test_a_failed_attempt_is_repeated_unchanged() -> None:
    posts, channel = Posts(), Channel(refusals=[refused(503, 0)])
    with pytest.raises(type(refused(503, 0))):
        await posts.post("table", "old", channel.send)
    assert await posts.post("table", "new", channel.send) == (0, "old")


async def test_a_refused_message_is_replaced_by_the_next_one() -> None:
    posts, channel = Posts(), Channel(refusals=[refused(403, 50013)])
    with pytest.raises(type(refused(403, 50013))):
        await posts.post("table", "old", channel.send)
    assert await posts.post("table", "new", channel.send) == (0, "new")


async def test_a_refusal_does_not_discard_an_earlier_unanswered_attempt() -> None:
    posts, channel = Posts(), Channel(lost=[TimeoutError()])
    with pytest.raises(TimeoutError):
        await posts.post("table", "old", channel.send)
    channel.refusals.append(refused(403, 50007))
    with pytest.raises(type(refused(403, 50007))):
        await posts.post("table", "new", channel.send)
    assert await posts.post("table", "new", channel.send) == (0, "old")
    assert channel.shown == ["old"]


async def test_a_lost_answer_does_not_affect_other_messages() -> None:
    posts, channel = Posts(), Channel(lost=[TimeoutError()])
    with pytest.raises(TimeoutError):
        await posts.post("table", "of Anna", channel.send)
    assert await posts.post("ping", "to Anna", channel.send) == (1, "to Anna")


async def test_an_old_attempt_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    posts, channel = Posts(), Channel(lost=[TimeoutError()])
    with pytest.raises(TimeoutError):
        await posts.post("table", "old", channel.send)
    loop = asyncio.get_running_loop()
    later = loop.time() + NONCE_SECONDS + 1
    monkeypatch.setattr(loop, "time", lambda: later)
    assert await posts.post("table", "new", channel.send) == (1, "new")
