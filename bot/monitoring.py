"""The server that a monitor asks how the bot is: `/health` and `/metrics`."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

from aiohttp import web
from prometheus_client.aiohttp import make_aiohttp_handler
from prometheus_client.core import GaugeMetricFamily

from bot.errors import system_reason
from bot.health import Health
from bot.metrics import Metrics
from bot.settings import wrong_value

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from prometheus_client import CollectorRegistry

_log = logging.getLogger(__name__)


class Gauges(NamedTuple):
    """A collector of how the bot is, for `/metrics`."""

    health: Health

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The levels as gauges."""
        now = self.health.levels
        for name, meaning, value in (
            ("connected", "Whether every shard is connected to Discord's gateway.", now.connected),
            ("latency_seconds", "From a heartbeat to its acknowledgement.", now.latency),
            ("queue_length", "Jobs that wait in the queue of requests.", now.queue_length),
            ("oldest_job_seconds", "Age of the oldest job in the queue.", now.oldest_job),
            ("oldest_display_seconds", "Age of the oldest change not shown yet.", now.oldest_display),
            ("out_of_reach", "Displays that wait for a permission or the like.", now.out_of_reach),
            ("unsaved_seconds", "For how long nothing could be saved; 0 after a save.", now.unsaved),
            ("thinking_waiting", "Decisions that wait for a worker process.", now.thinking),
        ):
            yield GaugeMetricFamily(f"skiz_{name}", meaning, value)
        tables = GaugeMetricFamily("skiz_tables", "Open tables.", labels=["state"])
        for state, count in now.tables.items():
            tables.add_metric([state], count)
        yield tables


def pages(health: Health, registry: CollectorRegistry) -> web.Application:
    """What the server answers."""

    async def answer(_: web.Request) -> web.Response:
        """Answer `GET /health`: 200 if all is well, else 503."""
        report = await health.report()
        return web.json_response(report, status=200 if report["ok"] else 503)

    registry.register(Gauges(health))
    app = web.Application()
    app.add_routes([web.get("/health", answer), web.get("/metrics", make_aiohttp_handler(registry))])
    return app


@asynccontextmanager
async def serving(host: str, port: int) -> AsyncIterator[tuple[Health, Metrics]]:
    """Serve `/health` and `/metrics` while the block runs.

    Args:
        host: HEALTH_HOST.
        port: HEALTH_PORT; 0 for any free one.

    Raises:
        WrongSettingError: the port cannot be used.
    """
    health, metrics = Health(), Metrics()
    runner = web.AppRunner(pages(health, metrics.registry), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            reason = f"cannot be used on HEALTH_HOST={host} ({system_reason(error)})"
            raise wrong_value("HEALTH_PORT", port, reason) from error
        host, port, *_ = runner.addresses[0]
        _log.info("Health and metrics are at http://%s:%d", f"[{host}]" if ":" in host else host, port)
        yield health, metrics
    finally:
        await runner.cleanup()
