from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from aiohttp import web

from card_images import Avatars
from card_images.gallery import portrait
from cogs.discord import avatars as module
from cogs.discord.avatars import AvatarFetcher, download
from tests.cogs.discord.helpers import acting

PICTURE = portrait("#FF0000", "#0000FF")


@dataclass
class Asset:
    key: str
    url: str = ""

    def replace(self, *, size: int, format: str) -> Asset:  # noqa: A002 - as discord.py calls it
        assert size == 128
        return Asset(self.key, f"{self.url}/{self.key}.{format}")


class Server:
    """A server of avatars, and how often each was fetched."""

    def __init__(self) -> None:
        self.address = ""
        self.fetched: Counter[str] = Counter()
        self.answers: dict[str, web.Response] = {}
        self.held = asyncio.Event()
        self.held.set()

    async def answer(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        self.fetched[name] += 1
        await self.held.wait()
        picture = web.Response(body=PICTURE, content_type="image/png")
        return self.answers.get(name, picture)

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[Server]:
        app = web.Application()
        app.add_routes([web.get("/{name}", self.answer)])
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield self
        finally:
            self.held.set()
            await runner.cleanup()


@asynccontextmanager
async def fetching() -> AsyncIterator[tuple[AvatarFetcher, Avatars, Server]]:
    kept = Avatars(None)
    fetcher = AvatarFetcher(kept)
    async with Server().serving() as server:
        yield fetcher, kept, server
        await fetcher.close()


async def test_an_avatar_is_fetched_once_and_again_when_it_changes() -> None:
    caught: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: caught.append(context))
    async with fetching() as (fetcher, kept, server):
        for key in ("a1", "a1", "b2"):
            fetcher.met(acting(7, Asset(key, server.address)))
            await fetcher.ready([7])
        assert server.fetched == {"a1.png": 1, "b2.png": 1}
        found = kept.of(7)
        assert found is not None
        assert found.key == "b2"
        fetcher.met(acting(7))
        await fetcher.ready([7])
        assert kept.of(7) is None
        assert not caught, "nothing is fetched for a person without an avatar"


async def test_an_avatar_of_an_earlier_run_is_renewed_instead_of_fetched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with fetching() as (fetcher, kept, server):
        kept.keep(7, "a1", PICTURE)
        renewed: list[int] = []
        monkeypatch.setattr(kept, "renew", renewed.append)
        fetcher.met(acting(7, Asset("a1", server.address)))
        await fetcher.ready([7])
        assert not server.fetched
        assert renewed == [7]


async def test_a_picture_waits_only_briefly_for_an_avatar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    async with fetching() as (fetcher, kept, server):
        server.held.clear()
        fetcher.met(acting(7, Asset("a1", server.address)))
        await fetcher.ready([7, 8])
        assert kept.of(7) is None
        server.held.set()
        monkeypatch.setattr(module, "PATIENCE", 5.0)
        await fetcher.ready([7])
        assert kept.of(7) is not None


async def test_an_avatar_is_not_kept_if_its_person_is_forgotten_meanwhile() -> None:
    async with fetching() as (fetcher, kept, server):
        fetcher.met(acting(7, Asset("a1", server.address)))
        await fetcher.forget(7)
        await fetcher.ready([7])
        assert kept.of(7) is None
        fetcher.met(acting(7, Asset("a1", server.address)))
        await fetcher.ready([7])
        assert kept.of(7) is not None


@pytest.mark.parametrize(
    ("answer", "warning"),
    [
        (web.Response(status=404, content_type="image/png"), "status 404"),
        (web.Response(status=302, headers={"Location": "/other.png"}), "status 302"),
        (web.Response(body=PICTURE, content_type="image/gif"), "status 200, image/gif"),
        (web.Response(body=b"GIF89a", content_type="image/png"), "not a picture"),
        (web.Response(body=b"x" * 600_000, content_type="image/png"), "larger than 512000 bytes"),
    ],
    ids=["missing", "elsewhere", "other type", "not a picture", "heavy"],
)
async def test_an_invalid_avatar_is_not_shown_and_not_fetched_again(
    answer: web.Response, warning: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with fetching() as (fetcher, kept, server):
        server.answers["a1.png"] = answer
        for _ in range(2):
            fetcher.met(acting(7, Asset("a1", server.address)))
            await fetcher.ready([7])
        assert kept.of(7) is None
        assert server.fetched == {"a1.png": 1}
    assert warning in caplog.text, "the operator learns why"
    assert server.address not in caplog.text


@pytest.mark.parametrize(("size", "read"), [(100, True), (101, False)])
async def test_an_oversized_answer_is_not_read(
    monkeypatch: pytest.MonkeyPatch, size: int, *, read: bool
) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 100)
    async with Server().serving() as server:
        server.answers["a1.png"] = web.Response(body=b"x" * size, content_type="image/png")
        assert await download(f"{server.address}/a1.png") == (b"x" * size if read else None)


async def test_an_unreachable_server_is_logged_without_the_address(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert await download("http://127.0.0.1:9/avatars/402857196104744961/a1.png") is None
    [record] = caplog.records
    assert "402857196104744961" not in record.getMessage()


async def test_the_number_of_pending_fetches_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PEOPLE", 1)
    monkeypatch.setattr(module, "MOST_FETCHES", 2)
    async with fetching() as (fetcher, kept, server):
        server.held.clear()
        for person in (7, 8, 9):
            fetcher.met(acting(person, Asset("a1", server.address)))
        server.held.set()
        await fetcher.ready([7, 8, 9])
        assert [kept.of(person) is None for person in (7, 8, 9)] == [False, False, True]


async def test_closing_cancels_pending_fetches() -> None:
    async with fetching() as (fetcher, kept, server):
        server.held.clear()
        fetcher.met(acting(7, Asset("a1", server.address)))
        closing = asyncio.create_task(fetcher.close())
        await asyncio.sleep(0)
        server.held.set()
        await closing
        assert kept.of(7) is None


async def test_only_the_avatars_seen_last_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PEOPLE", 2)
    async with fetching() as (fetcher, _, server):
        for person, fetched in ((7, 1), (8, 2), (7, 2), (9, 3), (8, 3), (7, 4)):
            server.answers[f"a{person}.png"] = web.Response(status=404)
            fetcher.met(acting(person, Asset(f"a{person}", server.address)))
            await fetcher.ready([person])
            assert server.fetched.total() == fetched
