"""How long computers think while many tables play: `python -m benchmarks.thinking`.

Tables of all games, each with one scripted person who acts as soon as computers have, share real worker
processes and a database. A decision's time runs from the question to the answer, waiting for its turn
included. Meanwhile a monitor wakes up in the event loop every 5 ms: the processor time that the loop's thread
has used since shows for how long something held it up, whatever else the machine does.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from time import thread_time
from typing import Final

from bot.games import GAMES
from bot.launch import freeze_heap
from bot.players import for_game
from bot.store import Store
from bot.tables import (
    LiveTable,
    Observer,
    Settings,
    Strength,
    TableRequest,
    Tables,
    TableServices,
    TableState,
)
from bot.thinking import Observer as PoolObserver
from bot.thinking import Pool

TICK: Final = 0.005
"""Seconds between two looks of the monitor."""
STARTING: Final = 3.0
"""Seconds for which nothing is measured: the workers start."""


@dataclass
class Measured(Observer, PoolObserver):
    """What is measured while tables play."""

    strength: Strength
    seconds: list[float] = field(default_factory=list)
    failures: Counter[str] = field(default_factory=Counter)
    busy: list[float] = field(default_factory=list)

    def acted(self, game: str, result: str, /) -> None:
        """Count no actions."""

    def thought(self, game: str, strength: str, seconds: float, /) -> None:
        """Note how long a worker took."""
        if strength == self.strength:
            self.seconds.append(seconds)

    def thinking_failed(self, failure: str, /) -> None:
        """Count what no worker decided."""
        self.failures[failure] += 1

    def forget(self) -> None:
        """Begin again."""
        for each in (self.seconds, self.failures, self.busy):
            each.clear()

    async def watch(self) -> None:
        """Note how long the event loop was busy."""
        while True:
            before = thread_time()
            await asyncio.sleep(TICK)
            self.busy.append(thread_time() - before)

    def line(self, tables: int, seconds: float) -> str:
        """Describe what was measured."""
        searched = [each for each in self.seconds if each > TICK] or [0.0, 0.0]
        most = quantiles(searched, n=20)[-1]
        decided = len(self.seconds) + self.failures["late"]
        return (
            f"{self.strength:7} {tables:4} tables {decided / seconds:6.1f} decisions/s   "
            f"searched: median {1000 * median(searched):4.0f} ms, 95 % {1000 * most:4.0f} ms   "
            f"late {100 * self.failures['late'] / max(1, decided):4.1f} %   "
            f"loop blocked {1000 * max(self.busy):4.0f} ms"
        )


async def play(table: LiveTable) -> None:
    """Act for the person of a table, for ever."""
    player, user_id = for_game(table.now.game.name), table.now.host_id
    while True:
        view = table.now.view(user_id)
        if table.now.state is TableState.BETWEEN:
            await table.next_deal(user_id)
        elif view is not None and view.actions:
            await table.act(user_id, None, [player.choose(view)])
        else:
            await asyncio.sleep(TICK)


async def opened(tables: Tables, number: int, game: str, strength: Strength) -> LiveTable:
    """Open a table in a channel of its own, and start it with computers."""
    request = TableRequest(1, number, number, "Anna", GAMES[game], {}, Settings(strength=strength))
    table = await tables.create(request)
    assert isinstance(table, LiveTable)
    while None in table.now.occupants[: min(table.now.game.seats)]:
        await table.add_computer(number)
    await table.start(number)
    return table


async def measure(strength: Strength, count: int, chosen: argparse.Namespace) -> str:
    """Let tables play, and describe how it went."""
    measured = Measured(strength)
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder, "skiz.db"))
        pool = Pool(chosen.thinkers, measured)
        services = TableServices(store.log, for_game, thinkers=pool, pause=chosen.pause, observer=measured)
        tables = await Tables.open(GAMES, services)
        games = islice(cycle(GAMES), count)
        playing = [await opened(tables, number, game, strength) for number, game in enumerate(games, 1)]
        tasks = [asyncio.create_task(play(table)) for table in playing]
        tasks.append(asyncio.create_task(measured.watch()))
        freeze_heap()
        await asyncio.sleep(STARTING)
        measured.forget()
        await asyncio.sleep(chosen.seconds)
        said = measured.line(count, chosen.seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await tables.close()
        await pool.close()
        await store.close()
    return said


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit code."""
    parser = argparse.ArgumentParser(
        "python -m benchmarks.thinking", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument(
        "--tables", type=int, nargs="+", default=[1, 20, 100], help="how many (default: 1 20 100)"
    )
    parser.add_argument("--strength", type=Strength, nargs="+", default=[Strength.STEADY, Strength.STRONG])
    parser.add_argument("--thinkers", type=int, default=1, help="worker processes (default: 1)")
    parser.add_argument("--pause", type=float, default=1.2, help="seconds a computer takes (default: 1.2)")
    parser.add_argument("--seconds", type=float, default=10.0, help="for how long (default: 10)")
    chosen = parser.parse_args(arguments)
    for strength in chosen.strength:
        for count in chosen.tables:
            print(asyncio.run(measure(strength, count, chosen)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
