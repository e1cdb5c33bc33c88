"""Deletes expired rows: after each start, and once a day."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import KW_ONLY, dataclass
from datetime import UTC, datetime

from bot.errors import report
from bot.shards import EVERY, Shards
from bot.store import Store, StoreError
from bot.tables import EndCause, Tables

DAY = 24 * 60 * 60.0
"""Seconds from one purge to the next."""

RECORDS_DAYS = 30
"""For how long a record attached to `/replay` can be stepped through."""

ORDERS_DAYS = 1
"""For how long an order to forget a person is kept, so that every process finds it."""

NOTICE_DAYS = 30
"""How many days after the first start nothing is deleted by age: a new version may have other defaults."""

NOTICE = "delete_from"
"""The setting that holds the time from which it is deleted."""

PAUSE = 0.05
"""Seconds between two batches, in which others can save."""

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class Housekeeper:
    """Deletes ended tables, absent people and servers left after the days that the settings name."""

    store: Store
    tables: Tables
    """The open tables; those of a server are ended before it is deleted."""
    present: Callable[[], Iterable[int]]
    """Returns the ids of the servers that the bot is in."""
    clock: Callable[[], float]
    """Returns the time in seconds since 1970, by the computer's clock."""
    _: KW_ONLY
    deals_days: int
    """KEEP_DEALS_DAYS. This and the others: 0 if the rows are kept forever."""
    people_days: int
    servers_days: int
    shards: Shards = EVERY
    """Those whose servers `present` may return. Rows of no server are deleted by the process of shard 0."""

    def __post_init__(self) -> None:
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
                    _log.warning("The purge is postponed until tomorrow: %s", error)
                except Exception as error:  # noqa: BLE001 - a defect here must not end purging for good
                    report("Purging failed", error)
            await asyncio.sleep(DAY)

    async def purge(self) -> Counter[str]:
        """Delete expired rows. Return how many of each table.

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
        retention = self.store.retention
        await retention.note_servers(frozenset(self.present()), self.clock(), self.shards)
        by_age = {retention.purge_tables: self.deals_days, retention.purge_people: self.people_days}
        if self.shards.takes_direct_messages and await self._give_notice():
            by_age.clear()
        days_of = {retention.purge_records: RECORDS_DAYS, retention.purge_orders: ORDERS_DAYS, **by_age}
        for purge, days in days_of.items():
            if days and self.shards.takes_direct_messages:
                async for batch in purge(self._before(days)):
                    yield batch
        if self.servers_days:
            for guild_id in await retention.servers_left(self._before(self.servers_days), self.shards):
                for table in self.tables.of_server(guild_id):
                    await table.end_for(EndCause.SERVER_LEFT)
                suspended = [each.id for each in self.tables.suspended]
                async for batch in retention.purge_server(guild_id, suspended):
                    yield batch

    async def _give_notice(self) -> bool:
        """Whether it is too early to delete tables and people by age; then log what will be deleted when."""
        now = self.clock()
        noted = await self.store.settings.first(NOTICE, str(now + NOTICE_DAYS * DAY))
        begins = float(noted)
        if now >= begins:
            return False
        expired = await self.store.retention.expired(
            *(days and max(begins - days * DAY, 0.0) for days in (self.deals_days, self.people_days))
        )
        if any(expired):
            _log.warning(
                "From %s on, the cards and actions of tables older than KEEP_DEALS_DAYS=%d days and people"
                " absent for KEEP_PEOPLE_DAYS=%d days will be deleted: by then %d tables and %d people."
                " Scores and leaderboards stay. To keep all, set both to 0.",
                datetime.fromtimestamp(begins, UTC).date(),
                *(self.deals_days, self.people_days, *expired),
            )
        return True

    def _before(self, days: int) -> float:
        return self.clock() - days * DAY
