"""The health of the bot, for systemd's watchdog and for monitors."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf, isfinite, nan
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from bot import __version__, commit
from bot.shards import EVERY, Shards
from bot.store.lock import Processes

LATE_SECONDS = 120.0
"""Age of a job or display at which the bot is unhealthy. A restart with 200 tables takes 22 s."""

DATABASE_SECONDS = 5.0
"""How long the database may take to answer."""


@dataclass(frozen=True)
class Levels:
    """Measurements of the bot at one moment. The defaults are for a bot that was never connected.

    `metrics.Gauges` describes each.
    """

    connected: bool = False
    """Whether every shard is connected to Discord's gateway."""
    latency: float = nan
    queue_length: int = 0
    oldest_job: float = 0.0
    oldest_display: float = 0.0
    """Seconds since the oldest change that is not shown yet: it waits, is being sent or has failed."""
    out_of_reach: int = 0
    thinking: int = 0
    unsaved: float = 0.0
    backup_age: float = inf
    tables: Mapping[str, int] = field(default_factory=dict)


def age_of_newest(folder: Path) -> float:
    """Seconds since a file of a folder was last written, by any program; infinity if there is none."""
    try:
        times = [each.stat().st_mtime for each in folder.iterdir() if each.is_file()]
    except OSError:
        times = []
    return max(time.time() - max(times), 0.0) if times else inf


class Bot(Protocol):
    """The bot whose health is reported."""

    def levels(self) -> Levels: ...

    async def database_answers(self) -> bool: ...


class Health:
    """The health of this process.

    Args:
        shards: Those of this process.
        processes: All that run, this one included.
    """

    def __init__(self, shards: Shards = EVERY, processes: Processes | None = None) -> None:
        self.shards = shards
        self._processes = processes or Processes()
        self.bot: Bot | None = None
        """The bot to ask: another one after each reconnection."""

    @property
    def processes(self) -> int:
        """How many processes serve servers now."""
        return len(self._processes.ranges)

    @property
    def levels(self) -> Levels:
        return self.bot.levels() if self.bot else Levels()

    async def report(self) -> dict[str, Any]:
        """The health of the bot as a JSON object. `wrong` names the parts that fail."""
        levels, database = self.levels, await self._database_seconds()
        well = {
            "gateway": levels.connected,
            "database": database is not None,
            "saving": not levels.unsaved,
            "queue": levels.oldest_job < LATE_SECONDS,
            "display": levels.oldest_display < LATE_SECONDS,
        }
        latency = levels.latency if isfinite(levels.latency) else None
        return {
            "ok": all(well.values()),
            "wrong": [part for part, is_well in well.items() if not is_well],
            "version": __version__,
            "commit": commit() or None,
            "shards": str(self.shards),
            "processes": self.processes,
            "gateway": {"connected": levels.connected, "latency_s": latency},
            "database": {"answers": database is not None, "answer_s": database},
            "saving": {"unsaved_s": levels.unsaved},
            "queue": {"length": levels.queue_length, "oldest_s": levels.oldest_job},
            "display": {"oldest_unshown_s": levels.oldest_display},
        }

    async def _database_seconds(self) -> float | None:
        """How long the database takes to answer; `None` if it does not."""
        started = perf_counter()
        with suppress(TimeoutError):
            async with asyncio.timeout(DATABASE_SECONDS):
                if self.bot is not None and await self.bot.database_answers():
                    return perf_counter() - started
        return None

    async def probe(self) -> None:
        """Return when the database has answered, even with an error, which a restart would not fix."""
        if self.bot is not None:
            await self.bot.database_answers()
