"""How long the bot was away: deadlines do not come nearer while it does not run."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

from bot.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.store import Store
    from bot.tables import Tables

SECONDS: Final = 30.0
"""From one note that the bot runs to the next: at most so much of the time before a crash does not count."""

KEY: Final = "running_at"
"""The setting that holds the time of the latest note."""

_log = logging.getLogger(__name__)


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
        except StoreError as error:
            _log.warning("The deadlines stay as they are: %s", error)
        self._running = asyncio.create_task(self._run())

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
            _log.warning("It cannot be noted that the bot runs: %s", error)
