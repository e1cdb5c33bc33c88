"""The bot as a separate process, and what goes wrong: requests, channels, messages, tokens and sockets."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic
from typing import IO, NamedTuple, TypeAlias

from bot.playground import Playground
from bot.playground.faults import EXEMPT, Fault, refusal
from tests.e2e.house import start_bot
from tests.postgresql import Server
from tests.soak.people import Party, Player, Screens

START_SECONDS = 120.0
MOST_STARTS = 50


@dataclass
class BotProcess:
    playground: Playground
    folder: Path
    pictures: Path
    times: Mapping[str, float]
    """The settings of how long computers and people take."""
    shards: str = "1/1"
    address: str = ""
    """That of PostgreSQL; if empty, the database is a file in the folder."""
    failed_starts: int = 0
    """How often it did not come up, because Discord could not be reached then."""
    started: asyncio.Event = field(default_factory=asyncio.Event)
    _process: Process | None = None

    @property
    def database(self) -> Path | str:
        return self.address or self.folder / "skiz.db"

    @property
    def log(self) -> Path:
        return self.folder / f"log-{self.shards.replace('/', '-of-')}.txt"

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def _launched(self, *arguments: str, stderr: IO[bytes] | None = None) -> Process:
        settings = {name: str(seconds) for name, seconds in self.times.items()}
        settings |= {"DATABASE": str(self.database), "PICTURES": str(self.pictures), "LOG_LEVEL": "INFO"}
        settings |= {"SHARDS": self.shards}
        return await start_bot(
            self.folder, *arguments, playground=self.playground, stderr=stderr, settings=settings
        )

    async def start(self) -> None:
        while not await self._is_started():
            self.failed_starts += 1
            assert self.failed_starts < MOST_STARTS, self.log.read_text(encoding="utf-8")[-2000:]
        self.started.set()

    async def _is_started(self) -> bool:
        with self.log.open("ab") as log:
            self._process = await self._launched(stderr=log)
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), START_SECONDS)
        return line.startswith(b"Ready")

    async def kill(self) -> None:
        self.started.clear()
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.communicate()

    async def stop(self) -> None:
        await self.kill()

    async def end(self) -> int:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.terminate()
        await asyncio.wait_for(self._process.communicate(), START_SECONDS)
        assert self._process.returncode is not None
        return self._process.returncode

    async def command(self, *arguments: str) -> tuple[int, str]:
        process = await self._launched(*arguments)
        output, _ = await process.communicate()
        assert process.returncode is not None
        return process.returncode, output.decode()


class Outage(NamedTuple):
    """When a process could not answer, in seconds of the monotonic clock."""

    process: int
    began: float
    ended: float


@dataclass
class Cluster:
    """Several processes, each with its part of the servers, and the PostgreSQL server that they share."""

    processes: list[BotProcess]
    server: Server
    outages: list[Outage] = field(default_factory=list)
    _next: int = 0
    _began: dict[int, float] = field(default_factory=dict)
    """When each process that does not run was killed."""

    @property
    def database(self) -> str:
        return self.processes[0].address

    @property
    def failed_starts(self) -> int:
        return sum(each.failed_starts for each in self.processes)

    @property
    def started(self) -> _Started:
        return _Started(self.processes)

    async def start(self) -> None:
        """Start those that do not run."""
        killed = [number for number, each in enumerate(self.processes) if not each.is_running]
        await asyncio.gather(*(self.processes[number].start() for number in killed))
        began = [(number, self._began.pop(number)) for number in killed if number in self._began]
        self.outages += [Outage(number, at, monotonic()) for number, at in began]

    async def kill(self) -> None:
        """Kill one process, each in its turn."""
        number = self._next % len(self.processes)
        self._began[number] = monotonic()
        await self.processes[number].kill()
        self._next += 1

    async def stop(self) -> None:
        await asyncio.gather(*(each.kill() for each in self.processes))

    async def end(self) -> int:
        return max(await asyncio.gather(*(each.end() for each in self.processes)))

    async def command(self, *arguments: str) -> tuple[int, str]:
        return await self.processes[0].command(*arguments)

    async def restart_server(self) -> None:
        began = monotonic()
        await asyncio.to_thread(self.server.stop)
        await asyncio.to_thread(self.server.start)
        self.outages += [Outage(number, began, monotonic()) for number, _ in enumerate(self.processes)]


@dataclass
class _Started:
    processes: list[BotProcess]

    async def wait(self) -> None:
        for each in self.processes:
            await each.started.wait()


FAILING = 0.02

OUTAGE_SECONDS = 5.0

PAUSE_OF_ALL = 8.0
"""Seconds between two troubles that concern all tables, on average, however many tables there are."""

PAUSE_OF_ONE = 120.0


def _refused(status: int, **more: bool) -> Fault:
    return Fault("*", "*", status, {**refusal(status, 0, 0.7), **more})


FAULTS: Mapping[str, Callable[[], Fault]] = {
    **{f"status {status}": partial(_refused, status) for status in (429, 500, 502, 503)},
    "status 429, global": partial(_refused, 429, **{"global": True}),
    "connection reset before": partial(Fault, "*", "*", 0, {}, reset=True),
    "connection reset after": partial(Fault, "*", "*", 0, {}, carried_out=True, reset=True),
}

LOST = {"permission lost": 50013, "access lost": 50001, "thread archived": 50083}
"""What a channel can lose, with Discord's code of the error."""


