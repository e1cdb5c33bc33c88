"""What tables that have ended leave in memory: `python -m benchmarks.growth [tables]`.

The bot joins the playground; tables are opened there, every tenth is played for a while, and all are ended.
Counted is what the code of the bot has allocated and still holds, as `tracemalloc` traces it, and of which
types there are more objects than before. The memory of the process also has what the playground remembers.
"""

from __future__ import annotations

import asyncio
import gc
import resource
import sys
import tracemalloc
from collections import Counter
from pathlib import Path
from unittest.mock import patch

from benchmarks.playground import joined
from bot.client import Skiz
from bot.playground import Playground
from bot.playground.person import Person
from cogs.discord import queue

WARMING_UP = 50
"""Tables opened and ended before the first count, which fill caches."""
STEPS = 4
"""How often is counted after that."""
SECONDS = 2.0
"""How long is waited before each count."""
DEFINED = ("bot.", "cogs.", "card_images.", "discord.")
FEW = 5
"""So many more objects of a type are not worth a line."""
LINES = 5
"""So many lines of code are printed, of which more is held than before."""
OURS = [tracemalloc.Filter(inclusive=True, filename_pattern=f"*/{name}/*") for name in ("tables", "cogs")]


async def open_and_end(anna: Person, bot: Skiz, *, play: bool) -> None:
    """Open a table and end it: in the lobby, or by leaving a game and ending it then."""
    lobby = await (await anna.slash("tarock new", game="tapp_tarock")).done()
    (table,) = bot.tables.of_user(int(anna.user.id))
    if play:
        for label in ("Add computer", "Add computer", "Start"):
            await anna.press(lobby.id, label=label)
        await table.leave(int(anna.user.id))
        await table.join(int(anna.user.id), anna.name)
    await table.end(int(anna.user.id))
    while bot.tables.tasks or not bot.services.queue.is_idle:
        await bot.tables.quiet()
        await bot.services.queue.join()


def objects() -> Counter[str]:
    """Return how many objects there are of each type that the bot or discord.py defines."""
    types = (type(each) for each in gc.get_objects())
    return Counter(
        f"{each.__module__}.{each.__qualname__}" for each in types if each.__module__.startswith(DEFINED)
    )


def resident() -> float:
    """Return the resident memory of the process in MiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


async def held() -> tracemalloc.Snapshot:
    """Return what our code holds, once the requests of the last second are forgotten."""
    await asyncio.sleep(SECONDS)
    gc.collect()
    return tracemalloc.take_snapshot().filter_traces(OURS)


async def measure(playground: Playground, bot: Skiz, tables: int) -> None:
    """Print what is held after every so many tables, and in the end what has become more."""
    anna = playground.people["Anna"]
    # The messages of tables that have ended are not waited for.
    patch.object(queue, "SECONDS_PER_CHANGE", 0.0).start()
    await asyncio.to_thread(bot.pictures.prepare)
    for number in range(WARMING_UP):
        await open_and_end(anna, bot, play=number % 10 == 0)
    tracemalloc.start()
    before = Counter[str]()
    first: tracemalloc.Snapshot | None = None
    for step in range(STEPS + 1):
        for number in range(tables // STEPS if step else WARMING_UP):
            await open_and_end(anna, bot, play=number % 10 == 0)
        now = await held()
        size = sum(each.size for each in now.traces) / 1024
        print(
            f"{step * (tables // STEPS):6} tables ended: {size:8.1f} KiB held, {resident():.0f} MiB resident",
            flush=True,
        )
        before, first = before or objects(), first or now
    assert first is not None, "something is measured"
    for each in now.compare_to(first, "lineno")[:LINES]:
        print(f"    {each}")
    for name, more in (objects() - before).most_common():
        if more > FEW and not name.startswith("bot.playground."):
            print(f"    {more} more of {name}")


async def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    playground = Playground()
    async with joined(playground, thinkers=0, computer_pause=0, double_press=0) as bot:
        await measure(playground, bot, tables)


if __name__ == "__main__":
    asyncio.run(main())
