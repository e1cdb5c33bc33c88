"""Pauses, which more than half of the people at a table must wish for."""

from __future__ import annotations

from bot.tables import NewsKind, Pace
from tests.tables.absence import act, discarded, is_paused
from tests.tables.room import (
    ANNA,
    BELA,
    CLARA,
    STRANGER,
    Room,
    code,
    finish,
    legal,
)


async def test_the_table_pauses_while_more_than_half_wish_it(room: Room) -> None:
    table = await room.started(BELA, CLARA, pace=Pace.FAST)
    await discarded(table, room)
    assert await table.wish_pause(ANNA, wanted=True) is None
    assert not is_paused(table)
    assert table.turn is not None
    await room.kinds()
    assert await table.wish_pause(ANNA, wanted=True) is None
    assert await room.kinds() == [], "the same wish again"
    assert await table.wish_pause(CLARA, wanted=True) is None
    assert is_paused(table)
    assert await room.kinds() == [NewsKind.CLOCK]
    await room.wait(1e6)
    assert len(table.open_log) == 3
    assert code(await table.act(BELA, None, legal(table, BELA)[:1])) == "paused"
    assert await table.wish_pause(CLARA, wanted=False) is None
    assert not is_paused(table)
    assert table.wishing == (), "another pause needs new wishes"
    assert table.turn is not None
    assert table.turn.due_at == room.clock.now + 40
    await act(table, room, BELA)


async def test_computers_do_not_move_during_a_pause(room: Room) -> None:
    table = await room.table(computers=1, pace=Pace.FAST)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    assert await table.wish_pause(ANNA, wanted=True) is None
    assert is_paused(table), "one of one"
    room.sleep.may_wake.set()
    await room.tables.quiet()
    assert table.open_log == ()
    assert await table.wish_pause(ANNA, wanted=False) is None
    await room.tables.quiet()
    assert len(table.open_log) == 1


async def test_a_pause_lasts_when_players_leave_and_come_back(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await table.wish_pause(BELA, wanted=True)
    assert not is_paused(table)
    await table.leave(ANNA)
    assert is_paused(table), "one of one"
    await table.join(ANNA, "Anna")
    assert is_paused(table), "nobody wanted to go on"
    await table.wish_pause(ANNA, wanted=False)
    assert not is_paused(table)
    await table.leave(ANNA)
    await table.wish_pause(BELA, wanted=False)
    await table.join(ANNA, "Anna")
    assert not any(each.wants_pause for each in table.occupants if each)


async def test_wishes_for_a_pause_end_with_the_deal(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await table.wish_pause(ANNA, wanted=True)
    await finish(table, room)
    await table.next_deal(ANNA)
    assert [each and each.wants_pause for each in table.occupants] == [False, False]


async def test_without_a_clock_there_is_no_pause(room: Room) -> None:
    table = await room.started(BELA, pace=Pace.NONE)
    assert code(await table.wish_pause(ANNA, wanted=True)) == "no_clock"
    assert code(await table.wish_pause(STRANGER, wanted=True)) == "not_seated"
