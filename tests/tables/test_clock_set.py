"""The computer's clock is set while tables wait: each waits for as long as before, and shows until when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.games.koenigrufen import KOENIGRUFEN
from bot.ops.uptime import Uptime
from bot.tables import NewsKind, Pace, TableState
from bot.tables.clock import SET
from bot.tables.pace import PACES
from tests.tables.absence import discarded, missed
from tests.tables.clock import Clock
from tests.tables.room import ANNA, BELA, CLARA, Room, finish
from tests.tables.test_offers import KOENIGRUFEN_HANDS, room_for

if TYPE_CHECKING:
    from pathlib import Path

    from bot.tables import Table

HOUR = 3600.0
DAY = 24 * HOUR

jumps = pytest.mark.parametrize("jump", [-DAY, 2 * HOUR, 20 * DAY], ids=["back", "forward", "far forward"])
noticing = pytest.mark.parametrize("noticed", [False, True], ids=["unnoticed", "noticed"])


async def set_clock(room: Room, jump: float, *, noticed: bool = True) -> None:
    """Set the computer's clock, which the bot notices soon after."""
    room.clock.set_by += jump
    if noticed and room.steady.look():
        await room.tables.follow_clock()
        await room.tables.quiet()


async def states(table: Table, room: Room, seconds: float) -> list[TableState]:
    """The states of a table just before some seconds have passed, and when they have."""
    await room.wait(seconds - 0.1)
    before = table.state
    await room.wait(0.1)
    return [before, table.state]


@jumps
@noticing
async def test_a_turn_lasts_as_long(room: Room, jump: float, noticed: bool) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await discarded(table, room)
    await room.wait(10)
    await set_clock(room, jump, noticed=noticed)
    assert await table.join(CLARA, "Clara") is not None
    assert await table.wish_pause(ANNA, wanted=True) is None, "a change of the table counts no time"
    await room.wait(9.9)
    assert table.turn is not None
    assert (table.turn.reminded, missed(table)) == (False, [0, 0])
    await room.wait(20)
    assert (table.turn.reminded, missed(table)) == (True, [0, 0])
    await room.wait(0.1)
    assert missed(table) == [0, 1]


@jumps
@noticing
async def test_an_offer_lasts_as_long(path: Path, jump: float, noticed: bool) -> None:
    room = await room_for(path, KOENIGRUFEN, KOENIGRUFEN_HANDS["no one"])
    table = await room.started(BELA, CLARA, computers=1, game=KOENIGRUFEN)
    await set_clock(room, jump, noticed=noticed)
    assert await states(table, room, 30) == [TableState.OFFER, TableState.PLAYING]
    await room.close()


@jumps
@noticing
async def test_a_lobby_waits_as_long(room: Room, jump: float, noticed: bool) -> None:
    table = await room.table(BELA)
    await set_clock(room, jump, noticed=noticed)
    assert await states(table, room, 6 * HOUR) == [TableState.LOBBY, TableState.ENDED]


@jumps
@noticing
async def test_a_game_falls_asleep_and_is_closed_after_as_long(
    room: Room, jump: float, noticed: bool
) -> None:
    table = await room.started(BELA)
    await set_clock(room, jump, noticed=noticed)
    await room.wait(48 * HOUR - 0.1)
    awake = table.asleep
    await room.wait(0.1)
    assert (awake, table.asleep) == (False, True)
    await set_clock(room, jump, noticed=noticed)
    assert await states(table, room, 14 * DAY) == [TableState.PLAYING, TableState.ENDED]


@jumps
async def test_a_last_trick_stays_as_long(room: Room, jump: float) -> None:
    table = await room.started(BELA)
    await finish(table, room)
    await set_clock(room, jump)
    await room.wait(2.9)
    assert not table.shows_result
    await room.wait(0.1)
    assert table.shows_result


@jumps
async def test_what_is_shown_and_saved_is_by_the_computers_clock(room: Room, jump: float) -> None:
    table = await room.started(BELA, pace=Pace.SLOW)
    await room.kinds()
    turn, lapses_at = table.turn, table.lapses_at
    assert turn is not None
    assert lapses_at is not None
    await set_clock(room, jump)
    assert await room.kinds() == [NewsKind.CLOCK]
    assert (table.turn, table.lapses_at) == (turn.later(jump), lapses_at + jump)
    (saved,) = await room.store.log.open_tables()
    assert saved.table.remind_at == turn.remind_at + jump
    assert saved.table.idle_since == 1000 + jump
    await room.wait(60)
    assert await table.act(ANNA, None, ()) is None
    assert await table.wish_pause(ANNA, wanted=True) is None
    (saved,) = await room.store.log.open_tables()
    assert saved.table.idle_since == 1060 + jump


async def test_small_differences_of_the_computers_clock_are_not_followed(room: Room) -> None:
    for jump in (SET - 1, 2 - SET):
        room.clock.set_by = jump
        assert room.steady.look() == 0
    assert room.steady.date() == room.steady() == 1000


@pytest.mark.parametrize(
    ("jump", "noticed"),
    [(-DAY, False), (-DAY, True), (2 * HOUR, False), (2 * HOUR, True), (20 * DAY, True)],
)
async def test_after_a_restart_as_much_time_is_left(path: Path, jump: float, noticed: bool) -> None:
    """The computer's clock is set while the bot runs, or while it is off."""
    room = await Room.open(path)
    uptime = Uptime(room.store, room.tables, room.steady)
    await uptime.start()
    await room.started(BELA, pace=Pace.FAST)
    await room.table(channel=7)
    await room.wait(10)
    await set_clock(room, jump, noticed=noticed)
    await uptime.stop()
    await room.close()

    room = await Room.open(path, clock=Clock(room.clock.now + 60, room.clock.set_by))
    table, lobby = sorted(room.tables.of_user(ANNA), key=lambda each: each.channel_id)
    uptime = Uptime(room.store, room.tables, room.steady)
    await uptime.start()
    room.tables.resume()
    await room.wait(PACES[Pace.FAST].remind - 10.1)
    turns = [table.turn]
    await room.wait(0.1)
    turns.append(table.turn)
    assert [turn and turn.reminded for turn in turns] == [False, True]
    await room.wait(6 * HOUR)
    assert lobby.state is TableState.ENDED
    await uptime.stop()
    await room.close()
