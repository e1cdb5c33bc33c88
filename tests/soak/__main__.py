"""Many tables over the wire, with every kind of trouble: `python -m tests.soak --tables 40 --minutes 2`.

The unmodified bot runs in a separate process, on the playground's server. Scripted people play all games,
while requests fail by chance, messages and permissions are lost, and the bot is killed and started again.
Afterwards everything that was pressed and shown is compared with the logs. Ends with 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import quantiles
from time import monotonic
from typing import Any

from bot.app import terms_of
from bot.playground import Playground
from bot.playground.state import GUILD_ID, Change
from bot.settings import Settings
from bot.shards import GUILD_BITS
from bot.store import SavedDeal, Store
from tests.e2e.players import CODE
from tests.postgresql import Server, programs
from tests.soak.displays import Displays, Wrong
from tests.soak.ledger import Answer, Ledger, Seats
from tests.soak.people import Evening, Player, Screens, parties
from tests.soak.trouble import BotProcess, Cluster, Trouble

OPENING_SECONDS = 90.0
SHOWN_SECONDS = 30.0
"""Within this after the last fault and the last change of its table a message must show what it should."""
GOING_ON_SECONDS = 90.0
"""Within this after that every open table must have gone on."""
TURNS_TO_GO_ON = 8
"""Within so many times as long as a person thinks on average, a table has gone on in all likelihood."""
RETURN_SECONDS = 15.0
"""Within this after its return a process must answer every press."""
REQUESTS = 50
"""That Discord allows in any second."""
TABLES_TO_ONE_SECOND = 25
"""The number of tables at which a person thinks for one second: about fifteen actions a second in all."""
SHORTEST_TURN = 8
"""Seconds of a turn at the fast pace, at least."""


@dataclass(frozen=True)
class Options:
    tables: int
    minutes: float
    seed: int
    kills: float
    think: float | None
    pictures: Path
    processes: int = 1
    """Of several each has its part of the servers. Then they and PostgreSQL are all that fails."""


Report = Callable[[dict[str, Any]], None]


class Soak:
    def __init__(self, folder: Path, options: Options, report: Report) -> None:
        self._options = options
        self._report = report
        self._chance = Random(options.seed)
        self._playground = Playground()
        state = self._playground.state
        think = options.think or max(0.5, options.tables / TABLES_TO_ONE_SECOND)
        turn = max(SHORTEST_TURN, round(3 * think))
        self._evening = Evening(Screens(state), Ledger(), think, turn)
        self._leaks = set[str]()
        state.listen(self._look_for_cards)
        times = settings_of(turn)
        self._bot = self._process_or_processes(folder, times)
        self._seats = Seats(self._bot.database)
        self._evening.look = self._seats.read
        guilds = [str(int(GUILD_ID) + (number << GUILD_BITS)) for number in range(options.processes)]
        for each in guilds[1:]:
            state.add_guild(each, f"Server {each}")
        self._parties = parties(self._playground, self._evening, options.tables, self._chance, guilds)
        self._trouble = Trouble(self._playground, self._evening.screens, self._parties, self._chance)
        settings = Settings.model_construct(**{name.lower(): value for name, value in times.items()})
        terms = terms_of(settings)._replace(computers_think=False)
        self._displays = Displays(self._evening.screens, self._seats, terms)
        self._kills = 0

    def _process_or_processes(self, folder: Path, times: dict[str, Any]) -> BotProcess | Cluster:
        options = self._options
        process = partial(BotProcess, self._playground, folder, options.pictures.resolve(), times)
        if options.processes == 1:
            return process()
        installed = programs()
        assert installed is not None, "several processes need PostgreSQL"
        server = Server(installed, options={})
        server.start()
        address, numbers = server.address(), range(1, options.processes + 1)
        return Cluster([process(f"{each}/{options.processes}", address) for each in numbers], server)

    @property
    def _players(self) -> list[Player]:
        return [player for party in self._parties for player in party.people]

    @property
    def _dealt(self) -> int:
        """At how many tables cards have been dealt."""
        return len({place.table for place in self._seats.of})

    async def run(self) -> list[str]:
        await self._playground.start()
        await self._bot.start()
        violations: list[str] = []
        try:
            async with _running(self._watch(), *(each.live() for each in self._players)):
                await self._open()
                await self._make_trouble()
                violations += await self._calm_down()
                violations += await self._go_on()
            violations += await self._account()
        finally:
            await self._bot.stop()
            await self._playground.stop()
            if isinstance(self._bot, Cluster):
                self._bot.server.close()
        return violations

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(1)
            await self._seats.read()

    def _look_for_cards(self, change: Change) -> None:
        message = change.message
        channels = self._playground.state.channels
        if message and not message.only_for and channels[message.channel_id].recipient is None:
            ids = [str(part["custom_id"]) for part in message.parts() if "custom_id" in part]
            self._leaks |= {each for each in ids if CODE.search(each)}

    async def _open(self) -> None:
        started = monotonic()
        self._evening.calm.set()
        for party in self._parties:
            await party.people[0].open_table()
        self._evening.playing.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(OPENING_SECONDS):
                while self._dealt < self._options.tables:  # noqa: ASYNC110 - it is read every second
                    await asyncio.sleep(1)
        self._report(
            {
                "phase": "opening",
                "seconds": round(monotonic() - started),
                "people": len(self._players),
                "tables": len(self._parties),
                "dealt": self._dealt,
            }
        )

    async def _make_trouble(self) -> None:
        """Play while everything goes wrong that can."""
        self._evening.calm.clear()
        of_all = self._restart_servers() if isinstance(self._bot, Cluster) else self._trouble.run()
        async with _running(of_all, self._kill_now_and_then()):
            await asyncio.sleep(60 * self._options.minutes)
        self._evening.calm.set()
        await self._bot.started.wait()
        self._report(
            {
                "phase": "trouble",
                "seconds": round(60 * self._options.minutes),
                **self._evening.ledger.counts(),
                "kills": self._kills,
                "failed starts": self._bot.failed_starts,
                "faults": dict(sorted(self._trouble.happened.items())),
                "people": dict(sorted(self._evening.done.items())),
            }
        )

    async def _restart_servers(self) -> None:
        """Restart PostgreSQL twice, a third and two thirds through."""
        assert isinstance(self._bot, Cluster)
        for _ in range(2):
            await asyncio.sleep(60 * self._options.minutes / 3)
            await self._bot.restart_server()
            self._trouble.happened["PostgreSQL restarted"] += 1
        await asyncio.sleep(60 * self._options.minutes)

    async def _kill_now_and_then(self) -> None:
        while self._options.kills:
            await asyncio.sleep(self._chance.uniform(0.5, 1.5) * 60 / self._options.kills)
            await asyncio.shield(self._kill())

    async def _kill(self) -> None:
        self._evening.starts += 1
        self._kills += 1
        await self._bot.kill()
        await self._bot.start()

    async def _calm_down(self) -> list[str]:
        """Nothing fails and nobody acts any more: in the end every message shows what it should."""
        self._evening.playing.clear()
        started = monotonic()
        asking = [player.look_into_letters() for player in self._trouble.without_letters]
        tables = await self._displays.saved(self._bot.database)
        asking += [
            party.people[0].ask_for_board(table.id)
            for party in self._trouble.without_board
            for table in tables
            if table.channel_id == int(party.channel_id)
        ]
        await asyncio.gather(*asking)
        wrong, overdue = await self._displays.look(self._bot.database), list[Wrong]()
        while wrong and len(overdue) < len(wrong):
            await asyncio.sleep(1)
            wrong, now = await self._displays.look(self._bot.database), monotonic()
            overdue = [each for each in wrong if now - max(each.since, started) > SHOWN_SECONDS]
        seconds = round(monotonic() - started, 1)
        self._report({"phase": "calm", "seconds": seconds, "wrong displays": len(overdue)})
        return [f"wrong display: {line}" for each in overdue for line in each.lines]

    async def _go_on(self) -> list[str]:
        """Every table that is open goes on, or ends; unless it sleeps and its people sit at others."""
        before = dict(self._seats.saves)
        self._evening.hurry = True
        self._evening.playing.set()
        started, stuck = monotonic(), list(before)
        patience = max(GOING_ON_SECONDS, TURNS_TO_GO_ON * self._evening.think)
        while stuck and monotonic() - started < patience:
            await asyncio.sleep(1)
            now = self._seats.saves
            stuck = [table for table in stuck if now.get(table) == before[table]]
        self._evening.playing.clear()
        tables = await self._displays.saved(self._bot.database)
        awake = [each for each in tables if not each.asleep]
        elsewhere = {user for each in awake for user in (*each.people, *each.away)}
        resting = [each.id for each in tables if each.asleep and elsewhere >= {*each.away}]
        stuck = [table for table in stuck if table not in resting]
        seconds = round(monotonic() - started, 1)
        self._report({"phase": "going on", "seconds": seconds, "tables": len(before), "stuck": len(stuck)})
        return [
            f"stuck: {each.game.name} {each.id}, deal {each.number}, {each.state}, {each.settings.pace}, "
            f"paused {each.paused}, asleep {each.asleep}, people {sorted(each.people)}, "
            f"away {sorted(each.away)}, awaited {sorted(each.awaited)}"
            for each in tables
            if each.id in stuck
        ]

    async def _account(self) -> list[str]:
        """End the bot, and compare presses, pages and scores with the logs."""
        code = await self._bot.end()
        await self._seats.read()
        ledger = self._evening.ledger
        deals = await self._saved_deals()
        found = {
            "lost": ledger.lost(deals, self._seats),
            "wrong scores": await self._recounted(),
            "leaks": sorted(self._leaks),
        }
        if isinstance(self._bot, Cluster):
            self._report({"phase": "processes", **answers_of(self._bot, ledger.answers)})
        peak = busiest_second(self._playground.traffic.counted_at)
        self._report(
            {
                "phase": "accounts",
                **ledger.counts(),
                "deals": len(deals),
                "finished": sum(each.deal.result is not None for each in deals),
                **{name: len(each) for name, each in found.items()},
                "requests in a second": peak,
                "exit code": code,
            }
        )
        violations = [f"{name}: {each}" for name, several in found.items() for each in several]
        if peak > REQUESTS:
            violations.append(f"{peak} requests in a second")
        if code:
            violations.append(f"the bot ended with exit code {code}")
        return violations

    async def _saved_deals(self) -> list[SavedDeal]:
        store = await Store.open(self._bot.database)
        try:
            return [each async for each in store.history.deals()]
        finally:
            await store.close()

    async def _recounted(self) -> list[str]:
        code, output = await self._bot.command("recount", "--json")
        return [f"recount: {output}"] if code or json.loads(output)["differences"] else []


def answers_of(cluster: Cluster, answers: Iterable[Answer]) -> dict[str, Any]:
    """How soon presses were answered first, and how soon after its return each process answered all."""
    several, count = [*answers], len(cluster.processes)

    def part(answer: Answer) -> int:
        return (int(answer.guild_id) >> GUILD_BITS) % count

    kinds = {
        "carried": [each for each in several if each.private and part(each)],
        "direct": [each for each in several if not (each.private and part(each))],
    }
    found: dict[str, Any] = {}
    for name, some in kinds.items():
        cuts = quantiles([each.seconds for each in some if not each.failed], n=100)
        found[name] = len(some)
        found[f"{name}, not answered"] = sum(each.failed for each in some)
        found[f"{name}, p50 ms"], found[f"{name}, p99 ms"] = (round(1000 * cuts[at]) for at in (49, 98))

    def since_return(answer: Answer) -> float:
        """0 if the process, or shard 0's, could not answer yet."""
        needed = {part(answer), 0} if answer.private else {part(answer)}
        begun = [
            each
            for each in cluster.outages
            if each.process in needed and each.began <= answer.pressed + answer.seconds
        ]
        return max(0.0, answer.pressed - max((each.ended for each in begun), default=answer.pressed))

    late = [since_return(each) for each in several if each.failed]
    found[f"not answered later than {RETURN_SECONDS:.0f} s after a return"] = sum(
        each > RETURN_SECONDS for each in late
    )
    return found


