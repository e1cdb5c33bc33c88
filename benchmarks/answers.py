"""How fast the bot answers on the playground: `python -m benchmarks.answers [times]`.

The bot and the playground share a process and an event loop, and talk over real sockets on 127.0.0.1. A time
is measured from sending an interaction to receiving the complete answer. Meanwhile a monitor wakes up every
10 ms: its delay shows for how long something blocked the loop.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Awaitable, Callable
from statistics import median, quantiles

from benchmarks.playground import joined
from bot.app import Skiz
from bot.playground import Playground
from bot.playground.person import Person
from tests.e2e.players import Player, play_deal, press_board, shown

DEALS = 3
"""The number of whole deals played."""
INTERVAL = 0.01
"""Seconds between two samples of the monitor."""
LATE = 20.0
"""Delay in milliseconds from which a sample counts as late."""


class LoopMonitor:
    """Samples the delays of the event loop, in milliseconds."""

    def __init__(self) -> None:
        self.delays: list[float] = []

    async def run(self) -> None:
        """Sample until cancelled."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(INTERVAL)
            self.delays.append((time.perf_counter() - before - INTERVAL) * 1000)

    async def longest_since(self, start: int) -> float:
        """Return the longest delay since the sample with the index `start`."""
        await asyncio.sleep(2 * INTERVAL)
        return max(self.delays[start:])


class Bench:
    """Sends interactions as one person and prints how long they take."""

    def __init__(self, anna: Person, monitor: LoopMonitor, times: int) -> None:
        self.anna = anna
        self.monitor = monitor
        self.times = times

    async def ask(self, path: str) -> None:
        """Use a command and wait for the whole answer."""
        await (await self.anna.slash(path)).done()

    async def measure(self, what: str, ask: Callable[[], Awaitable[object]]) -> None:
        """Send an interaction `times` times, and print the response times."""
        spent, start = list[float](), len(self.monitor.delays)
        for _ in range(self.times):
            begun = time.perf_counter()
            await ask()
            spent.append((time.perf_counter() - begun) * 1000)
        most, blocked = quantiles(spent, n=20)[-1], await self.monitor.longest_since(start)
        print(
            f"{what:44} median {median(spent):5.1f} ms   95 % {most:5.1f} ms   loop blocked {blocked:5.1f} ms"
        )

    async def deal(self) -> None:
        """Open a table with two computers and wait for the hand."""
        start = len(self.monitor.delays)
        answer = await self.anna.slash("tarock new", game="tapp_tarock")
        table = await answer.done()
        for label in ("Add computer", "Add computer", "Start"):
            await self.anna.press(table.id, label=label)
        await self.anna.until(lambda: any(message.attachments for message in self.anna.inbox()), 30)
        blocked = await self.monitor.longest_since(start)
        print(f"{'a table opened, a hand drawn and sent':84} loop blocked {blocked:5.1f} ms")

    async def whole_deals(self) -> None:
        """Play the open table's deals to their end, using the buttons and menus of the direct message."""
        player = Player(self.anna, random.Random(1))  # noqa: S311 - figures must be repeatable
        for number in range(1, DEALS + 1):
            start, begun = len(self.monitor.delays), time.perf_counter()
            await play_deal([player])
            spent, blocked = time.perf_counter() - begun, await self.monitor.longest_since(start)
            late = sum(each > LATE for each in self.monitor.delays[start:])
            what = f"whole deal {number}, {spent:4.1f} s, {late} samples more than {LATE:.0f} ms late"
            print(f"{what:84} loop blocked {blocked:5.1f} ms")
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
        monitor = LoopMonitor()
        monitoring = asyncio.create_task(monitor.run())
        await Bench(playground.people["Anna"], monitor, times).run(bot)
        monitoring.cancel()


if __name__ == "__main__":
    asyncio.run(main())
