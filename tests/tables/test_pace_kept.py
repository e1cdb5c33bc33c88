"""Deadlines and pauses after a restart, and when they cannot be saved."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.store import StoreError
from bot.tables import NewsKind, Pace
from bot.tables.computers import RETRY_SECONDS
from bot.tables.settings import PACES
from bot.tables.storage import save
from tests.tables.clock import Clock
from tests.tables.room import (
    ANNA,
    BELA,
    Room,
    facts,
)

if TYPE_CHECKING:
    from pathlib import Path

from tests.tables.absence import missed


@pytest.mark.parametrize("reminded", [False, True])
async def test_deadlines_go_on_after_a_restart(path: Path, reminded: bool) -> None:
    room = await Room.open(path)
    table = await room.started(BELA, pace=Pace.FAST)
    await room.wait(25 if reminded else 5)
    before, turn = facts(table), table.now.turn
    assert turn is not None
    await room.close()

    room = await Room.open(path, clock=Clock(room.clock.now + 1e5))
    (again,) = room.tables.of_user(ANNA)
    assert (facts(again), again.now.turn) == (before, turn)
    await room.tables.postpone(lambda _: 1e5)
    room.tables.resume()
    await room.kinds()
    assert again.now.turn == turn.later(1e5)
    assert again.now.idle_since == table.now.idle_since, "a restart is not an action of a person"
    await room.wait(14.9)
    assert (len(again.now.open_log), await room.kinds()) == (0, [])
    await room.wait(0.1)
    assert len(again.now.open_log) == (3 if reminded else 0)
    assert again.now.turn is not None
    assert again.now.turn.reminded is not reminded
    await room.close()


async def test_a_turn_that_was_due_is_played_after_a_restart(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA, pace=Pace.FAST)
    await room.wait(39)
    room.sleep.may_wake.clear()
    room.clock.advance(1)
    await room.close()
    assert len(table.now.open_log) == 0
    room = await Room.open(path, clock=room.clock)
    (again,) = room.tables.of_user(ANNA)
    room.tables.resume()
    await room.tables.quiet()
    assert (len(again.now.open_log), missed(again)) == (3, [1, 1])
    await room.close()


async def test_a_pause_outlives_a_restart(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA, pace=Pace.FAST)
    for user_id in (ANNA, BELA):
        await table.wish_pause(user_id, wanted=True)
    await room.close()
    room = await Room.open(path)
    (again,) = room.tables.of_user(ANNA)
    await room.tables.postpone(lambda _: 10)
    room.tables.resume()
    assert (again.now.paused, again.now.settings.pace, again.now.turn, await room.kinds()) == (
        *(True, Pace.FAST, None),
        [NewsKind.RESTORED],
    )
    await room.close()


async def test_a_reminder_that_cannot_be_saved_is_tried_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.started(BELA, pace=Pace.SLOW)
    outcomes = iter([StoreError("full"), None])

    async def failing(*arguments: Any) -> None:
        if (error := next(outcomes)) is not None:
            raise error
        await save(*arguments)

    monkeypatch.setattr("bot.tables.storage.save", failing)
    await room.wait(PACES[Pace.SLOW].remind)
    assert table.now.turn is not None
    assert not table.now.turn.reminded
    await room.wait(RETRY_SECONDS)
    assert table.now.turn is not None
    assert table.now.turn.reminded


async def test_a_turn_that_cannot_be_saved_is_tried_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.started(BELA, pace=Pace.FAST)
    await room.wait(39)
    outcomes = iter([StoreError("full"), None])

    async def failing(*arguments: Any) -> None:
        if (error := next(outcomes)) is not None:
            raise error
        await save(*arguments)

    monkeypatch.setattr("bot.tables.storage.save", failing)
    await room.wait(1)
    assert room.sleep.slept[-2:] == [RETRY_SECONDS, 1.5]
    assert missed(table) == [1, 1]


async def test_a_reminder_due_while_no_press_arrives_comes_shortly_after(path: Path) -> None:
    connected = asyncio.Event()
    room = await Room.open(path, reaches=lambda _guild_id: connected.is_set())
    table = await room.started(BELA, pace=Pace.SLOW)
    await room.wait(PACES[Pace.SLOW].remind)
    seen = [table.now.turn]
    connected.set()
    await room.wait(RETRY_SECONDS)
    seen.append(table.now.turn)
    assert [turn and turn.reminded for turn in seen] == [False, True]
    await room.close()
