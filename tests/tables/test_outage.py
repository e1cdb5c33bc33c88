"""PostgreSQL stops in the middle of play, and is back later."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.tables import NewsKind
from bot.tables.computers import RETRY_SECONDS
from tests.tables.room import ANNA, BELA, CLARA, STRANGER, Room, code, facts, finish, legal, request, step

if TYPE_CHECKING:
    import pytest

    from tests.postgresql import Server


async def test_players_are_refused_until_the_server_is_back(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    database = await server.create()
    room = await Room.open(database)
    table = await room.started(BELA)
    await step(table, room)
    await room.kinds()
    before = facts(table)

    server.stop()
    act = legal(table, BELA)[:1]
    assert code(await table.act(BELA, None, act)) == "storage_failed"
    assert code(await table.act(BELA, None, act)) == "storage_failed"
    assert f"Table {table.id} cannot be saved: The database in PostgreSQL cannot be reached" in caplog.text
    assert code(await room.tables.create(request(STRANGER))) == "storage_failed"
    assert code(await table.leave(ANNA)) == "storage_failed"
    assert await room.kinds() == []
    assert facts(table) == before
    server.start()

    assert await table.act(BELA, None, act) is None
    assert await room.kinds() == [NewsKind.MOVES]
    await finish(table, room)
    before = facts(table)
    await room.close()
    room = await Room.open(database)
    assert facts(*room.tables.of_user(ANNA)) == before
    await room.close()


async def test_computers_try_again_until_the_server_is_back(server: Server) -> None:
    room = await Room.open(await server.create())
    table = await room.table(CLARA, computers=1)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    server.stop()
    room.sleep.may_wake.set()
    await room.sleep.reached[RETRY_SECONDS].wait()
    await asyncio.to_thread(server.start)
    await room.tables.quiet()
    assert table.now.revision == 2
    await room.close()
