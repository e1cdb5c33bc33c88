"""A game with a pool at a table: antes, what the leaderboard counts, and who gets what is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.games.romanian import ROMANIAN_TAROK
from bot.tables import TableState
from tests.tables.room import ANNA, BELA, CLARA, GUILD, STRANGER, Room, finish, ranked

if TYPE_CHECKING:
    from pathlib import Path

    from bot.rules.session import Session
    from bot.tables import LiveTable


async def after_a_deal(room: Room) -> tuple[LiveTable, Session]:
    """A table at which everybody has passed, so that every trick has cost a chip; and its session."""
    table = await room.started(BELA, CLARA, STRANGER, game=ROMANIAN_TAROK)
    await finish(table, room)
    assert table.now.session is not None
    return table, table.now.session


async def test_totals_and_pool_always_add_up(path: Path) -> None:
    room = await Room.open(path)
    table, session = await after_a_deal(room)
    assert table.now.deal is not None
    assert table.now.deal.result is not None
    assert (session.pool, sum(session.totals), sum(table.now.deal.result.scores)) == (17, -17, -12)
    await room.close()
    room = await Room.open(path)
    (again,) = room.tables.of_user(ANNA)
    assert again.now.session == session
    assert await again.next_deal(ANNA) is None
    view = again.now.view(ANNA)
    assert view is not None
    assert (view.open.session["pool"], again.now.session) == (18, session)
    await room.close()


async def test_payments_into_the_pool_do_not_count_on_the_leaderboard(room: Room) -> None:
    await after_a_deal(room)
    ranks = await room.store.leaderboard.page(GUILD, ranked("romanian_tarok"))
    assert [rank.tally and rank.tally[:3] for rank in ranks] == [(1, 0, 0)] * 4


async def test_the_pool_is_shared_when_the_table_ends(room: Room) -> None:
    table, session = await after_a_deal(room)
    assert await table.end(ANNA) is None
    assert (table.now.state, table.now.session) == (TableState.ENDED, session.closed())
    assert sum(session.closed().totals) == 0


async def test_the_antes_of_a_deal_broken_off_are_given_back(room: Room) -> None:
    table, session = await after_a_deal(room)
    assert await table.next_deal(ANNA) is None
    assert await table.end(ANNA) is None
    assert table.now.session == session.closed()
