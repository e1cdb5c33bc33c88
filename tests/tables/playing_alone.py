"""A process that plays deal after deal of every game, and prints each action that it is told is saved.

A line is `table deal place seat action`, the place being that in the log of the deal.
"""

from __future__ import annotations

import asyncio
import sys
from random import Random
from typing import TYPE_CHECKING

from bot.games import GAMES
from bot.tables.situation import READY
from tests.tables.room import ANNA, CHANNEL, Room, legal, revision_of

if TYPE_CHECKING:
    from bot.tables import Table


async def act(table: Table, chance: Random) -> str:
    """Let Anna act; return what she did, or the empty string if she was ready, which is not logged."""
    assert table.deal is not None
    action, seat, place = chance.choice(legal(table, ANNA)), table.seat_of(ANNA), len(table.deal.log)
    assert await table.act(ANNA, revision_of(table, ANNA), [action]) is None
    return "" if action == READY else f"{table.id} {table.number} {place} {seat} {action}\n"


async def main(database: str, seed: int) -> None:
    chance, room = Random(seed), await Room.open(database)
    if not room.tables.of_user(ANNA):
        for channel, game in enumerate(GAMES.values(), CHANNEL):
            table = await room.table(computers=min(game.seats) - 1, game=game, channel=channel)
            assert await table.start(ANNA) is None
    room.tables.resume()
    while True:
        await room.tables.quiet()
        table = chance.choice(room.tables.of_user(ANNA))
        if table.state.in_deal:
            sys.stdout.write(await act(table, chance))
            sys.stdout.flush()
        else:
            assert await table.next_deal(ANNA) is None


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
