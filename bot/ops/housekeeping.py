"""Deletes expired rows: after each start, and once a day."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Final

from bot.store import Store, StoreError
from bot.tables import EndCause, Tables, report

DAY: Final = 24 * 60 * 60.0
"""Seconds from one purge to the next."""

RECORDS_DAYS: Final = 30
"""For how long a record attached to `/replay` can be stepped through."""

PAUSE: Final = 0.05
"""Seconds between two batches, in which others can save."""

_log = logging.getLogger(__name__)


class Housekeeper:
    """Deletes ended tables, absent people and servers left after the days that the settings name.

    Args:
        store: The database.
        tables: The open tables; those of a server are ended before it is deleted.
        present: Returns the ids of the servers that the bot is in.
        clock: Returns the time in seconds since 1970, by the computer's clock.
        deals_days: KEEP_DEALS_DAYS; 0: forever, as in the others.
        people_days: KEEP_PEOPLE_DAYS.
        servers_days: KEEP_SERVERS_DAYS.
    """

    def __init__(
        self,
        store: Store,
        tables: Tables,
        present: Callable[[], Iterable[int]],
        clock: Callable[[], float],
        *,
        deals_days: int,
        people_days: int,
        servers_days: int,
    ) -> None:
        self._deals_days = deals_days
        self._people_days = people_days
        self._servers_days = servers_days
        self._retention = store.retention
        self._tables = tables
        self._present = present
        self._clock = clock
        self._stopping = False
        self._purging = asyncio.Lock()
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Purge now and from now on every day."""
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop after the batch that is being deleted."""
        self._stopping = True
        async with self._purging:
            if self._running is not None:
                self._running.cancel()

    async def _run(self) -> None:
        while True:
            async with self._purging:
                try:
                    await self.purge()
                except StoreError as error:
                    _log.warning("Purging was put off until tomorrow: %s", error)
                except Exception as error:  # noqa: BLE001 - a defect here must not end purging for good
                    report("Purging failed", error)
            await asyncio.sleep(DAY)

    async def purge(self) -> Counter[str]:
        """Delete what is due. Return how many rows of each table.

        Raises:
            StoreError: The database failed; what was deleted until then is logged.
        """
        purged = Counter[str]()
        try:
            async for batch in self._batches():
                purged += batch
                await asyncio.sleep(PAUSE)
                if self._stopping:
                    break
        finally:
            if purged:
                counts = ", ".join(f"{name} {number}" for name, number in sorted(purged.items()))
                _log.info("Purged expired rows: %s", counts)
        return purged

    async def _batches(self) -> AsyncIterator[Counter[str]]:
        retention = self._retention
        await retention.note_servers(frozenset(self._present()), self._clock())
        async for batch in retention.purge_records(self._before(RECORDS_DAYS)):
            yield batch
        if self._deals_days:
            async for batch in retention.purge_tables(self._before(self._deals_days)):
                yield batch
        if self._people_days:
            async for batch in retention.purge_people(self._before(self._people_days)):
                yield batch
        if self._servers_days:
            for guild_id in await retention.servers_left(self._before(self._servers_days)):
                await self._end_tables(guild_id)
                suspended = [each.id for each in self._tables.suspended]
                async for batch in retention.purge_server(guild_id, suspended):
                    yield batch

    def _before(self, days: int) -> float:
        return self._clock() - days * DAY

    async def _end_tables(self, guild_id: int) -> None:
        for table in self._tables.of_server(guild_id):
            await table.end_for(EndCause.SERVER_LEFT)
