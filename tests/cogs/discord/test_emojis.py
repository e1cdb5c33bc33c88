"""The emojis of the cards: missing ones are uploaded, and the bot works without those that cannot be."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.rules.cards import CARDS
from card_images import emoji_version
from cogs.discord.budget import Budget, Priority, priority_now
from cogs.discord.emojis import Emojis
from cogs.discord.page import Button, Page

NUMBERS = count(1)


@dataclass
class Stored:
    """An emoji that Discord has."""

    name: str
    store: list[Stored] = field(repr=False)
    id: int = field(default_factory=lambda: next(NUMBERS))

    async def delete(self) -> None:
        self.store.remove(self)


@dataclass
class Application:
    """The emojis of an application, as a client knows them."""

    emojis: list[Stored] = field(default_factory=list)
    most: int = 2000
    urgency: set[Priority] = field(default_factory=set)

    def add(self, name: str) -> Stored:
        self.emojis.append(Stored(name, self.emojis))
        return self.emojis[-1]

    async def fetch_application_emojis(self) -> list[Stored]:
        self.urgency.add(priority_now())
        return [*self.emojis]

    async def create_application_emoji(self, *, name: str, image: bytes) -> Stored:
        self.urgency.add(priority_now())
        if len(self.emojis) >= self.most:
            response: Any = type("Response", (), {"status": 400, "reason": "Bad Request"})()
            code = {"code": 30008, "message": "Maximum number of emojis reached"}
            raise discord.HTTPException(cast("aiohttp.ClientResponse", response), code)
        assert image == b"drawn"
        return self.add(name)


async def draw(_draw: Callable[[], bytes]) -> bytes:
    return b"drawn"


def emojis_of(application: Application, *, uploads: bool = True) -> Emojis:
    return Emojis(cast("discord.Client", application), Budget(), uploads=uploads)


def codes(emojis: Emojis) -> Iterator[str]:
    return (str(card) for card in CARDS if emojis.of(str(card)))


async def test_only_missing_emojis_are_uploaded() -> None:
    application = Application()
    kept = application.add(f"card_T21_{emoji_version()}")
    first = emojis_of(application)
    assert first.of("T21") is None, "not known before it has been looked up"
    await first.upload(draw)
    assert len(application.emojis) == len(CARDS)
    found = first.of("T21")
    assert found is not None
    assert found.id == kept.id
    assert first.of("") is None
    assert application.urgency == {Priority.FOLLOWING}, "people who wait come first"
    before = [each.id for each in application.emojis]
    await emojis_of(application).upload(draw)
    assert [each.id for each in application.emojis] == before


async def test_a_process_waits_for_the_emojis_that_another_one_uploads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cogs.discord.emojis.OUTAGE_SECONDS", 0.0)
    application = Application()
    old = application.add("card_T21_0123456789")
    waiting = emojis_of(application, uploads=False)
    await waiting.upload(draw)
    assert application.emojis == [old]
    await emojis_of(application).upload(draw)
    async with asyncio.timeout(10):
        while len([*codes(waiting)]) < len(CARDS):  # noqa: ASYNC110 - they have no event for that
            await asyncio.sleep(0)
    await waiting.close()


async def test_outdated_emojis_are_deleted_and_foreign_ones_kept() -> None:
    application = Application()
    application.add("card_T21_0123456789")
    application.add("party")
    application.add(f"card_Z9_{emoji_version()}")
    await emojis_of(application).upload(draw)
    names = [each.name for each in application.emojis]
    assert "party" in names
    assert "card_T21_0123456789" not in names
    assert f"card_Z9_{emoji_version()}" not in names, "that card no longer exists"
    assert all(2 <= len(name) <= 32 for name in names)


async def test_emojis_that_discord_refuses_are_looked_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.emojis.DOUBT_SECONDS", 0.0)
    application = Application()
    emojis = emojis_of(application)
    await emojis.upload(draw)
    gone = application.emojis.pop(0)
    page = Page(("text",), ((Button("id", "XXI", card="T21"),),))
    assert emojis.are_in(page)
    assert not emojis.are_in(Page(("text",), ((Button("id", "Pass"),),)))
    emojis.doubt()
    assert [*codes(emojis)] == []
    assert not emojis.are_in(page)
    async with asyncio.timeout(10):
        while len([*codes(emojis)]) < len(CARDS):  # noqa: ASYNC110 - they have no event for that
            await asyncio.sleep(0)
    assert gone.name in [each.name for each in application.emojis], "it was uploaded again"
    await emojis.close()


async def test_an_upload_that_failed_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("cogs.discord.emojis.REFUSED_SECONDS", 0.0)
    application = Application(most=10)
    emojis = emojis_of(application)
    await emojis.upload(draw)
    assert len([*codes(emojis)]) == 10, "those uploaded before the failure are used"
    assert "status 400, code 30008" in caplog.text
    application.most = 2000
    async with asyncio.timeout(10):
        while len([*codes(emojis)]) < len(CARDS):  # noqa: ASYNC110 - they have no event for that
            await asyncio.sleep(0)
    await emojis.close()
