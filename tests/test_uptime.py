from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from bot.store import StoreError
from bot.tables import Pace
from bot.uptime import KEY, SHORT, Connections, Uptime
from tests.tables.absence import missed
from tests.tables.clock import Clock
from tests.tables.room import ANNA, BELA, Room

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


async def test_time_during_which_the_bot_was_away_does_not_count(tmp_path: Path) -> None:
    clock = Clock()
    room = await Room.open(tmp_path / "skiz.db", clock=clock)
    uptime = Uptime(room.store, room.tables, clock)
    await uptime.start()
    table = await room.started(BELA, pace=Pace.FAST)
    assert table.turn is not None
    await room.wait(5)
    await uptime.stop()
    await room.close()

    clock.now += 1e6
    room = await Room.open(tmp_path / "skiz.db", clock=clock)
    (again,) = room.tables.of_user(ANNA)
    uptime = Uptime(room.store, room.tables, clock)
    await uptime.start()
    assert again.turn == table.turn.later(1e6)
    await uptime.stop()
    assert await room.store.settings.get(KEY) == str(clock.now)
    await room.close()


async def test_the_time_last_alive_is_saved_periodically(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that is killed saves nothing when it ends."""
    monkeypatch.setattr("bot.uptime.SECONDS", 0.0)
    room = await Room.open(tmp_path / "skiz.db")
    uptime = Uptime(room.store, room.tables, room.clock)
    await uptime.start()
    async with asyncio.timeout(20):
        for _ in range(2):
            room.clock.now += 50
            while await room.store.settings.get(KEY) != str(room.clock.now):
                pass
    await uptime.stop()
    await room.close()


async def test_the_time_is_saved_only_now_and_then() -> None:
    saved: list[str] = []

    class Notes:
        async def get(self, _key: str) -> None:
            await asyncio.sleep(0)

        async def put(self, _key: str, value: str) -> None:
            saved.append(value)
            await asyncio.sleep(0)

    uptime = Uptime(SimpleNamespace(settings=Notes()), SimpleNamespace(), Clock())  # type: ignore[arg-type]  # fakes
    await uptime.start()
    for _ in range(10):
        await asyncio.sleep(0)
    assert len(saved) == 1
    await uptime.stop()
    assert len(saved) == 2


async def test_a_clock_that_was_set_back_changes_no_deadline(tmp_path: Path) -> None:
    room = await Room.open(tmp_path / "skiz.db")
    await room.store.settings.put(KEY, str(room.clock.now + 5000))
    table = await room.started(BELA, pace=Pace.FAST)
    turn = table.turn
    uptime = Uptime(room.store, room.tables, room.clock)
    await uptime.start()
    assert table.turn == turn
    await uptime.stop()
    await room.close()


async def test_time_during_which_no_press_can_arrive_does_not_count(tmp_path: Path) -> None:
    clock = Clock()
    connections = Connections(lambda guild_id: guild_id % 2, clock)
    room = await Room.open(tmp_path / "skiz.db", clock=clock, reaches=connections.reach)
    table = await room.started(BELA, pace=Pace.FAST)
    turn, shard = table.turn, table.guild_id % 2
    assert turn is not None
    connections.lose(1 - shard)
    connections.lose(shard)
    await room.wait(30)
    connections.lose(shard)
    await room.wait(30)
    assert table.turn == turn, "nobody could act, so nobody is reminded or played for"

    await connections.regain(1 - shard, room.tables)
    assert table.turn == turn
    await connections.regain(shard, room.tables)
    assert table.turn == turn.later(60)
    await room.wait(40)
    assert missed(table) == [1, 1]
    await room.close()


async def test_a_connection_lost_for_a_moment_moves_no_deadline(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.uptime")
    room = await Room.open(tmp_path / "skiz.db")
    table = await room.started(BELA, pace=Pace.FAST)
    turn, connections = table.turn, Connections(lambda _: 0, room.clock)
    await connections.regain(0, room.tables)
    connections.lose(0)
    room.clock.now += SHORT - 1
    await connections.regain(0, room.tables)
    assert (table.turn, connections.reach(table.guild_id)) == (turn, True)
    assert not caplog.messages
    connections.lose(0)
    room.clock.now += SHORT
    await connections.regain(0, room.tables)
    assert turn is not None
    assert table.turn == turn.later(SHORT)
    assert caplog.messages == [f"The connection of shard 0 was lost for {SHORT:.0f} s"]
    await room.close()


async def test_a_failing_database_is_only_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def failing(*_: Any) -> None:
        raise StoreError("The database is full.")

    room = await Room.open(tmp_path / "skiz.db")
    uptime = Uptime(room.store, room.tables, room.clock)
    with monkeypatch.context() as patched:
        for name in ("get", "put"):
            patched.setattr(f"bot.store.notes.SavedSettings.{name}", failing)
        await uptime.start()
        await uptime.stop()
    assert "The deadlines stay as they are: The database is full." in caplog.text
    assert "The running time cannot be saved: The database is full." in caplog.text
    await room.close()


async def test_a_bot_that_has_stopped_saves_no_time_any_longer(tmp_path: Path) -> None:
    room = await Room.open(tmp_path / "skiz.db")
    uptime = Uptime(room.store, room.tables, room.clock)
    await uptime.start()
    await uptime.stop()
    assert uptime._running is not None
    await asyncio.wait({uptime._running}, timeout=5)
    assert uptime._running.cancelled()
    await room.close()


async def test_stopping_before_the_start_saves_nothing(tmp_path: Path) -> None:
    room = await Room.open(tmp_path / "skiz.db")
    await Uptime(room.store, room.tables, room.clock).stop()
    assert await room.store.settings.get(KEY) is None
    await room.close()


async def test_a_damaged_note_moves_no_deadline_and_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    room = await Room.open(tmp_path / "skiz.db")
    await room.store.settings.put(KEY, "soon")
    uptime = Uptime(room.store, room.tables, room.clock)
    await uptime.start()
    await uptime.stop()
    assert "The deadlines stay as they are: could not convert" in caplog.text
    assert await room.store.settings.get(KEY) == str(room.clock.now)
    await room.close()
