"""How long the bot was away: deadlines do not come nearer while it does not run, or no press reaches it."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

from bot.store import StoreError
from bot.tables import reported

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.store import Store
    from bot.tables import Tables

SECONDS: Final = 30.0
"""From one note that the bot runs to the next: at most so much of the time before a crash does not count."""

SHORT: Final = 5.0
"""Seconds: no deadline is moved for a connection lost for less, since every message would have to show it."""

KEY: Final = "running_at"
"""The setting that holds the time of the latest note."""

_log = logging.getLogger(__name__)


class Connections:
    """The connections to Discord by shard: while one is lost, people cannot act at its tables."""

    def __init__(self, shard_of: Callable[[int], int], clock: Callable[[], float] = time.time) -> None:
        """Assume that all are there.

        Args:
            shard_of: Returns the shard that receives the events of a server.
            clock: Returns the time in seconds since 1970.
        """
        self._shard_of = shard_of
        self._clock = clock
        self._lost: dict[int, float] = {}
        """By shard: since when its connection has been lost."""

    def reach(self, guild_id: int) -> bool:
        """Whether a press in a server reaches the bot, as far as is known."""
        return self._shard_of(guild_id) not in self._lost

    def lose(self, shard_id: int) -> None:
        """Note that a connection is lost."""
        self._lost.setdefault(shard_id, self._clock())

    async def regain(self, shard_id: int, tables: Tables) -> None:
        """Let the deadlines at the tables of a shard be later by the time for which it was lost."""
        seconds = self._clock() - self._lost.get(shard_id, self._clock())
        if seconds >= SHORT:
            _log.info("The connection of shard %s was lost for %.0f s", shard_id, seconds)
            await tables.postpone(seconds, lambda guild_id: self._shard_of(guild_id) == shard_id)
        self._lost.pop(shard_id, None)


class Uptime:
    """Notes now and then that the bot runs; after a start it moves the deadlines by the time between."""

    def __init__(self, store: Store, tables: Tables, clock: Callable[[], float] = time.time) -> None:
        self._settings = store.settings
        self._tables = tables
        self._clock = clock
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Let all deadlines be later by the time that the bot was away, and note from now on that it runs."""
        try:
            noted = await self._settings.get(KEY)
            if noted is not None:
                await self._tables.postpone(max(self._clock() - float(noted), 0.0))
        except (StoreError, ValueError) as error:
            _log.warning("The deadlines stay as they are: %s", error)
        self._running = asyncio.create_task(reported("Noting the running time", self._run))

    async def stop(self) -> None:
        """Note for the last time that the bot runs."""
        if self._running is not None:
            self._running.cancel()
            await self._note()

    async def _run(self) -> None:
        while True:
            await self._note()
            await asyncio.sleep(SECONDS)

    async def _note(self) -> None:
        try:
            await self._settings.put(KEY, str(self._clock()))
        except StoreError as error:
            _log.warning("The running time cannot be saved: %s", error)
