"""Metrics for Prometheus, and the server of `/health` and `/metrics`.

No label holds a person, a place or a card.
"""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from time import perf_counter
from types import SimpleNamespace

import aiohttp
from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Histogram, Info, ProcessCollector
from prometheus_client.aiohttp import make_aiohttp_handler
from prometheus_client.core import GaugeMetricFamily
from yarl import URL

from bot import __version__, commit
from bot.errors import WrongSettingError, system_reason
from bot.ops.health import Health
from bot.shards import EVERY, Shards

ROUTES = (
    "/gateway/bot",
    "/oauth2/applications/@me",
    "/applications/{application_id}/commands",
    "/users/@me",
    "/users/@me/channels",
    "/channels/{channel_id}",
    "/channels/{channel_id}/messages",
    "/channels/{channel_id}/messages/{message_id}",
    "/interactions/{interaction_id}/{interaction_token}/callback",
    "/webhooks/{application_id}/{interaction_token}",
    "/webhooks/{application_id}/{interaction_token}/messages/@original",
    "/webhooks/{application_id}/{interaction_token}/messages/{message_id}",
)
"""The routes of Discord that the bot uses, as Discord names their rate limits; the first that fits counts."""

OTHER = "other"
"""The label of every other route: an address may hold ids and tokens."""

ANSWER_SECONDS = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 10.0)
"""Discord gives up after three seconds without an acknowledgement."""

THINKING_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

STORE_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)

_log = logging.getLogger(__name__)

_API = re.compile(r"/api/v\d+(/.*)")
_PATTERNS = tuple((route, re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(route)))) for route in ROUTES)


def route_of(url: URL) -> str | None:
    """The route of Discord's API that a URL belongs to, or `OTHER`; `None` for any other URL."""
    if (called := _API.fullmatch(url.path)) is None:
        return None
    return next((route for route, pattern in _PATTERNS if pattern.fullmatch(called[1])), OTHER)


class Metrics:
    """The counters and histograms of one process: a row and a method each, which any thread may call."""

    def __init__(self, shards: Shards = EVERY) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        Info("skiz_shards", "The shards of this process.", registry=self.registry).info(
            {"range": str(shards)}
        )
        Info("skiz_build", "Version and commit.", registry=self.registry).info(
            {"version": __version__, "commit": commit()}
        )
        self._actions = self._counter("actions", "What people tried to do in a deal.", "game", "result")
        self._requests = self._counter(
            "discord_requests",
            "Requests to Discord; the result is the HTTP status, or `lost`.",
            *("route", "result"),
        )
        self._thinking_failures = self._counter(
            "thinking_failures",
            "Decisions that a quick computer player made because a worker process did not.",
            "reason",
        )
        self._forwarded = self._counter(
            "forwarded", "Interactions about tables of other processes, and from these.", "result"
        )
        self._answers = self._histogram(
            "answer_seconds",
            "From the arrival of an interaction to the stages of its answer.",
            ANSWER_SECONDS,
            "stage",
        )
        self._thinking = self._histogram(
            "thinking_seconds",
            "How long a computer player thought about an action.",
            THINKING_SECONDS,
            *("game", "strength"),
        )
        self._store = self._histogram(
            "store_seconds",
            "How long the database took, waiting for it included.",
            STORE_SECONDS,
            "operation",
        )

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"skiz_{name}", about, labels, registry=self.registry)

    def _histogram(self, name: str, about: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"skiz_{name}", about, labels, buckets=buckets, registry=self.registry)

    def acted(self, game: str, result: str) -> None:
        self._actions.labels(game, result).inc()

    def thought(self, game: str, strength: str, seconds: float) -> None:
        self._thinking.labels(game, strength).observe(seconds)

    def thinking_failed(self, reason: str) -> None:
        self._thinking_failures.labels(reason).inc()

    def forwarded(self, result: str) -> None:
        self._forwarded.labels(result).inc()

    def stored(self, operation: str, seconds: float) -> None:
        self._store.labels(operation).observe(seconds)

    def answer_timer(self) -> Callable[[str], None]:
        """Return what measures the seconds from now, when an interaction arrives, to each stage."""
        arrived, reached = perf_counter(), set[str]()

        def reach(stage: str) -> None:
            if stage not in reached:
                reached.add(stage)
                self._answers.labels(stage).observe(perf_counter() - arrived)

        return reach

    def http_trace(self) -> aiohttp.TraceConfig:
        """What counts the requests of an HTTP session."""

        async def ended(
            _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
        ) -> None:
            self.requested(request.method, request.url, str(request.response.status))

        async def failed(
            _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
        ) -> None:
            self.requested(request.method, request.url, "lost")

        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(ended)
        trace.on_request_exception.append(failed)
        return trace

    def requested(self, method: str, url: URL, result: str) -> None:
        """Count a request, if it was to Discord's API."""
        if route := route_of(url):
            self._requests.labels(f"{method} {route}", result).inc()


class Gauges:
    """Collects the levels of a bot as Prometheus gauges, a row each."""

    def __init__(self, health: Health) -> None:
        self._health = health

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the gauges with their values now."""
        levels = self._health.levels
        for name, meaning, value in (
            ("connected", "Whether every shard is connected to Discord's gateway.", levels.connected),
            ("latency_seconds", "From a heartbeat to its acknowledgement.", levels.latency),
            ("queue_length", "Jobs that wait in the queue of requests.", levels.queue_length),
            ("oldest_job_seconds", "Age of the oldest job in the queue.", levels.oldest_job),
            ("oldest_display_seconds", "Age of the oldest change not shown yet.", levels.oldest_display),
            ("out_of_reach", "Displays that wait for a permission or the like.", levels.out_of_reach),
            ("unsaved_seconds", "For how long nothing could be saved; 0 after a save.", levels.unsaved),
            (
                "backup_age_seconds",
                "Age of the newest file in BACKUPS, or +Inf.",
                levels.backup_age,
            ),
            ("thinking_waiting", "Decisions that wait for a worker process.", levels.thinking),
            ("processes", "Processes of the bot that run, as their locks show.", self._health.processes),
        ):
            yield GaugeMetricFamily(f"skiz_{name}", meaning, value)
        tables = GaugeMetricFamily("skiz_tables", "Open tables.", labels=["state"])
        for state, count in levels.tables.items():
            tables.add_metric([state], count)
        yield tables


@asynccontextmanager
async def serving(health: Health, metrics: Metrics, host: str, port: int | None) -> AsyncIterator[None]:
    """Serve `/health`, with status 200 if all is well, else 503, and `/metrics` while the block runs.

    `host`: HEALTH_HOST.
    `port`: HEALTH_PORT; 0 for any free one; `None` to serve nothing.

    Raises:
        WrongSettingError: the port cannot be used.
    """

    async def answer(_: web.Request) -> web.Response:
        report = await health.report()
        return web.json_response(report, status=200 if report["ok"] else 503)

    if port is None:
        yield
        return
    metrics.registry.register(Gauges(health))
    app = web.Application()
    app.add_routes([web.get("/health", answer), web.get("/metrics", make_aiohttp_handler(metrics.registry))])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            reason = f"cannot be used on HEALTH_HOST={host} ({system_reason(error)})"
            raise WrongSettingError.of("HEALTH_PORT", port, reason) from error
        host, port, *_ = runner.addresses[0]
        _log.info("Health and metrics are at http://%s:%d", f"[{host}]" if ":" in host else host, port)
        yield
    finally:
        await runner.cleanup()
