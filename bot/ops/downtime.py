"""How long the bot was away: deadlines do not come nearer while it does not run, or no press reaches it."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable

from bot.errors import reported
from bot.shards import EVERY, GUILD_BITS, Shards
from bot.store import Store, StoreError
from bot.tables import Clock, Tables

SECONDS = 30.0
"""Between two notes that the bot runs: at most this much of the time before a crash is not counted."""

OUTAGE_SECONDS = 30.0
"""For how long saving must have failed before the tables say so."""

SHORT = 5.0
"""Seconds. A shorter loss moves no deadline, since that would edit every message."""

LOOKS = 6
"""How often the bot looks between two notes whether the computer's clock has been set."""

DIRECT = 0
"""The shard that receives presses in direct messages."""

KEY = "running_at"
"""The setting that holds the time of the latest note; a process of several adds its range to the name."""

_log = logging.getLogger(__name__)


class Connections:
    """The connections to Discord by shard: while one is lost, people cannot act at its tables.

    Players have their panels in direct messages. So they also need that shard, in whatever server they play.
    """

    def __init__(self, shard_of: Callable[[int], int], clock: Callable[[], float]) -> None:
        """Begin with all shards connected.

        `shard_of`: returns the shard that receives the events of a server.
        `clock`: returns seconds that pass evenly.
        """
        self._shard_of = shard_of
        self._clock = clock
        self._lost: dict[int, float] = {}
        """By shard: since when its connection has been lost."""
        self._settling = Counter[int]()
        """How often a shard is back whose tables do not all have their later deadlines yet."""

    def reach(self, guild_id: int) -> bool:
        """Whether no connection is known to be lost that carries presses of the players in a server."""
        needed = self._needed(guild_id)
        return needed.isdisjoint(self._lost) and needed.isdisjoint(+self._settling)

    def lose(self, shard_id: int) -> None:
        """Note that a connection is lost."""
        self._lost.setdefault(shard_id, self._clock())

    async def regain(self, shard_id: int, tables: Tables) -> None:
        """Let the deadlines at the tables that need a shard be later by the time for which it was lost.

        What passed while another lost shard was needed as well is left for the return of that one.
        """
        since, now = self._lost.pop(shard_id, None), self._clock()
        if since is None or now - since < SHORT:
            return
        _log.info("The connection of shard %s was lost for %.0f s", shard_id, now - since)
        others = dict(self._lost)

        def seconds(guild_id: int) -> float:
            needed = self._needed(guild_id)
            if shard_id not in needed:
                return 0.0
            until = min([at for each, at in others.items() if each in needed], default=now)
            return max(until - since, 0.0)

        self._settling[shard_id] += 1
        try:
            await tables.postpone(seconds)
        finally:
            self._settling[shard_id] -= 1

    async def watch_direct(self, is_received: Callable[[], bool], tables: Tables) -> None:
        """Lose and regain direct messages, which another process receives, until cancelled.

        `is_received`: returns whether that process runs.
        """
        while True:
            await asyncio.sleep(SECONDS / LOOKS)
            if is_received():
                await self.regain(DIRECT, tables)
            else:
                self.lose(DIRECT)

    def _needed(self, guild_id: int) -> set[int]:
        return {DIRECT, self._shard_of(guild_id)}


class Downtime:
    """Notes now and then that the bot runs; after a start it moves the deadlines by the time between.

    This regular save shows whether the database works. If the computer's clock has been set, the tables show
    new times.
    """

    def __init__(self, store: Store, tables: Tables, clock: Clock, shards: Shards = EVERY) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._shards = shards
        self._key = KEY if shards == EVERY else f"{KEY} {shards}"
        self._running: asyncio.Task[None] | None = None
        self.away = 0.0
        """The seconds for which the bot did not run before this start."""

    async def start(self) -> None:
        """Let all deadlines be later by the time that the bot was away, and note from now on that it runs.

        They are earlier if the computer's clock was set back in that time: as much time is left as before.
        """
        try:
            noted = await self._store.settings.beginning_with(KEY)
            times = {_range_of(key): float(time) for key, time in noted.items()}
            now = self._clock.date()

            def away(guild_id: int) -> float:
                """For how long no process has served a server: the ranges may have been others before."""
                return now - max((time for each, time in times.items() if each.has(guild_id)), default=now)

            self.away = away(self._shards.first << GUILD_BITS)
            await self._tables.postpone(away)
        except (StoreError, ValueError) as error:
            _log.warning("The deadlines were not moved: %s", error)
        self._running = asyncio.create_task(reported("Noting the running time", self._run))

    async def stop(self) -> None:
        """Note for the last time that the bot runs, if it was started."""
        running, self._running = self._running, None
        if running is not None:
            running.cancel()
            await self._note()

    async def _run(self) -> None:
        while True:
            await self._note()
            unsaved = self._store.unsaved_seconds
            self._tables.note_outage(lasts=unsaved >= OUTAGE_SECONDS)
            for _ in range(1 if unsaved else LOOKS):
                await asyncio.sleep(SECONDS / LOOKS)
                await self._look()

    async def _look(self) -> None:
        """Let the tables store and show new times if the computer's clock has been set."""
        if seconds := self._clock.look():
            _log.warning("The computer's clock was set by %+.0f s, or the computer was suspended", seconds)
            await self._note()
            await self._tables.follow_clock()

    async def _note(self) -> None:
        try:
            await self._store.settings.put(self._key, str(self._clock.date()))
        except StoreError as error:
            _log.warning("The running time was not saved: %s", error)


def _range_of(key: str) -> Shards:
    text = key.removeprefix(KEY).strip()
    return Shards.parse(text) if text else EVERY
