"""The server that a monitor asks how the bot is: `/health` and `/metrics`."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager, suppress
from math import isfinite, nan
from time import perf_counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from aiohttp import web
from prometheus_client.aiohttp import make_aiohttp_handler
from prometheus_client.core import GaugeMetricFamily

from bot.settings import wrong_value

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping

    from prometheus_client import CollectorRegistry

    from bot.settings import Settings

LATE_SECONDS: Final = 120.0
"""Age of a job or display from which the bot is not well: it took 22 s after a restart with 200 tables."""

DATABASE_SECONDS: Final = 5.0
"""How long the database may take to answer."""

_log = logging.getLogger(__name__)


class Levels(NamedTuple):
    """How the bot is at a moment. The defaults are those of a bot that has not been connected yet."""

    connected: bool = False
    """Whether every shard is connected to Discord's gateway."""
    latency: float = nan
    """Seconds between a heartbeat and its acknowledgement."""
    queue_length: int = 0
    oldest_job: float = 0.0
    """Seconds for which the job has waited that has waited longest."""
    oldest_display: float = 0.0
    """Seconds since the oldest change that is not shown yet, as it waits, is being sent or has failed."""
    out_of_reach: int = 0
    """Displays that cannot be shown until people have changed something on Discord."""
    thinking: int = 0
    """Decisions of computer players that wait for a worker process."""
    tables: Mapping[str, int] = MappingProxyType({})
    """Open tables by state."""


class Bot(Protocol):
    """The bot that is asked how it is."""

    def levels(self) -> Levels:
        """How it is now."""

    async def database_answers(self) -> bool:
        """Whether the database is open and can be read."""


class Health:
    """How a bot is, for `/health`, and as a collector of the registry for `/metrics`."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.bot: Bot | None = None
        """The bot to ask: another one after each reconnection."""
        self.address = ""
        """Where the server listens."""
        registry.register(self)

    @property
    def _levels(self) -> Levels:
        return self.bot.levels() if self.bot else Levels()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The levels as gauges."""
        now = self._levels
        for name, meaning, value in (
            ("connected", "Whether every shard is connected to Discord's gateway.", now.connected),
            ("latency_seconds", "From a heartbeat to its acknowledgement.", now.latency),
            ("queue_length", "Jobs that wait in the queue of requests.", now.queue_length),
            ("oldest_job_seconds", "Age of the oldest job in the queue.", now.oldest_job),
            ("oldest_display_seconds", "Age of the oldest change not shown yet.", now.oldest_display),
            ("out_of_reach", "Displays that wait for a permission or the like.", now.out_of_reach),
            ("thinking_waiting", "Decisions that wait for a worker process.", now.thinking),
        ):
            yield GaugeMetricFamily(f"skiz_{name}", meaning, value)
        tables = GaugeMetricFamily("skiz_tables", "Open tables.", labels=["state"])
        for state, count in now.tables.items():
            tables.add_metric([state], count)
        yield tables

    async def report(self) -> dict[str, Any]:
        """How the bot is, as a JSON object. `wrong` names what is not well."""
        now, database = self._levels, await self._database_seconds()
        well = {
            "gateway": now.connected,
            "database": database is not None,
            "queue": now.oldest_job < LATE_SECONDS,
            "display": now.oldest_display < LATE_SECONDS,
        }
        latency = now.latency if isfinite(now.latency) else None
        return {
            "ok": all(well.values()),
            "wrong": [part for part, is_well in well.items() if not is_well],
            "gateway": {"connected": now.connected, "latency_s": latency},
            "database": {"answers": database is not None, "answer_s": database},
            "queue": {"length": now.queue_length, "oldest_s": now.oldest_job},
            "display": {"oldest_unshown_s": now.oldest_display},
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
        """Return when the database has answered, be it with an error, which a restart would not mend."""
        if self.bot is not None:
            await self.bot.database_answers()

    async def answer(self, _: web.Request) -> web.Response:
        """Answer `GET /health`: 200 if all is well, else 503."""
        report = await self.report()
        return web.json_response(report, status=200 if report["ok"] else 503)


@asynccontextmanager
async def serving(settings: Settings, registry: CollectorRegistry) -> AsyncIterator[Health]:
    """Serve `/health` and `/metrics` while the block runs, if there is a HEALTH_PORT.

    Raises:
        WrongSettingError: the port cannot be used.
    """
    health = Health(registry)
    if settings.health_port is None:
        yield health
        return
    app = web.Application()
    app.add_routes([web.get("/health", health.answer), web.get("/metrics", make_aiohttp_handler(registry))])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, settings.health_host, settings.health_port).start()
        except OSError as error:
            reason = f"cannot be used on HEALTH_HOST={settings.health_host} ({error.strerror})"
            raise wrong_value("HEALTH_PORT", settings.health_port, reason) from error
        host, port, *_ = runner.addresses[0]
        health.address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        _log.info("Health and metrics are at %s", health.address)
        yield health
    finally:
        await runner.cleanup()
