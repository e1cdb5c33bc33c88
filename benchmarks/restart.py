"""What a start costs with many open tables: `python -m benchmarks.restart [--tables 1000] [--idle 3600]`.

At each table a person has begun to play against computers, `idle` seconds before the bot starts. The first
start finds no message of any table; the others find what it has shown.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

from benchmarks.requests import Guest, Usage, running_bot
from bot.app import terms_of
from bot.computers import players
from bot.games import GAMES
from bot.playground import Playground
from bot.playground.rest import is_counted
from bot.playground.state import GUILD_ID
from bot.settings import Settings
from bot.store import Store
from bot.tables import (
    Clock,
    LiveTable,
    Pace,
    Schedule,
    TableRequest,
    Tables,
    TableServices,
    TableSettings,
)
from card_images import Pictures

NO_CLOCK: Final = TableSettings(pace=Pace.NONE)
"""At other paces the people would have been reminded meanwhile."""
ACTIONS: Final = 6
"""How many actions of its person each table has."""


async def act(table: LiveTable, user_id: int) -> None:
    """Let a person and the computers act a few times."""
    for _ in range(ACTIONS):
        view = table.now.view(user_id)
        if view is None or not view.actions:
            return
        await table.act(user_id, None, [view.actions[-1]])


async def fill(database: Path, guests: list[Guest], idle: float) -> None:
    """Save a table for each guest, as the bot would have done `idle` seconds ago."""
    store = await Store.open(database)
    clock = Clock(lambda: time.time() - idle)
    terms = terms_of(Settings.model_construct(thinkers=0))
    services = TableServices(
        store, players.for_game, pause=0.0, clock=clock, schedule=Schedule(clock), terms=terms
    )
    tables = await Tables.open(GAMES, services)
    games = tuple(GAMES.values())
    for number, guest in enumerate(guests):
        user, game = int(guest.user.id), games[number % len(games)]
        request = TableRequest(int(GUILD_ID), int(guest.channel_id), user, guest.name, game, {}, NO_CLOCK)
        table = await tables.create(request)
        assert isinstance(table, LiveTable)
        assert await table.fill_and_start(user) is None
        await act(table, user)
        await tables.quiet()
    await tables.close()
    await store.close()


async def start(playground: Playground, folder: Path, data: Path, seconds: float) -> None:
    """Start the bot, and print what it has used until it was ready, and some seconds later."""
    before, begun = Counter(playground.traffic.counts), time.monotonic()
    async with running_bot(playground, folder, 1.0, data) as pid:
        ready, used = time.monotonic() - begun, Usage.of(pid)
        await asyncio.sleep(seconds)
        later = Usage.of(pid)
    made = playground.traffic.counts - before
    counted = {route: number for route, number in made.items() if is_counted(route)}
    print(
        f"ready after {ready:.1f} s, {used.seconds:.1f} s of processor, {used.megabytes:.0f} MB; "
        f"{seconds:.0f} s later {later.seconds:.1f} s of processor, {later.megabytes:.0f} MB, "
        f"{sum(counted.values())} counted requests"
    )


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--idle", type=float, default=3600.0, help="seconds since the last action")
    parser.add_argument("--seconds", type=float, default=30.0, help="seconds for which the bot runs")
    parser.add_argument("--starts", type=int, default=2)
    options = parser.parse_args()
    playground = Playground()
    await playground.start()
    guests = [Guest(playground, each) for each in range(options.tables)]
    with tempfile.TemporaryDirectory() as name:
        pictures, data = Path(name, "pictures"), Path(name)
        await asyncio.to_thread(Pictures(pictures).prepare)
        await fill(data / "skiz.db", guests, options.idle)
        for _ in range(options.starts):
            await start(playground, pictures, data, options.seconds)
    await playground.stop()


if __name__ == "__main__":
    asyncio.run(main())
