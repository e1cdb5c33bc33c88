"""How fast the bot answers on the playground: `python -m benchmarks.answers [times]`.

The bot and the playground share a process and an event loop, and talk over sockets on 127.0.0.1. A time runs
from sending an interaction to receiving the complete answer. Meanwhile a monitor wakes up every millisecond:
its longest delay is the time for which something blocked the loop.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.reading import milliseconds, monitored
from bot.app import Skiz, join, point_to
from bot.playground import Playground
from bot.playground.person import Person
from bot.settings import Settings
from tests.e2e.players import Player, play_deal, press_board, shown

DEALS = 3
"""The number of whole deals played."""


@asynccontextmanager
async def joined(playground: Playground, **options: Any) -> AsyncIterator[Skiz]:
    """Start a playground and the bot, with an empty database and no cards drawn yet; stop both at the end.

    Args:
        playground: Has not been started.
        options: Settings of the bot.
    """
    await playground.start()
    point_to(playground.address)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            _env_file=None,
            database=Path(folder, "skiz.db"),
            pictures=Path(folder, "pictures"),
            discord_address=playground.address,
            **options,
        )
        ready = asyncio.Queue[Skiz]()
        joining = asyncio.create_task(join(settings, playground.token, ready.put_nowait))
        try:
            yield await ready.get()
        finally:
            joining.cancel()
            await asyncio.gather(joining, return_exceptions=True)
            await playground.stop()


class Bench:
    """Sends interactions as one person and prints how long they take."""

    def __init__(self, anna: Person, times: int) -> None:
        self.anna = anna
        self.times = times

    async def ask(self, path: str) -> None:
        """Use a command and wait for the whole answer."""
        await (await self.anna.slash(path)).done()

    async def measure(self, what: str, ask: Callable[[], Awaitable[object]]) -> None:
        """Send an interaction `times` times, and print the response times."""
        async with monitored() as held:
            spent = [await milliseconds(ask()) for _ in range(self.times)]
        most = quantiles(spent, n=20)[-1]
        print(
            f"{what:44} median {median(spent):5.1f} ms   95 % {most:5.1f} ms   loop blocked {held[0]:5.1f} ms"
        )

    async def deal(self) -> None:
        """Open a table with two computers and wait for the hand."""
        async with monitored() as held:
            answer = await self.anna.slash("tarock new", game="tapp_tarock")
            table = await answer.done()
            for label in ("Add computer", "Add computer", "Start"):
                await self.anna.press(table.id, label=label)
            await self.anna.until(lambda: any(message.attachments for message in self.anna.inbox()), 30)
        print(f"{'a table opened, a hand drawn and sent':84} loop blocked {held[0]:5.1f} ms")

    async def whole_deals(self) -> None:
        """Play the open table's deals to their end, using the buttons and menus of the direct message."""
        player = Player(self.anna, random.Random(1))  # noqa: S311 - figures must be repeatable
        for number in range(1, DEALS + 1):
            async with monitored() as held:
                spent = await milliseconds(play_deal([player]))
            print(f"{f'whole deal {number}, {spent / 1000:4.1f} s':84} loop blocked {held[0]:5.1f} ms")
            await press_board(self.anna, "next")
            await shown(self.anna, "hand")

    async def run(self, bot: Skiz) -> None:
        """Run all measurements."""
        await self.measure("/tarock list, while the cards are drawn", lambda: self.ask("tarock list"))
        await asyncio.to_thread(bot.pictures.prepare)
        await self.measure("/tarock list", lambda: self.ask("tarock list"))
        await self.measure("/leaderboard", lambda: self.ask("leaderboard"))
        await self.measure("autocomplete of /play", lambda: self.anna.complete("play", "card"))
        await self.deal()
        await self.measure("/hand, picture cached", lambda: self.ask("hand"))
        await self.whole_deals()


async def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    playground = Playground()
    async with joined(playground, thinkers=0, computer_pause=0, page_seconds=0, double_press=0) as bot:
        await Bench(playground.people["Anna"], times).run(bot)


if __name__ == "__main__":
    asyncio.run(main())
