"""What an operator sees: `/health`, `/metrics` and the log, while people play and while something is down."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import random
import re
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import aiohttp
import pytest
from discord.backoff import ExponentialBackoff
from prometheus_client.parser import text_string_to_metric_families

from bot import app
from bot.app import Skiz
from bot.ops import downtime
from bot.ops.logs import set_up
from bot.playground import Playground
from bot.playground.interactions import Interaction
from bot.playground.state import CHANNEL_ID, GUILD_ID
from bot.store import engines
from bot.text import words
from cogs.discord import queue
from tests.e2e.house import House, Sketches, keep_discord, settings_for
from tests.e2e.players import (
    CODE,
    PATIENCE,
    Player,
    controls,
    is_quiet,
    open_table,
    play_deal,
    press,
    press_board,
    shown,
)

GAME = "tapp_tarock"


@dataclass
class Monitor:
    address: str
    playground: Playground
    bot: Skiz

    async def health(self) -> tuple[int, dict[str, Any]]:
        async with aiohttp.ClientSession() as session, session.get(f"{self.address}/health") as response:
            return response.status, await response.json()

    async def wrong(self) -> list[str]:
        """The unhealthy parts; checks that the status agrees."""
        status, report = await self.health()
        assert status == (503 if report["wrong"] else 200)
        return list(report["wrong"])

    async def until_wrong(self, *parts: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while await self.wrong() != list(parts):
                pass

    async def metrics(self) -> str:
        async with aiohttp.ClientSession() as session, session.get(f"{self.address}/metrics") as response:
            assert response.status == 200
            return await response.text()


def value(metrics: str, name: str, **labels: str) -> float:
    return sum(
        sample.value
        for family in text_string_to_metric_families(metrics)
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@asynccontextmanager
async def watched(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Monitor]:
    monkeypatch.setattr("bot.app.Pictures", Sketches)
    monkeypatch.setattr(queue, "SECONDS_PER_CHANGE", 0.0)
    keep_discord(monkeypatch)
    playground, port, ready = Playground(), free_port(), asyncio.Queue[Skiz]()
    await playground.start()
    app.point_to(playground.address)
    monkeypatch.setattr(app, "gc", Mock())  # it has the objects of the whole test run to look through
    settings = settings_for(playground, folder, folder).model_copy(update={"health_port": port})
    running = asyncio.create_task(app.join(settings, playground.token, ready.put_nowait))
    try:
        bot = await asyncio.wait_for(ready.get(), PATIENCE)
        yield Monitor(f"http://127.0.0.1:{port}", playground, bot)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await playground.stop()


async def test_metrics_change_as_people_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with watched(tmp_path, monkeypatch) as monitor:
        assert await monitor.wrong() == []
        people = monitor.playground.people
        players = [Player(people[name], random.Random(5)) for name in ("Anna", "Béla")]
        before = await monitor.metrics()
        assert value(before, "skiz_actions_total") == 0
        await open_table(GAME, [each.person for each in players], 1)
        assert value(await monitor.metrics(), "skiz_tables", state="playing") == 1
        await play_deal(players)
        after = await monitor.metrics()
        (table,) = monitor.bot.tables.of_user(int(people["Anna"].user.id))
        moves = len(table.now.open_log)
        accepted = value(after, "skiz_actions_total", game=GAME, result="accepted")
        thoughts = value(after, "skiz_thinking_seconds_count", game=GAME)
        assert 0 < accepted < moves
        assert 0 < thoughts < moves
        answered = value(after, "skiz_answer_seconds_count", stage="answered")
        assert answered == value(after, "skiz_answer_seconds_count", stage="acknowledged") > accepted
        for name in ("skiz_discord_requests_total", "skiz_store_seconds_count"):
            assert value(after, name) > value(before, name) > 0, name
        callback = "POST /interactions/{interaction_id}/{interaction_token}/callback"
        assert value(after, "skiz_discord_requests_total", route=callback) >= answered
        assert value(after, "skiz_discord_requests_total", route="other") == 0
        assert value(after, "skiz_tables", state="between") == 1
        assert_holds_no_secret(after, monitor)


def assert_holds_no_secret(metrics: str, monitor: Monitor) -> None:
    """No label names a person, a place, a card or a token."""
    families = list(text_string_to_metric_families(metrics))
    labels = [text for each in families for sample in each.samples for text in sample.labels.values()]
    state = monitor.playground.state
    names = {*monitor.playground.people, *state.users, *state.channels, GUILD_ID}
    assert labels
    assert not [each for each in labels if CODE.search(each)]
    assert not [each for each in labels for name in names if name in each]
    assert monitor.playground.token not in metrics


async def _at_once(*_: object, **__: object) -> None:
    """Identify without the pause that Discord requires."""


async def test_a_gateway_outage_is_reported_until_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ExponentialBackoff, "delay", lambda _: 0.0)
    monkeypatch.setattr(Skiz, "before_identify_hook", _at_once, raising=False)
    async with watched(tmp_path, monkeypatch) as monitor:
        await monitor.playground.stop()
        await monitor.until_wrong("gateway")
        assert value(await monitor.metrics(), "skiz_connected") == 0
        await monitor.playground.start(int(monitor.playground.address.rpartition(":")[2]))
        await monitor.until_wrong()


async def fill_lobby(anna: Player) -> Callable[[], Awaitable[Interaction]]:
    """Open a table; returns what changes it."""
    await (await anna.person.slash("tarock new", game=GAME)).done()
    return partial(press_board, anna.person, "fill")


async def pass_in_deal(anna: Player) -> Callable[[], Awaitable[Interaction]]:
    """Begin a deal, and wait until Anna is asked; returns what she does then."""
    await open_table(GAME, [anna.person], 2)
    panel = await anna.person.until(anna.asked, PATIENCE)
    assert panel is not None
    return partial(press, anna.person, panel, next(filter(is_quiet, controls(panel)))["custom_id"])


@pytest.mark.parametrize("prepare", [fill_lobby, pass_in_deal])
async def test_a_database_that_cannot_be_written_is_reported_to_the_monitor_and_at_the_table(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    prepare: Callable[[Player], Awaitable[Callable[[], Awaitable[Interaction]]]],
) -> None:
    for name, seconds in {"SECONDS": 0.05, "OUTAGE_SECONDS": 0.001}.items():
        monkeypatch.setattr(downtime, name, seconds)
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0.05)
    async with watched(tmp_path, monkeypatch) as monitor:
        anna, w = Player(monitor.playground.people["Anna"], random.Random(5)), words("en")
        anna.person.set_locale("en-US")
        act = await prepare(anna)
        board = await shown(anna.person)
        database = tmp_path / "skiz.db"
        with closing(sqlite3.connect(database, isolation_level=None, check_same_thread=False)) as other:
            # The bot, which runs in this thread, may first have to end a transaction.
            await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
            await monitor.until_wrong("saving")
            assert value(await monitor.metrics(), "skiz_unsaved_seconds") > 0
            assert w("table.unsaved") not in anna.person.message(board.id).text
            assert w("refusal.storage_failed") in (await act()).message.text
            await anna.person.until(
                lambda: w("table.unsaved") in anna.person.message(board.id).text, PATIENCE
            )
        await monitor.until_wrong()
        await anna.person.until(
            lambda: w("table.unsaved") not in anna.person.message(board.id).text, PATIENCE
        )
        assert value(await monitor.metrics(), "skiz_unsaved_seconds") == 0


CANNOT_SEND_EMPTY_MESSAGE = 50006


@pytest.fixture(params=["lines", "json"])
def log(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the bot writes to standard error with LOG_LEVEL=DEBUG, in each format."""
    root, library, written = logging.getLogger(), logging.getLogger("discord"), io.StringIO()
    levels = root.level, library.level
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(sys, "stderr", written)
    set_up("DEBUG", request.param)
    yield written
    logging.captureWarnings(capture=False)
    root.setLevel(levels[0])
    library.setLevel(levels[1])


