"""A process that plays deal after deal on the database it is given, and prints each saved revision."""

from __future__ import annotations

import asyncio
import sys

from bot.tables import TableState
from tests.tables.room import ANNA, Room, legal, revision_of


async def main(database: str) -> None:
    room = await Room.open(database)
    table = (*room.tables.of_user(ANNA), None)[0] or await room.started(computers=2)
    room.tables.resume()
    while True:
        await room.tables.quiet()
        if table.state is TableState.PLAYING:
            refusal = await table.act(ANNA, revision_of(table, ANNA), legal(table, ANNA)[:1])
        else:
            refusal = await table.next_deal(ANNA)
        assert refusal is None
        sys.stdout.write(f"{table.revision}\n")
        sys.stdout.flush()


asyncio.run(main(sys.argv[1]))
