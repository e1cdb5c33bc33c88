"""Connecting to Discord and reconnecting, tested with the playground."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import Mock, call

import discord
import pytest

from bot import launch
from bot.client import Skiz
from bot.errors import LaunchError, WrongSettingError
from bot.meter import Meter
from bot.playground import Playground
from bot.playground.person import Person
from bot.refusals import FIRST_WAIT
from bot.settings import Settings
from bot.store import Store, StoreError
from bot.uptime import Uptime
from tests.e2e.house import Sketches
from tests.joining import joining, local_discord, local_settings, waiting_for_nothing


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with local_discord(monkeypatch) as place:
        yield place


@pytest.fixture
def settings(playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr(Skiz, "prepare", lambda _: None)
    return local_settings(playground, tmp_path)


@pytest.fixture(autouse=True)
def heap(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """The garbage collector as the bot sees it: that of a test run has too much to look through."""
    collector = Mock()
    monkeypatch.setattr(launch, "gc", collector)
    return collector


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    return waiting_for_nothing(monkeypatch)


async def test_everything_that_was_opened_is_closed_at_the_end(
    playground: Playground, settings: Settings, heap: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = set[Skiz]()
    monkeypatch.setattr(Skiz, "prepare", lambda bot: prepared.update({bot}))
    async with joining(settings, playground.token) as (_, let_in):
        bot = await let_in.get()
        assert prepared == {bot}
        assert heap.mock_calls == [call.collect(), call.freeze()]
        assert len(bot.guilds) == 1
        assert {"Lobby", "Hands", "Leaderboard", "Recovery", "Privacy", "FairDealing"} < set(bot.cogs)
    assert bot.is_closed()
    assert heap.mock_calls[2:] == [call.unfreeze()], "objects of a lost connection can be collected"
    assert bot.uptime._running is not None
    assert bot.uptime._running.cancelled()
    with pytest.raises(StoreError, match="is closed"):
        await bot.store.settings.get("anything")


async def test_the_bot_leaves_discord_before_the_database_is_closed(
    playground: Playground, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    close, had_left = Store.close, list[bool]()

    async def closed(store: Store) -> None:
        had_left.append(bot.is_closed())
        await close(store)

    monkeypatch.setattr(Store, "close", closed)
    async with joining(settings, playground.token) as (_, let_in):
        bot = await let_in.get()
    assert had_left == [True]


async def test_the_bot_reports_whether_it_is_connected(playground: Playground, settings: Settings) -> None:
    async with joining(settings, playground.token) as (_, let_in):
        bot = await let_in.get()
        await bot.wait_until_ready()
        assert bot.levels().connected
    assert not bot.levels().connected


async def test_the_bot_listens_to_guilds_only(playground: Playground, settings: Settings) -> None:
    async with joining(settings, playground.token) as (_, let_in):
        bot = await let_in.get()
        assert bot.intents == discord.Intents(guilds=True)
        mentions = bot.allowed_mentions
        assert mentions is not None
        assert (mentions.everyone, mentions.users, mentions.roles) == (False, False, False)
        assert not bot.cached_messages
        assert bot.users == [bot.user]


async def test_a_bot_is_stopped_for_a_reason(playground: Playground, settings: Settings) -> None:
    async with joining(settings, playground.token) as (task, let_in):
        bot = await let_in.get()
        bot.stop_because(LaunchError("There is one."))
        with pytest.raises(LaunchError, match=r"There is one\."):
            await task
    with pytest.raises(StoreError, match="is closed"):
        await bot.store.settings.get("anything")


async def test_a_lost_connection_is_restored(
    playground: Playground, settings: Settings, waits: list[float]
) -> None:
    async with joining(settings, playground.token) as (_, let_in):
        first = await let_in.get()
        await first.close()
        second = await let_in.get()
    assert first is not second
    assert first.is_closed()
    assert waits == [FIRST_WAIT]


async def test_each_retry_waits_longer(
    playground: Playground, settings: Settings, waits: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    async with joining(settings, playground.token) as (_, let_in):
        first = await let_in.get()
        playground.faults.fail("GET", "/users/@me", 403, times=4)
        await first.close()
        await let_in.get()
    assert waits == [5, 10, 20, 40, 80]
    assert "Connection lost" in caplog.text


async def test_a_welcome_that_fails_is_logged_and_stops_nothing(
    playground: Playground, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    tried = asyncio.Event()

    def welcome(_: Skiz) -> None:
        tried.set()
        raise UnicodeEncodeError("cp932", "Skíz", 2, 3, "no such letter")

    task = asyncio.create_task(launch.join(settings, playground.token, welcome))
    await tried.wait()
    assert "The welcome failed: UnicodeEncodeError" in caplog.text
    assert not task.done()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_database_that_cannot_be_opened_is_reported(
    playground: Playground, settings: Settings
) -> None:
    assert isinstance(settings.database, Path)
    settings.database.write_text("This is a letter, not a database. " * 100, encoding="utf-8")
    with pytest.raises(StoreError, match="is not a database"):
        await launch.join(settings, playground.token, lambda _: None)


def test_a_local_discord_needs_a_token() -> None:
    settings = Settings(_env_file=None, discord_token=None, discord_address="http://127.0.0.1:8765")
    with pytest.raises(WrongSettingError, match="DISCORD_TOKEN is missing"):
        launch.run(settings)


async def test_the_playground_keeps_messages_and_posts_again_those_that_are_lost(
    playground: Playground, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = asyncio.Queue[Playground]()
    monkeypatch.setattr(launch, "_print_addresses", opened.put_nowait)
    monkeypatch.setattr("bot.client.Pictures", Sketches)
    local = settings.model_copy(update={"playground_port": 0})

    @contextlib.asynccontextmanager
    async def playing() -> AsyncIterator[Person]:
        task = asyncio.create_task(launch._play(local))
        try:
            yield (await asyncio.wait_for(opened.get(), 20)).people["Anna"]
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async with playing() as anna:
        await anna.slash("tarock new", game="tapp_tarock")
        (table,) = await anna.until(anna.channel)
        await anna.until(anna.inbox)
    async with playing() as anna:
        (again,) = await anna.until(anna.channel)
        assert again.id == table.id
        await anna.press(again, label="Add computer")
        await anna.until(lambda: anna.message(table.id).text.count("free") == 1)
    local.playground_state.unlink()
    async with playing() as anna:
        (posted,) = await anna.until(anna.channel)
        assert posted.id != table.id


async def test_without_a_port_nothing_is_measured_or_served(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "bot.monitoring", None)
    assert settings.health_port is None
    async with launch._monitored(settings) as (health, meter):
        assert type(meter) is Meter
        meter.acted("tapp_tarock", "accepted")
        meter.thinking_failed("died")
        meter.answer_timer()("answered")
        assert (await health.report())["wrong"] == ["gateway", "database"]


async def test_stopping_a_bot_that_is_resuming_stops_all_its_tasks(
    playground: Playground,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    resuming, stopped = asyncio.Event(), asyncio.Event()
    start = Uptime.start

    async def start_slowly(uptime: Uptime) -> None:
        resuming.set()
        await stopped.wait()
        await start(uptime)

    monkeypatch.setattr(Uptime, "start", start_slowly)
    async with joining(settings, playground.token) as (task, let_in):
        bot = await let_in.get()
        await resuming.wait()
        task.cancel()
        await asyncio.sleep(0)
        stopped.set()
        await asyncio.gather(task, return_exceptions=True)
    assert bot.is_closed()
    assert [each.message for each in caplog.records if each.levelno >= logging.WARNING] == []
    assert [each for each in asyncio.all_tasks() if "bot.housekeeping" in repr(each)] == []
