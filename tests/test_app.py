"""The client: what it asks of Discord, joining and reconnecting, house rules of the operator."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from bot import app
from bot.app import Skiz, house_rules, terms_of
from bot.cli.run import play
from bot.errors import LaunchError, WrongSettingError
from bot.games import GAMES, royal_tarokk
from bot.ops.downtime import Downtime
from bot.ops.health import Levels
from bot.ops.login import FIRST_WAIT
from bot.playground import Playground
from bot.playground.person import Person
from bot.settings import Settings, load
from bot.store import Store, StoreError
from bot.tables import Times
from tests.e2e.house import Sketches
from tests.helpers import joining

HOUR = 3600.0

pytestmark = pytest.mark.usefixtures("no_settings")


@pytest.fixture
async def bot() -> Skiz:
    return Skiz(load(None))


def test_timeouts_of_tables_are_set_in_hours_and_days() -> None:
    settings = load(None)
    set_to = settings.model_copy(update={"lobby_hours": 1, "sleep_hours": 2, "close_days": 3})
    assert terms_of(set_to).times == Times(HOUR, 2 * HOUR, 72 * HOUR)
    never = settings.model_copy(update={"lobby_hours": 0, "sleep_hours": 0, "close_days": 0})
    assert terms_of(never).times == Times(None, None, None)


@pytest.mark.parametrize(
    ("shards", "lost", "reached"),
    [(4, 1, "10111011"), (2, 0, "00000000"), (None, 0, "00000000")],
    ids=["a shard", "the shard of direct messages", "the only one"],
)
async def test_a_lost_shard_affects_its_own_servers(
    bot: Skiz, shards: int | None, lost: int, reached: str
) -> None:
    """Discord derives the shard from a server's id without its lowest 22 bits."""
    vars(bot).update(shard_count=shards)
    await bot.on_shard_disconnect(lost)
    servers = [number << 22 | 0x3FFFFF for number in range(8)]
    assert "".join(str(int(bot.connections.reach(each))) for each in servers) == reached


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
    assert replace(bot.levels(), latency=0.0) == Levels(
        connected, 0.0, 1, 2.0, 3.0, 4, 5, 7.0, tables={"lobby": 6}
    )


@pytest.mark.parametrize(
    ("closed", "error", "done"),
    [
        (False, None, ["downtime", "tables", "housekeeper", "orders"]),
        (False, ZeroDivisionError(), ["downtime", "tables", "housekeeper", "orders"]),
        (True, None, []),
    ],
    ids=["", "deadlines cannot be moved", "closed"],
)
async def test_tables_resume_once_however_often_discord_reports_ready(
    bot: Skiz,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    closed: bool,
    error: Exception | None,
    done: list[str],
) -> None:
    started = list[str]()

    async def start() -> None:
        started.append("downtime")
        if error:
            raise error

    parts: Any = {
        "downtime": SimpleNamespace(start=start, away=0.0),
        "tables": SimpleNamespace(resume=lambda _away: started.append("tables")),
        "housekeeper": SimpleNamespace(start=lambda: started.append("housekeeper")),
        "orders": SimpleNamespace(start=lambda: started.append("orders")),
    }
    vars(bot).update(parts)
    monkeypatch.setattr(Skiz, "is_closed", lambda _: closed)
    for _ in range(2):
        await bot.on_ready()
    assert started == done
    assert ("Moving the deadlines failed: ZeroDivisionError" in caplog.text) is bool(error)