Happening: TypeAlias = Callable[[], Awaitable[None] | None]


@dataclass
class Trouble:
    """Makes trouble for as long as it runs, and puts everything in order at the end."""

    playground: Playground
    screens: Screens
    parties: list[Party]
    chance: Random
    happened: Counter[str] = field(default_factory=Counter)
    without_letters: list[Player] = field(default_factory=list)
    """The players who received no direct messages for a while, or whose message was deleted."""
    without_board: list[Party] = field(default_factory=list)
    """The parties whose table message was deleted."""
    _outage: bool = False
    _mends: list[Callable[[], None]] = field(default_factory=list)

    async def run(self) -> None:
        """Let requests fail, and other things happen to all and to each table, until cancelled."""
        faults = self.playground.faults
        faults.chance = self._request_fault
        try:
            await asyncio.gather(
                self._now_and_then(self._of_all, PAUSE_OF_ALL),
                self._now_and_then(self._of_one, PAUSE_OF_ONE / len(self.parties)),
            )
        finally:
            faults.chance = lambda _method, _path: None
            for mend in self._mends:
                mend()

    async def _now_and_then(self, kinds: Mapping[str, Happening], pause: float) -> None:
        """Let something of some kinds happen every `pause` seconds on average."""
        while True:
            await asyncio.sleep(self.chance.expovariate(1 / pause))
            name = self.chance.choice(sorted(kinds))
            self.happened[name] += 1
            if (happening := kinds[name]()) is not None:
                await happening

    def _request_fault(self, _method: str, path: str) -> Fault | None:
        if self._outage and not path.startswith(EXEMPT):
            self.happened["status 503, for all"] += 1
            return _refused(503)
        if self.chance.random() >= FAILING:
            return None
        name = self.chance.choice(sorted(FAULTS))
        self.happened[name] += 1
        return FAULTS[name]()

    @property
    def _of_all(self) -> Mapping[str, Happening]:
        gateway = self.playground.gateway
        return {
            "outage": self._outage_of_all,
            "tokens expired": self.playground.interactions.expire_tokens,
            "socket dropped": gateway.drop,
            "reconnect asked for": gateway.ask_to_reconnect,
            "session invalid": gateway.invalidate,
        }

    @property
    def _of_one(self) -> Mapping[str, Happening]:
        return {
            "direct messages closed": self._close_letters,
            "table message deleted": self._delete_board,
            "direct message deleted": self._delete_letter,
            **{name: self._losing(code) for name, code in LOST.items()},
        }

    def _party(self) -> Party:
        return self.chance.choice(self.parties)

    def _later(self, seconds: float, mend: Callable[[], None]) -> None:
        """Put something in order after a while, and once more when trouble ends."""
        self._mends.append(mend)
        asyncio.get_running_loop().call_later(seconds, mend)

    def _outage_of_all(self) -> None:
        self._outage = True
        self._later(OUTAGE_SECONDS, lambda: setattr(self, "_outage", False))

    def _close_letters(self) -> None:
        player = self.chance.choice(self._party().people)
        player.person.allow_dms(allowed=False)
        self.without_letters.append(player)
        self._later(self.chance.uniform(10, 20), lambda: player.person.allow_dms(allowed=True))

    def _delete_board(self) -> None:
        party = self._party()
        messages = self.screens.public[party.channel_id].values()
        for each in [message for message in messages if message.components][-1:]:
            self.playground.state.delete(each.id)
            self.without_board.append(party)

    def _delete_letter(self) -> None:
        player = self.chance.choice(self._party().people)
        if messages := self.screens.letters[player.user_id]:
            self.playground.state.delete(next(reversed(messages)))
            self.without_letters.append(player)

    def _losing(self, code: int) -> Happening:
        def lose() -> None:
            channel_id = self._party().channel_id
            self.playground.forbid(channel_id, code)
            self._later(self.chance.uniform(10, 20), lambda: self.playground.allow(channel_id))

        return lose
