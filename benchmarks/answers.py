"""How fast the bot answers on the playground: `python -m benchmarks.answers [times]`.

The bot and the local Discord share a process and an event loop; between them is the real wire on 127.0.0.1.
A time runs from sending the interaction to having the whole answer. Beside it, a heart beats every 10 ms:
how much too late a beat came is how long something held up the loop.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median, quantiles

from bot.client import Skiz
from bot.launch import join, point_to
from bot.playground import Playground
from bot.playground.person import Person
from bot.settings import Settings
from tests.e2e.players import Player, play_deal, press_board, shown

DEALS = 3
"""How many whole deals are played."""
BEAT = 0.01
"""Seconds from one beat of the heart to the next."""
LATE = 20.0
"""Milliseconds; beats later than that are counted."""


class Heart:
    """Beats in the event loop, and notes by how many milliseconds each beat came too late."""

    def __init__(self) -> None:
        self.late: list[float] = []

    async def beat(self) -> None:
        """Beat until cancelled."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(BEAT)
            self.late.append((time.perf_counter() - before - BEAT) * 1000)

    async def since(self, start: int) -> float:
        """The latest beat since that many had been noted."""
        await asyncio.sleep(2 * BEAT)
        return max(self.late[start:])


class Bench:
    """Somebody who asks the bot again and again, and a heart."""

    def __init__(self, anna: Person, heart: Heart, times: int) -> None:
        self.anna = anna
        self.heart = heart
        self.times = times

    async def ask(self, path: str) -> None:
        """Use a command and wait for the whole answer."""
        await (await self.anna.slash(path)).done()

    async def measure(self, what: str, ask: Callable[[], Awaitable[object]]) -> None:
        """Ask so many times, and print how long it took."""
        spent, start = list[float](), len(self.heart.late)
        for _ in range(self.times):
            begun = time.perf_counter()
            await ask()
            spent.append((time.perf_counter() - begun) * 1000)
        most, held = quantiles(spent, n=20)[-1], await self.heart.since(start)
        print(f"{what:44} median {median(spent):5.1f} ms   95 % {most:5.1f} ms   loop held up {held:5.1f} ms")

    async def deal(self) -> None:
        """Open a table with two computers and wait for the hand."""
        start = len(self.heart.late)
        answer = await self.anna.slash("tarock new", game="tapp_tarock")
        table = await answer.done()
        for label in ("Add computer", "Add computer", "Start"):
            await self.anna.press(table.id, label=label)
        await self.anna.until(lambda: any(message.attachments for message in self.anna.inbox()), 30)
        held = await self.heart.since(start)
        print(f"{'a table opened, a hand drawn and sent':84} loop held up {held:5.1f} ms")

    async def whole_deals(self) -> None:
        """Play the open table's deals to their end, by the buttons and lists of the direct message."""
        player = Player(self.anna, random.Random(1))  # noqa: S311 - figures must be repeatable
        for number in range(1, DEALS + 1):
            start, begun = len(self.heart.late), time.perf_counter()
            await play_deal([player])
            spent, held = time.perf_counter() - begun, await self.heart.since(start)
            late = sum(each > LATE for each in self.heart.late[start:])
            what = f"whole deal {number}, {spent:4.1f} s, {late} beats more than {LATE:.0f} ms late"
            print(f"{what:84} loop held up {held:5.1f} ms")
            await press_board(self.anna, "next")
            await shown(self.anna, "hand")

    async def run(self, bot: Skiz) -> None:
        """Ask for all there is."""
        await self.measure("/tarock list, while the cards are drawn", lambda: self.ask("tarock list"))
        await asyncio.to_thread(bot.pictures.prepare)
        await self.measure("/tarock list", lambda: self.ask("tarock list"))
        await self.measure("/leaderboard", lambda: self.ask("leaderboard"))
        await self.measure("autocomplete of /play", lambda: self.anna.complete("play", "card"))
        await self.deal()
        await self.measure("/hand, its picture drawn before", lambda: self.ask("hand"))
        await self.whole_deals()


async def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    playground = Playground()
    await playground.start()
    point_to(playground.address)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            _env_file=None,
            database=Path(folder, "skiz.db"),
            pictures=Path(folder, "pictures"),
            discord_address=playground.address,
            computer_pause=0,
        )
        joined = asyncio.Queue[Skiz]()
        joining = asyncio.create_task(join(settings, playground.token, joined.put_nowait))
        bot, heart = await joined.get(), Heart()
        beating = asyncio.create_task(heart.beat())
        await Bench(playground.people["Anna"], heart, times).run(bot)
        for task in (beating, joining):
            task.cancel()
        await asyncio.gather(joining, return_exceptions=True)
    await playground.stop()


if __name__ == "__main__":
    asyncio.run(main())
