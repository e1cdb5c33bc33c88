"""Time limits on tables that are left alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.store import StoreError
from bot.store.log import Log
from bot.tables import EndCause, LiveTable, NewsKind, Pace, TableState, Times, deadlines
from bot.tables.settings import Terms
from tests.tables.room import ANNA, BELA, CHANNEL, CLARA, Room, code, finish, request, step

if TYPE_CHECKING:
    from pathlib import Path

HOUR = 60 * 60.0
DAY = 24 * HOUR


async def passed(room: Room, seconds: float) -> list[NewsKind]:
    """Let time pass, and return the news of it."""
    await room.kinds()
    room.clock.advance(seconds)
    return await room.kinds()


async def reopened(room: Room, path: Path, away: float = 0.0) -> Room:
    """Start the bot again after so many seconds."""
    await room.close()
    room.clock.advance(away)
    room = await Room.open(path, clock=room.clock)
    room.tables.resume()
    room.clock.advance(0)
    await room.tables.quiet()
    return room


async def test_a_lobby_that_no_one_starts_is_closed(room: Room) -> None:
    table = await room.table()
    assert table.now.lapses_at == 1000 + 6 * HOUR
    assert await passed(room, 5 * HOUR) == []
    await table.join(BELA, "Béla")
    assert await passed(room, 5.9 * HOUR) == []
    assert await passed(room, 0.1 * HOUR) == [NewsKind.ENDED]
    assert table.now.ending == (EndCause.NOT_STARTED, None)
    assert table.now.idle_since == 1000 + 5 * HOUR, "closing is not an action of a person"
    assert room.tables.in_channel(CHANNEL) == ()
    assert room.clock.waiting == {}, "no timer is left"


async def test_an_idle_game_falls_asleep_and_is_closed_later(room: Room) -> None:
    table = await room.started(BELA, computers=1)
    await passed(room, 47 * HOUR)
    await step(table, room)
    assert await passed(room, 47.9 * HOUR) == []
    assert await passed(room, 0.1 * HOUR) == [NewsKind.LOBBY]
    assert (table.now.asleep, table.now.state) == (True, TableState.PLAYING)
    assert await passed(room, 13.9 * DAY) == []
    assert await passed(room, 0.1 * DAY) == [NewsKind.ENDED]
    assert table.now.ending == (EndCause.ASLEEP, None)
    assert room.clock.waiting == {}


@pytest.mark.parametrize("awake", [True, False])
async def test_a_restart_does_not_change_when_a_table_lapses(path: Path, awake: bool) -> None:
    room = await Room.open(path)
    table = await room.started(BELA)
    await finish(table, room)
    if not awake:
        await table.leave(ANNA)
        await table.leave(BELA)
    lapses_at = table.now.lapses_at
    assert lapses_at is not None
    room = await reopened(room, path, away=HOUR)
    again = room.tables.get(table.id)
    assert again is not None
    assert again.now.lapses_at == lapses_at
    await passed(room, lapses_at - room.clock.now)
    assert again.now.asleep
    assert (again.now.state is TableState.ENDED) is not awake
    await room.close()


async def test_limits_that_passed_while_the_bot_was_down_apply_when_it_starts(path: Path) -> None:
    room = await Room.open(path)
    lobby, game = await room.table(), await room.tables.create(request(BELA))
    assert isinstance(game, LiveTable)
    assert await game.join(CLARA, "Clara") is None
    assert await game.start(BELA) is None
    room = await reopened(room, path, away=30 * DAY)
    assert room.tables.get(lobby.id) is None
    found = room.tables.get(game.id)
    assert found is not None
    assert found.now.asleep, "its players could not act in the meantime"
    assert found.now.lapses_at == room.clock.now + 14 * DAY
    await room.close()


async def test_a_closed_table_has_no_timers(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    other = await room.tables.create(request(CLARA))
    assert isinstance(other, LiveTable)
    assert len(room.clock.waiting) == 3
    await table.stop()
    assert [at for at, _ in room.clock.waiting.values()] == [other.now.lapses_at]


async def test_a_game_ends_when_the_bot_has_left_its_server(room: Room) -> None:
    table = await room.started(BELA)
    room.clock.advance(60)
    assert await table.end_for(EndCause.SERVER_LEFT) is None
    assert table.now.idle_since == 1000, "closing is not an action of a person"
    assert table.now.ending == (EndCause.SERVER_LEFT, None)
    assert code(await table.end_for(EndCause.SERVER_LEFT)) == "table_ended"


async def test_closing_is_tried_again_until_it_is_saved(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await room.table()

    async def failing(*_: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(Log, "save_table", failing)
        assert await passed(room, 6 * HOUR) == []
    assert table.now.state is TableState.LOBBY
    assert await passed(room, 5) == [NewsKind.ENDED]


async def test_idle_tables_do_not_count_towards_the_limit_of_the_channel(room: Room) -> None:
    started = await room.started(BELA)
    for host in range(4):
        assert isinstance(await room.tables.create(request(host)), LiveTable)
    assert code(await room.tables.create(request(CLARA))) == "too_many_tables"
    for user_id in (ANNA, BELA):
        await started.leave(user_id)
    assert started.now.asleep
    assert isinstance(await room.tables.create(request(CLARA)), LiveTable), (
        "a table that sleeps does not count"
    )
    assert code(await room.tables.create(request(50))) == "too_many_tables"
    room.clock.advance(HOUR)
    assert isinstance(await room.tables.create(request(50)), LiveTable), "nor those idle for an hour"


async def test_an_action_just_before_closing_keeps_the_table_open(room: Room) -> None:
    table = await room.table()
    lapses_at = table.now.lapses_at
    assert lapses_at is not None
    assert deadlines.lapse(table.now, lapses_at) is not None
    await passed(room, HOUR)
    assert await table.join(BELA, "Béla") is None
    assert deadlines.lapse(table.now, lapses_at) is None


async def test_the_limits_on_idle_tables_can_be_turned_off(room: Room) -> None:
    table = await room.started(BELA)
    asleep_never = replace(table.now, terms=Terms(times=Times(sleep=None)))
    assert asleep_never.lapses_at is None
    ended_never = replace(table.now, terms=Terms(times=Times(close=None)))
    assert ended_never.lapses_at == table.now.lapses_at


async def test_a_suspended_table_is_ended_and_keeps_its_deals(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA)
    await finish(table, room)
    assert table.now.session is not None
    totals = table.now.session.totals
    await room.close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE tables SET engine = 99")
    room = await Room.open(path)
    (suspended,) = room.tables.suspended
    assert suspended.totals == (("Anna", totals[0]), ("Béla", totals[1]))
    assert await room.tables.end_suspended(table.id) is None
    assert room.tables.suspended == ()
    assert code(await room.tables.end_suspended(table.id)) == "table_ended"
    kept = await room.store.log.table(table.id)
    assert kept is not None
    assert (kept.table.state, kept.table.ended_at, len(kept.seats)) == ("ended", 1000.0, 2)
    assert kept.actions
    await room.close()


async def test_a_suspended_table_stays_if_ending_it_cannot_be_saved(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await Room.open(path)
    table = await room.started(BELA)
    await room.close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE tables SET engine = 99, session = '{'")
    room, other = await Room.open(path), await Room.open(path)
    (suspended,) = room.tables.suspended
    assert suspended.totals == ()

    async def failing(*_: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(Log, "save_table", failing)
        assert code(await room.tables.end_suspended(table.id)) == "storage_failed"
    assert room.tables.get_suspended(table.id) is not None
    assert await other.tables.end_suspended(table.id) is None
    assert code(await room.tables.end_suspended(table.id)) == "table_ended"
    for each in (room, other):
        await each.close()


async def test_a_game_that_computers_finish_for_absent_people_waits_for_them(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await room.wait(HOUR)
    assert (table.now.people, table.now.state, table.now.asleep) == ((), TableState.BETWEEN, True)
    assert await table.join(BELA, "Béla") is None
    assert (table.now.host_id, table.now.asleep) == (BELA, False)