async def test_a_failed_command_is_reported_by_its_cause(bot: Skiz, monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[BaseException]()

    async def apologize(_: discord.Interaction, error: BaseException) -> None:
        told.append(error)

    monkeypatch.setattr(app, "apologize", apologize)
    plain, wrapping, cause = app_commands.AppCommandError(), app_commands.AppCommandError(), KeyError()
    wrapping.__cause__ = cause
    for each in (plain, wrapping):
        asked: Any = None
        await bot.tree.on_error(asked, each)
    assert told == [plain, cause]


async def test_pictures_and_spellings_are_prepared_and_a_failure_holds_up_nothing(
    bot: Skiz, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    done = asyncio.Queue[str]()

    async def prepare() -> None:
        done.put_nowait("pictures")
        raise ZeroDivisionError

    loop = asyncio.get_running_loop()
    words = partial(loop.call_soon_threadsafe, done.put_nowait, "words")
    monkeypatch.setattr("bot.app.spellings.prepare", words)
    vars(bot).update(services=SimpleNamespace(renderer=SimpleNamespace(prepare=prepare)))
    bot.prepare()
    async with asyncio.timeout(20):
        assert [await done.get(), await done.get()] == ["pictures", "words"]
    assert "Preparing the pictures failed: ZeroDivisionError" in caplog.text


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


async def test_the_library_waits_for_a_rate_limit_for_half_a_minute_at_most(bot: Skiz) -> None:
    assert bot.http.max_ratelimit_timeout == 30.0


# -- joining -------------------------------------------------------------------------------


async def test_the_bot_joins_listens_to_guilds_alone_and_closes_everything_at_the_end(
    place: Playground, local: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    close, had_left, prepared, joined = Store.close, list[bool](), set[Skiz](), list[Skiz]()

    async def closed(store: Store) -> None:
        had_left.append(joined[0].is_closed())
        await close(store)

    monkeypatch.setattr(Store, "close", closed)
    monkeypatch.setattr(Skiz, "prepare", lambda bot: prepared.update({bot}))
    async with joining(local, place.token) as (_, let_in):
        bot = await let_in.get()
        joined.append(bot)
        await bot.wait_until_ready()
        assert prepared == {bot}
        assert bot.levels().connected
        assert bot.intents == discord.Intents(guilds=True)
        mentions = bot.allowed_mentions
        assert mentions is not None
        assert (mentions.everyone, mentions.users, mentions.roles) == (False, False, False)
        assert not bot.cached_messages
        assert len(bot.guilds) == 1
        assert bot.users == [bot.user]
    assert bot.is_closed()
    assert not bot.levels().connected
    assert had_left == [True], "the bot leaves Discord before the database is closed"
    assert [each for each in asyncio.all_tasks() if "bot.ops" in repr(each)] == []
    with pytest.raises(StoreError, match="is closed"):
        await bot.store.settings.get("anything")


async def test_a_bot_is_stopped_for_a_reason(place: Playground, local: Settings) -> None:
    async with joining(local, place.token) as (task, let_in):
        bot = await let_in.get()
        bot.stop_because(LaunchError("There is one."))
        with pytest.raises(LaunchError, match=r"There is one\."):
            await task
    with pytest.raises(StoreError, match="is closed"):
        await bot.store.settings.get("anything")


async def test_a_lost_connection_is_restored_and_each_retry_waits_longer(
    place: Playground, local: Settings, waits: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    async with joining(local, place.token) as (_, let_in):
        first = await let_in.get()
        await first.close()
        second = await let_in.get()
        assert waits == [FIRST_WAIT]
        assert (first is second, first.is_closed()) == (False, True)
        place.faults.fail("GET", "/users/@me", 403, times=4)
        await second.close()
        await let_in.get()
    assert waits[1:] == [5, 10, 20, 40, 80]
    assert "Connection lost" in caplog.text


async def test_a_welcome_that_fails_is_logged_and_stops_nothing(
    place: Playground, local: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    tried = asyncio.Event()

    def welcome(_: Skiz) -> None:
        tried.set()
        raise UnicodeEncodeError("cp932", "Skíz", 2, 3, "no such letter")

    task = asyncio.create_task(app.join(local, place.token, welcome))
    await tried.wait()
    assert "The welcome failed: UnicodeEncodeError" in caplog.text
    assert not task.done()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_database_that_cannot_be_opened_is_reported(place: Playground, local: Settings) -> None:
    assert isinstance(local.database, Path)
    local.database.write_text("This is a letter, not a database. " * 100, encoding="utf-8")
    with pytest.raises(StoreError, match="is not a database"):
        await app.join(local, place.token, lambda _: None)


async def test_the_playground_keeps_messages_and_posts_again_those_that_are_lost(
    place: Playground, local: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = asyncio.Queue[Playground]()
    monkeypatch.setattr("bot.app.Pictures", Sketches)
    local = local.model_copy(update={"playground_port": 0})

    @contextlib.asynccontextmanager
    async def playing() -> AsyncIterator[Person]:
        task = asyncio.create_task(play(local, opened.put_nowait))
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


async def test_stopping_a_bot_that_is_resuming_stops_all_its_tasks(
    place: Playground,
    local: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    resuming, stopped = asyncio.Event(), asyncio.Event()
    start = Downtime.start

    async def start_slowly(downtime: Downtime) -> None:
        resuming.set()
        await stopped.wait()
        await start(downtime)

    monkeypatch.setattr(Downtime, "start", start_slowly)
    async with joining(local, place.token) as (task, let_in):
        bot = await let_in.get()
        await resuming.wait()
        task.cancel()
        await asyncio.sleep(0)
        stopped.set()
        await asyncio.gather(task, return_exceptions=True)
    assert bot.is_closed()
    assert [each.message for each in caplog.records if each.levelno >= logging.WARNING] == []
    assert [each for each in asyncio.all_tasks() if "bot.ops.housekeeping" in repr(each)] == []


# -- house rules ----------------------------------------------------------------------------

OWN = Path(royal_tarokk.__file__).with_name("points.toml")
"""The file with the game's own points."""


def royal_points(monkeypatch: pytest.MonkeyPatch, old: str = "", new: str = "") -> Path:
    """Point the setting to a copy of the points in which a text is replaced."""
    path = Path("other points.toml")
    path.write_text(OWN.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    monkeypatch.setenv("ROYAL_POINTS", str(path))
    return path


@pytest.mark.rule("royal_tarokk 15.5")
def test_other_points_for_royal_tarokk(monkeypatch: pytest.MonkeyPatch) -> None:
    assert house_rules(load()) == {}
    royal_points(monkeypatch)
    assert house_rules(load()) == {}, "a copy changes nothing"
    royal_points(monkeypatch, "ultimo = { points = 10", "ultimo = { points = 11")
    points = {"ultimo": 11}
    assert house_rules(load()) == {"royal_tarokk": {"points": points}}
    assert GAMES["royal_tarokk"].allows("points", points)


@pytest.mark.rule("royal_tarokk 15.5")
def test_a_table_of_points_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    path = royal_points(monkeypatch, "ultimo =", "ultima =")
    with pytest.raises(WrongSettingError) as caught:
        house_rules(load())
    assert str(caught.value) == (
        f"ROYAL_POINTS={path} has an unknown announcement: ultima; correct that file, or start again from"
        " a copy of bot/games/royal_tarokk/points.toml."
    )
