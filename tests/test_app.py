"""The client in isolation, without a connection: timeouts, shards, levels, and resuming once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord
import pytest
from discord import app_commands

from bot import app as client
from bot.app import Skiz, times_of
from bot.ops.health import Levels
from bot.settings import load
from bot.tables import Times

if TYPE_CHECKING:
    from bot.settings import Settings

HOUR = 3600.0

pytestmark = pytest.mark.usefixtures("no_settings")


@pytest.fixture
async def bot() -> Skiz:
    return Skiz(load(None))


def set_to(**values: int) -> Settings:
    return load(None).model_copy(update=values)


def test_timeouts_of_tables_are_set_in_hours_and_days() -> None:
    settings = set_to(lobby_hours=1, sleep_hours=2, close_days=3)
    assert times_of(settings) == Times(HOUR, 2 * HOUR, 72 * HOUR)
    assert times_of(set_to(lobby_hours=0, sleep_hours=0, close_days=0)) == Times(None, None, None)


async def test_a_lost_shard_affects_only_its_own_servers(bot: Skiz) -> None:
    """Discord derives the shard from a server's id without its lowest 22 bits."""
    servers = [number << 22 | 0x3FFFFF for number in range(8)]
    bot.shard_count = 4
    await bot.on_shard_disconnect(1)
    assert [bot.connections.reach(each) for each in servers] == [number % 4 != 1 for number in range(8)]


async def test_the_first_shard_affects_all_servers_as_direct_messages_arrive_there(bot: Skiz) -> None:
    bot.shard_count = 2
    await bot.on_shard_disconnect(0)
    assert [bot.connections.reach(number << 22) for number in range(4)] == [False] * 4


async def test_a_bot_without_sharding_has_one_shard(bot: Skiz) -> None:
    vars(bot).update(shard_count=None)
    await bot.on_shard_disconnect(0)
    assert not bot.connections.reach(7 << 22)


@pytest.mark.parametrize(("lost", "connected"), [((False, False), True), ((False, True), False)])
async def test_the_bot_is_connected_only_if_every_shard_is(
    bot: Skiz, monkeypatch: pytest.MonkeyPatch, lost: tuple[bool, ...], connected: bool
) -> None:
    assert repr(bot.levels()) == repr(Levels()), "before the bot was ready"
    shards = {
        number: SimpleNamespace(is_closed=lambda gone=gone: gone, latency=0.5)
        for number, gone in enumerate(lost)
    }
    monkeypatch.setattr(Skiz, "shards", shards)
    queue: Any = SimpleNamespace(length=1, oldest_job=2.0, oldest_display=3.0, out_of_reach=4)
    parts: Any = {
        "services": SimpleNamespace(queue=queue),
        "thinkers": SimpleNamespace(waiting=5),
        "store": SimpleNamespace(unsaved_seconds=7.0),
        "tables": SimpleNamespace(count=lambda: {"lobby": 6}),
    }
    vars(bot).update(parts, was_ready=True)
    assert replace(bot.levels(), latency=0.0) == Levels(connected, 0.0, 1, 2.0, 3.0, 4, 5, 7.0, {"lobby": 6})


@pytest.mark.parametrize(("closed", "times"), [(False, 1), (True, 0)])
async def test_tables_resume_once_however_often_discord_reports_ready(
    bot: Skiz, monkeypatch: pytest.MonkeyPatch, closed: bool, times: int
) -> None:
    done = list[str]()

    async def start() -> None:
        done.append("uptime")

    parts: Any = {
        "uptime": SimpleNamespace(start=start),
        "tables": SimpleNamespace(resume=lambda: done.append("tables")),
        "housekeeper": SimpleNamespace(start=lambda: done.append("housekeeper")),
    }
    vars(bot).update(parts)
    monkeypatch.setattr(Skiz, "is_closed", lambda _: closed)
    for _ in range(2):
        await bot.on_ready()
    assert done == ["uptime", "tables", "housekeeper"] * times


async def test_a_failed_command_is_reported_by_its_cause(bot: Skiz, monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[BaseException]()

    async def apologize(_: discord.Interaction, error: BaseException) -> None:
        told.append(error)

    monkeypatch.setattr(client, "apologize", apologize)
    plain, wrapping, cause = app_commands.AppCommandError(), app_commands.AppCommandError(), KeyError()
    wrapping.__cause__ = cause
    for each in (plain, wrapping):
        asked: Any = None
        await bot.tree.on_error(asked, each)
    assert told == [plain, cause]


async def test_pictures_and_spellings_are_prepared_in_advance(
    bot: Skiz, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = asyncio.Queue[str]()

    async def prepare() -> None:
        done.put_nowait("pictures")

    loop = asyncio.get_running_loop()
    words = partial(loop.call_soon_threadsafe, done.put_nowait, "words")
    monkeypatch.setattr("bot.app.spellings.prepare", words)
    parts: Any = {"services": SimpleNamespace(renderer=SimpleNamespace(prepare=prepare))}
    vars(bot).update(parts)
    bot.prepare()
    async with asyncio.timeout(20):
        assert [await done.get(), await done.get()] == ["pictures", "words"]


async def test_pictures_that_cannot_be_prepared_are_reported_and_hold_up_nothing(
    bot: Skiz, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    prepared = asyncio.Event()

    async def prepare() -> None:
        raise ZeroDivisionError

    loop = asyncio.get_running_loop()
    monkeypatch.setattr("bot.app.spellings.prepare", partial(loop.call_soon_threadsafe, prepared.set))
    vars(bot).update(services=SimpleNamespace(renderer=SimpleNamespace(prepare=prepare)))
    bot.prepare()
    async with asyncio.timeout(20):
        await prepared.wait()
    assert "Preparing the pictures failed: ZeroDivisionError" in caplog.text


async def test_tables_resume_even_if_their_deadlines_cannot_be_moved(
    bot: Skiz, caplog: pytest.LogCaptureFixture
) -> None:
    done = list[str]()

    async def start() -> None:
        raise ZeroDivisionError

    parts: Any = {
        "uptime": SimpleNamespace(start=start),
        "tables": SimpleNamespace(resume=lambda: done.append("tables")),
        "housekeeper": SimpleNamespace(start=lambda: done.append("housekeeper")),
    }
    vars(bot).update(parts)
    await bot.on_ready()
    assert done == ["tables", "housekeeper"]
    assert "Moving the deadlines failed: ZeroDivisionError" in caplog.text


async def test_a_listener_that_fails_is_reported_without_what_the_error_says(
    bot: Skiz, caplog: pytest.LogCaptureFixture
) -> None:
    card, values = "T21", dict[str, int]()
    try:
        values[card] += 1
    except KeyError:
        await bot.on_error("on_guild_join")
    assert "Handling on_guild_join failed: KeyError" in caplog.text
    assert card not in caplog.text


@pytest.mark.parametrize("number", [0, 2])
async def test_the_thinkers_are_used_only_if_there_are_processes(number: int) -> None:
    bot, thinkers = Skiz(set_to(thinkers=number)), object()
    kept = SimpleNamespace(deals_of=None, knowing=None)
    parts: Any = {"store": SimpleNamespace(log=None, history=kept, plays=kept), "thinkers": thinkers}
    vars(bot).update(parts)
    assert bot._table_services().thinkers is (thinkers if number else None)


async def test_the_library_waits_for_a_rate_limit_for_half_a_minute_at_most(bot: Skiz) -> None:
    assert bot.http.max_ratelimit_timeout == 30.0
