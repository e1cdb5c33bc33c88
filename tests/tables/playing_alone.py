"""A process that plays deal after deal of every game, and prints each action and each rating that is saved.

A line is `table deal place seat action`, the place being that in the log of the deal, or `table rated`. Anna
plays each game with computers, and sessions of the toy with Béla, which are rated.
"""

from __future__ import annotations

import asyncio
import sys
from random import Random

from bot.games import GAMES
from bot.store.ratings import DEALS
from bot.tables import LiveTable
from bot.tables.table import READY
from tests.tables.room import ANNA, BELA, CHANNEL, NAMES, TOY, Room, deal_of, legal, revision_of

SESSIONS = CHANNEL - 1
"""The channel of the toy."""


async def act(table: LiveTable, user: int, chance: Random) -> str:
    """Let a person act; return what was done, or the empty string for being ready, which is not logged."""
    action, seat, place = chance.choice(legal(table, user)), table.now.seat_of(user), len(deal_of(table).log)
    assert await table.act(user, revision_of(table, user), [action]) is None
    return "" if action == READY else f"{table.id} {table.now.number} {place} {seat} {action}\n"


async def go_on(table: LiveTable, chance: Random) -> str:
    """Let a person act, begin a deal, or end a session that has enough deals; return what is saved then."""
    if table.now.state.in_deal:
        return await act(table, next(user for user in table.now.people if legal(table, user)), chance)
    if table.now.game is TOY and table.now.number >= DEALS:
        assert await table.end(ANNA) is None
        return f"{table.id} rated\n"
    assert await table.next_deal(ANNA) is None
    return ""


async def main(database: str, seed: int) -> None:
    chance, room = Random(seed), await Room.open(database)
    if not room.tables.of_user(ANNA):
        for channel, game in enumerate(GAMES.values(), CHANNEL):
            table = await room.table(computers=min(game.seats) - 1, game=game, channel=channel)
            assert await table.start(ANNA) is None
    room.tables.resume()
    while True:
        await room.tables.quiet()
        (toy,) = room.tables.in_channel(SESSIONS) or [await room.table(channel=SESSIONS)]
        if toy.now.session is None:
            await toy.join(BELA, NAMES[BELA])  # refused if that was saved before a kill
            assert await toy.start(ANNA) is None
        else:
            table = chance.choice((toy, chance.choice(room.tables.of_user(ANNA))))
            sys.stdout.write(await go_on(table, chance))
            sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
