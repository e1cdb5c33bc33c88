"""The running time: deadlines do not come nearer while the bot is away or no press reaches it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.ops import downtime as module
from bot.ops.downtime import KEY, SHORT, Connections, Downtime
from bot.shards import Shards
from bot.store import StoreError
from bot.tables import LiveTable, Pace
from tests.tables.room import ANNA, BELA, Clock, Room, missed, turn_of


@asynccontextmanager
async def running(path: Path, **options: Any) -> AsyncIterator[tuple[Room, Downtime]]:
    """A room whose running time is noted."""
    room = await Room.open(path / "skiz.db", **options)
    downtime = Downtime(room.store, room.tables, room.steady)
    await downtime.start()
    try:
        yield room, downtime
    finally:
        await downtime.stop()
        await room.close()


async def test_time_during_which_the_bot_was_away_does_not_count(tmp_path: Path, clock: Clock) -> None:
    async with running(tmp_path, clock=clock) as (room, _):
        turn = turn_of(await room.started(BELA, pace=Pace.FAST))
        await room.wait(5)
    clock.now += 1e6
    async with running(tmp_path, clock=clock) as (room, downtime):
        (again,) = room.tables.of_user(ANNA)
        assert again.now.turn == turn.later(1e6)
        await downtime.stop()
        assert await room.store.settings.get(KEY) == str(clock.now)


async def test_the_time_last_alive_is_saved_periodically(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that is killed saves nothing when it ends."""
    monkeypatch.setattr("bot.ops.downtime.SECONDS", 0.0)
    async with running(tmp_path) as (room, _), asyncio.timeout(20):
        for _ in range(2):
            room.clock.now += 50
            while await room.store.settings.get(KEY) != str(room.clock.now):
                pass


async def test_a_clock_that_is_set_while_the_bot_runs_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.ops.downtime.SECONDS", 0.0)
    async with running(tmp_path) as (room, _), asyncio.timeout(20):
        table = await room.started(BELA, pace=Pace.FAST)
        turn = turn_of(table)
        room.clock.set_by = -86_400.0
        followed = str(1000.0 - 86_400), turn.later(-86_400)
        while (await room.store.settings.get(KEY), table.now.turn) != followed:
            pass
    assert "The computer's clock was set by -86400 s, or the computer was suspended" in caplog.text


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def connections(clock: Clock) -> Connections:
    """Those of a bot whose only server belongs to shard 1."""
    return Connections(lambda _guild_id: 1, clock)


@pytest.fixture
async def room(tmp_path: Path, clock: Clock, connections: Connections) -> AsyncIterator[Room]:
    opened = await Room.open(tmp_path / "skiz.db", clock=clock, reaches=connections.reach)
    yield opened
    await opened.close()


@pytest.fixture
async def table(room: Room) -> LiveTable:
    """A table where a clock runs for the people to act."""
    return await room.started(BELA, pace=Pace.FAST)


@pytest.mark.parametrize("lost", [0, 1], ids=["direct messages", "its own"])
async def test_time_during_which_a_press_cannot_arrive_does_not_count(
    room: Room, connections: Connections, table: LiveTable, lost: int
) -> None:
    """A table needs the shard of its server, and that of direct messages, where its players act."""
    turn = turn_of(table)
    connections.lose(2)
    connections.lose(lost)
    await room.wait(30)
    connections.lose(lost)
    await room.wait(30)
    assert table.now.turn == turn, "not everybody could act, so nobody is reminded or replaced"
    assert missed(table) == [0, 0]

    await connections.regain(2, room.tables)
    assert table.now.turn == turn
    await connections.regain(lost, room.tables)
    assert table.now.turn == turn.later(60)
    await room.wait(40)
    assert missed(table) == [1, 1]


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("back", [0, 1])
async def test_time_during_which_two_connections_were_lost_counts_once(
    room: Room, connections: Connections, table: LiveTable, first: int, back: int
) -> None:
    turn = turn_of(table)
    connections.lose(first)
    await room.wait(10)
    connections.lose(1 - first)
    await room.wait(20)
    await connections.regain(back, room.tables)
    await room.wait(40)
    assert missed(table) == [0, 0]
    await connections.regain(1 - back, room.tables)
    assert table.now.turn == turn.later(70)


async def test_two_connections_that_are_back_at_once_and_one_that_is_lost_again(
    room: Room, connections: Connections, table: LiveTable
) -> None:
    turn, guild = turn_of(table), table.now.guild_id
    for shard in (0, 1):
        connections.lose(shard)
        await room.wait(10)
    returns = [asyncio.create_task(connections.regain(shard, room.tables)) for shard in (0, 1)]
    await asyncio.sleep(0)
    assert not connections.reach(guild), "the deadlines have not moved yet"
    connections.lose(1)
    await asyncio.gather(*returns)
    assert table.now.turn == turn.later(20)
    assert not connections.reach(guild)
    await room.wait(30)
    await connections.regain(1, room.tables)
    assert (table.now.turn, connections.reach(guild)) == (turn.later(50), True)