def settings_of(turn: int) -> dict[str, Any]:
    """The settings of all times, given the seconds of a turn at the fast pace."""
    return {
        "COMPUTER_PAUSE": 0.3,
        "DOUBLE_PRESS": 0,
        "OFFER_SECONDS": turn,
        "RELAXED_REMINDER": turn,
        "NORMAL_REMINDER": turn,
        "NORMAL_TURN": 2 * turn,
        "FAST_REMINDER": turn // 2,
        "FAST_TURN": turn,
        "SLOW_REMINDER": 2 * turn,
        "SLOW_TURN": 3 * turn,
    }


def busiest_second(times: Iterable[float]) -> int:
    """The most of some times, in seconds and in order, that lie within one second."""
    latest, most = deque[float](), 0
    for each in times:
        latest.append(each)
        while each - latest[0] >= 1.0:
            latest.popleft()
        most = max(most, len(latest))
    return most


@asynccontextmanager
async def _running(*coroutines: Any) -> AsyncIterator[None]:
    """Run some coroutines until the block is left. Raises what one of them raises."""
    tasks = [asyncio.create_task(each) for each in coroutines]
    try:
        yield
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def main() -> int:
    """Run, print a JSON object for each phase, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=float, default=2.0, help="how often a minute the bot is killed")
    parser.add_argument("--think", type=float, help="seconds that a person thinks on average")
    parser.add_argument("--processes", type=int, default=1, help="with PostgreSQL, if there are several")
    parser.add_argument(
        "--pictures", type=Path, default=Path("data/pictures"), help="where drawn cards are kept"
    )
    parser.add_argument("--folder", type=Path, help="where the database and the log are left behind")
    values = vars(parser.parse_args())
    kept = values.pop("folder")
    logging.basicConfig(level=logging.ERROR)
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # a killed bot sends requests by half
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        place = kept or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        soak = Soak(place, Options(**values), lambda figures: print(json.dumps(figures), flush=True))
        violations = asyncio.run(soak.run())
    for each in violations:
        print(each[:1400], file=sys.stderr)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
