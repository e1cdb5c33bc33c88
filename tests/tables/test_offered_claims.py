"""The claims after the last trick, which are offered to everybody alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.rules.moves import Action
from bot.tables import NewsKind, TableState
from tests.tables.room import ANNA, BELA, CLARA, STRANGER, Room, facts, legal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.tables import LiveTable
from tests.tables.test_offers import (
    ILLUSTRATED_TALON,
    LONG,
    SHORT,
    act,
    answer,
    is_offered,
    keep_on,
    room_for,
)


@pytest.fixture
async def claims(path: Path) -> AsyncIterator[tuple[Room, LiveTable]]:
    """A deal of Illustrated Tarokk after its last trick, in which Anna may claim eight tarokks."""
    room = await room_for(path, ILLUSTRATED_TAROKK, LONG, ILLUSTRATED_TALON)
    table = await room.table(BELA, CLARA, STRANGER, game=ILLUSTRATED_TAROKK)
    assert await table.start(ANNA) is None
    await act(table, room, ANNA, Action("bid", "solo"))
    while not (is_offered(table) and table.now.open and table.now.open.tricks):
        await keep_on(table, room)
    yield room, table
    await room.close()


async def test_the_score_waits_until_all_have_answered(claims: tuple[Room, LiveTable]) -> None:
    room, table = claims
    assert table.now.open is not None
    assert (table.now.open.result, table.now.open.dealt) == (None, None)
    assert list(map(str, legal(table, ANNA))) == ["claim", "decline"]
    await act(table, room, ANNA, Action("claim"))
    assert legal(table, ANNA) == ()
    for user_id in (BELA, CLARA):
        assert list(map(str, legal(table, user_id))) == ["ready"]
        await answer(table, room, user_id)
    (saved,) = await room.store.log.open_tables()
    assert saved.deal is not None
    assert saved.deal.result is None, "no leaderboard counts a result that is not shown"
    before = await room.kinds()
    await answer(table, room, STRANGER)
    assert await room.kinds() == [NewsKind.DEAL_OVER]
    assert NewsKind.DEAL_OVER not in before
    assert table.now.state is TableState.BETWEEN
    assert table.now.open is not None
    assert table.now.open.result is not None
    assert [line.item for line in table.now.open.result.lines].count("eight_tarokks") == 1
    (saved,) = await room.store.log.open_tables()
    assert saved.deal is not None
    assert saved.deal.result is not None


async def test_a_restart_before_the_score_changes_nothing(claims: tuple[Room, LiveTable], path: Path) -> None:
    room, table = claims
    await answer(table, room, ANNA)
    before, clock = facts(table), room.clock
    assert before
    again = await Room.open(path, clock=clock)
    (table,) = again.tables.of_user(ANNA)
    assert facts(table) == before
    again.tables.resume()
    await again.wait(30)
    assert table.now.state is TableState.BETWEEN
    await again.close()


async def test_without_eight_tarokks_in_one_hand_nobody_is_asked(path: Path) -> None:
    room = await room_for(path, ILLUSTRATED_TAROKK, SHORT, ILLUSTRATED_TALON)
    table = await room.table(BELA, CLARA, STRANGER, game=ILLUSTRATED_TAROKK)
    assert await table.start(ANNA) is None
    await act(table, room, ANNA, Action("bid", "solo"))
    while table.now.state.in_deal:
        assert not (is_offered(table) and table.now.open and table.now.open.tricks)
        await keep_on(table, room)
    await room.close()