async def test_the_log_of_a_deal_holds_no_secret(log: io.StringIO, house: House) -> None:
    people = house.playground.people
    players = [Player(each, random.Random(5)) for each in (house.anna, house.bela)]
    await open_table("tapp_tarock", [each.person for each in players], 1)
    faults = house.playground.faults
    faults.fail("PATCH", "/webhooks/*", 400, CANNOT_SEND_EMPTY_MESSAGE, times=12)
    faults.fail("PATCH", f"/channels/{CHANNEL_ID}/messages/*", 400, CANNOT_SEND_EMPTY_MESSAGE, times=4)
    faults.limit_rate("POST", "/channels/*", 0.01, times=2)
    await play_deal(players)
    await house.settle()
    text = log.getvalue()
    incidents = re.findall(r"\[([0-9a-f]{6})\] A message could not be sent .*: HTTPException", text)
    assert incidents, "failures were scripted"
    assert "We are being rate limited" in text
    records = text.splitlines()
    if text.startswith("{"):
        parsed = {each.get("incident"): each for each in map(json.loads, records)}
        assert "in _update" in parsed[incidents[0]]["exception"]
    assert logging.getLogger("anything").isEnabledFor(logging.DEBUG)
    tokens = {house.playground.token, *house.playground.interactions.tokens}
    assert len(tokens) > len(players)
    assert [each for each in records if CODE.search(each)] == []
    assert [each for each in tokens if each in text] == []
    assert [name for name in people if name in text] == []
