"""A process that plays at a table together with another one, on the same database.

For each line that it reads it tries something, and prints the attempt and its result as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from random import Random

from bot.rules.reasons import Refusal
from bot.tables import LiveTable, TableState
from tests.tables.room import ANNA, CLARA, Room, deal_of, legal, revision_of

SEATS_CHANGED = 0.2
"""How likely Clara leaves or comes back in place of an action."""


async def attempt(table: LiveTable, chance: Random) -> tuple[str, Refusal | None]:
    """Try something at the table as this process knows it; return the attempt and its refusal, if any."""
    if table.now.state is TableState.BETWEEN:
        return "deal", await table.next_deal(ANNA)
    if chance.random() < SEATS_CHANGED:
        if table.now.seat_of(CLARA) is None:
            return "join", await table.join(CLARA, "Clara")
        return "leave", await table.leave(CLARA)
    seat, number = chance.choice(deal_of(table).seats()), table.now.number
    occupant = table.now.occupants[seat]
    assert occupant is not None
    assert occupant.user_id is not None, "a computer is asked, and all is quiet"
    action = chance.choice(legal(table, occupant.user_id))
    refusal = await table.act(occupant.user_id, revision_of(table, occupant.user_id), [action])
    return f"{number}: {seat} {action}", refusal


async def main(database: str, seed: int) -> None:
    chance, room = Random(seed), await Room.open(database)
    (table,) = room.tables.of_user(ANNA)
    room.tables.resume()
    for _ in sys.stdin:
        await room.tables.quiet()
        what, refusal = await attempt(table, chance)
        sys.stdout.write(f"{json.dumps((what, refusal and refusal.code))}\n")
        sys.stdout.flush()
    await room.close()


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
