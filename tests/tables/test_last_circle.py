"""A player announces the last circle; the next deal decides how many deals are left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import text

from bot.games.koenigrufen import KOENIGRUFEN
from bot.store.database import Database, Step
from bot.tables import NewsKind, TableState
from tests.tables.room import ANNA, BELA, STRANGER, Room, code, facts, finish, step

if TYPE_CHECKING:
    from pathlib import Path

    from bot.tables import LiveTable


def left(table: LiveTable) -> int | None:
    """How many deals a table has left, if that has been decided."""
    assert table.now.session is not None
    return table.now.session.left


async def test_any_seated_person_may_announce_the_last_circle(room: Room) -> None:
    table = await room.started(BELA)
    await room.kinds()
    assert await table.announce_last_circle(BELA) is None
    assert await room.kinds() == [NewsKind.LAST_CIRCLE]
    assert table.now.revision == 1, "the announcement is not an action of the deal"
    await table.leave(BELA)
    assert NewsKind.LAST_CIRCLE not in await room.kinds()


async def test_the_session_ends_with_the_last_circle(room: Room) -> None:
    table = await room.started(BELA)
    await table.announce_last_circle(BELA)
    await finish(table, room)
    assert (table.now.state, left(table)) == (TableState.BETWEEN, None), "this deal does not decide it yet"
    await table.next_deal(ANNA)
    await finish(table, room)
    assert (table.now.state, left(table)) == (TableState.BETWEEN, 1)
    await table.next_deal(ANNA)
    await finish(table, room)
    assert (table.now.state, left(table)) == (TableState.ENDED, 0)
    assert code(await table.next_deal(ANNA)) == "table_ended"
    assert room.tables.get(table.id) is None


async def test_an_announcement_between_two_deals_counts_as_made_in_the_next_one(room: Room) -> None:
    table = await room.started(BELA)
    await finish(table, room)
    assert await table.announce_last_circle(BELA) is None
    for expected in (None, 1, 0):
        await table.next_deal(ANNA)
        await finish(table, room)
        assert left(table) == expected
    assert table.now.state is TableState.ENDED


async def test_void_deals_do_not_count(room: Room) -> None:
    table = await room.started(BELA, fruitless=True)
    await table.announce_last_circle(ANNA)
    for expected in (None, 2, 2, 2):
        await finish(table, room)
        assert (table.now.state, left(table)) == (TableState.BETWEEN, expected)
        await table.next_deal(ANNA)


async def test_refusals_of_announcing_the_last_circle(room: Room) -> None:
    table = await room.table(BELA)
    assert code(await table.announce_last_circle(ANNA)) == "not_started"
    await table.start(ANNA)
    assert code(await table.announce_last_circle(STRANGER)) == "not_seated"
    assert await table.announce_last_circle(ANNA) is None
    before = facts(table)
    assert code(await table.announce_last_circle(BELA)) == "last_circle_announced"
    assert facts(table) == before
    await table.end(ANNA)
    assert code(await table.announce_last_circle(BELA)) == "table_ended"
    other = await room.table(BELA, game=KOENIGRUFEN)
    assert code(await other.announce_last_circle(ANNA)) == "no_last_circle"


async def test_the_last_circle_survives_restarts(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA)
    await step(table, room)
    await table.announce_last_circle(BELA)
    for ended in (False, False, True):
        before = facts(table)
        await room.close()
        room = await Room.open(path)
        (table,) = room.tables.of_user(ANNA)
        assert facts(table) == before
        assert code(await table.announce_last_circle(ANNA)) == "last_circle_announced"
        await finish(table, room)
        assert (table.now.state is TableState.ENDED) is ended
        if not ended:
            await table.next_deal(ANNA)
    await room.close()
    room = await Room.open(path)
    assert room.tables.of_user(ANNA) == ()
    await room.close()


async def test_a_table_saved_before_last_circles_existed_is_restored(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA)
    before = facts(table)
    await room.close()
    database = await Database.open(path)
    older = text("UPDATE tables SET session = json_remove(session, '$.left', '$.last_circle_said_at')")
    await database.write(Step(older))
    await database.close()
    room = await Room.open(path)
    (table,) = room.tables.of_user(ANNA)
    assert facts(table) == before
    await room.close()