async def test_a_connection_lost_for_a_moment_moves_no_deadline(
    room: Room, connections: Connections, table: LiveTable, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.ops.downtime")
    turn = turn_of(table)
    await connections.regain(0, room.tables)
    connections.lose(0)
    room.clock.now += SHORT - 1
    await connections.regain(0, room.tables)
    assert (table.now.turn, connections.reach(table.now.guild_id)) == (turn, True)
    assert not caplog.messages
    connections.lose(0)
    room.clock.now += SHORT
    await connections.regain(0, room.tables)
    assert table.now.turn == turn.later(SHORT)
    assert caplog.messages == [f"The connection of shard 0 was lost for {SHORT:.0f} s"]


async def test_time_during_which_no_process_receives_direct_messages_does_not_count(
    room: Room, connections: Connections, table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process of shard 0 is another one."""
    monkeypatch.setattr("bot.ops.downtime.SECONDS", 0.0)
    turn, guild, received = turn_of(table), table.now.guild_id, True
    watching = asyncio.create_task(connections.watch_direct(lambda: received, room.tables))
    async with asyncio.timeout(20):
        received = False
        while connections.reach(guild):  # noqa: ASYNC110 - they have no event for that
            await asyncio.sleep(0)
        await room.wait(60)
        assert missed(table) == [0, 0]
        received = True
        while not connections.reach(guild):  # noqa: ASYNC110 - the same
            await asyncio.sleep(0)
    assert table.now.turn == turn.later(60)
    watching.cancel()


async def test_a_process_counts_the_time_for_which_its_own_servers_were_not_served(
    tmp_path: Path, clock: Clock
) -> None:
    """Whichever ranges there were before; the tables of the test are of server 1, of shard 0."""
    now = clock.now
    notes = {
        KEY: now - 500.0,  # before there were several processes
        f"{KEY} 1/2": now - 100.0,
        f"{KEY} 2/2": now - 1.0,
        f"{KEY} 2-3/4": now - 1.0,
    }
    async with running(tmp_path, clock=clock) as (room, _):
        turn = turn_of(await room.started(BELA, pace=Pace.FAST))
    room = await Room.open(tmp_path / "skiz.db", clock=clock)
    for key, time in notes.items():
        await room.store.settings.put(key, str(time))
    downtime = Downtime(room.store, room.tables, room.steady, Shards.parse("0-1/4"))
    await downtime.start()
    (table,) = room.tables.of_user(ANNA)
    assert table.now.turn == turn.later(100)
    await downtime.stop()
    kept = await room.store.settings.beginning_with(KEY)
    assert kept == {**{key: str(time) for key, time in notes.items()}, f"{KEY} 0-1/4": str(now)}
    await room.close()


async def test_a_failing_database_is_only_logged(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def failing(*_: Any) -> None:
        raise StoreError("The database is full.")

    downtime = Downtime(room.store, room.tables, room.steady)
    with monkeypatch.context() as patched:
        for name in ("beginning_with", "put"):
            patched.setattr(f"bot.store.records.SavedSettings.{name}", failing)
        await downtime.start()
        await downtime.stop()
    assert "The deadlines were not moved: The database is full." in caplog.text
    assert "The running time was not saved: The database is full." in caplog.text


async def test_stopping_before_the_start_saves_nothing(room: Room) -> None:
    await Downtime(room.store, room.tables, room.steady).stop()
    assert await room.store.settings.get(KEY) is None


@pytest.mark.parametrize(
    ("unsaved", "lasts", "looks"),
    [(0.0, False, module.LOOKS), (0.1, False, 1), (module.OUTAGE_SECONDS, True, 1)],
)
async def test_an_outage_is_soon_known_to_be_over_and_shown_once_it_lasts(
    monkeypatch: pytest.MonkeyPatch, unsaved: float, lasts: bool, looks: int
) -> None:
    sleeps, again = list[float](), asyncio.Event()

    async def sleep(seconds: float) -> None:
        sleeps.append(seconds)
        if len(sleeps) > looks:
            again.set()
            await asyncio.Event().wait()

    monkeypatch.setattr("bot.ops.downtime.asyncio.sleep", sleep)
    tables, store = Mock(postpone=AsyncMock()), Mock(unsaved_seconds=unsaved)
    store.settings = Mock(beginning_with=AsyncMock(return_value={}), put=AsyncMock())
    downtime = Downtime(store, tables, Clock().of_process())
    await downtime.start()
    await again.wait()
    tables.note_outage.assert_called_with(lasts=lasts)
    assert store.settings.put.await_count == 2, "it is tried again after that number of looks at the clock"
    await downtime.stop()


async def test_a_damaged_note_moves_no_deadline_and_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as (room, downtime):
        await downtime.stop()
        await room.store.settings.put(KEY, "soon")
    async with running(tmp_path) as (room, downtime):
        await downtime.stop()
        assert "The deadlines were not moved: could not convert" in caplog.text
        assert await room.store.settings.get(KEY) == str(room.clock.now)
