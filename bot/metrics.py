"""What is measured while the bot runs, as Prometheus reads it. No label holds a person, a place or a card."""

from __future__ import annotations

import re
from time import perf_counter
from typing import TYPE_CHECKING, Final

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector

from bot.meter import Meter

if TYPE_CHECKING:
    from types import SimpleNamespace

    from yarl import URL

ROUTES: Final = (
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

OTHER: Final = "other"
"""The label of every other route: an address may hold ids and tokens."""

ANSWER_SECONDS: Final = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 10.0)
"""Discord gives up after three seconds without an acknowledgement."""

THINKING_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

STORE_SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)

_API: Final = re.compile(r"/api/v\d+(/.*)")
_PATTERNS: Final = tuple(
    (route, re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(route)))) for route in ROUTES
)


def route_of(url: URL) -> str | None:
    """The route of Discord's API that a URL belongs to, or `OTHER`; `None` for what is not of the API."""
    if (called := _API.fullmatch(url.path)) is None:
        return None
    return next((route for route, pattern in _PATTERNS if pattern.fullmatch(called[1])), OTHER)


class Metrics(Meter):
    """The counters and histograms of one process. Every method may be called from any thread."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._actions = Counter(
            "skiz_actions", "What people tried to do in a deal.", ("game", "result"), registry=self.registry
        )
        self._answers = Histogram(
            "skiz_answer_seconds",
            "From the arrival of an interaction to the stages of its answer.",
            ("stage",),
            buckets=ANSWER_SECONDS,
            registry=self.registry,
        )
        self._requests = Counter(
            "skiz_discord_requests",
            "Requests to Discord; the result is the HTTP status, or `lost`.",
            ("route", "result"),
            registry=self.registry,
        )
        self._thinking = Histogram(
            "skiz_thinking_seconds",
            "How long a computer player thought about an action.",
            ("game", "strength"),
            buckets=THINKING_SECONDS,
            registry=self.registry,
        )
        self._thinking_failures = Counter(
            "skiz_thinking_failures",
            "Decisions that a quick computer player made because a worker process did not.",
            ("reason",),
            registry=self.registry,
        )
        self._store = Histogram(
            "skiz_store_seconds",
            "How long the database took, waiting for it included.",
            ("operation",),
            buckets=STORE_SECONDS,
            registry=self.registry,
        )

    def acted(self, game: str, result: str) -> None:
        """Count what a person tried to do in a deal."""
        self._actions.labels(game, result).inc()

    def thought(self, game: str, strength: str, seconds: float) -> None:
        """Measure how long a computer player thought."""
        self._thinking.labels(game, strength).observe(seconds)

    def thinking_failed(self, reason: str) -> None:
        """Count a decision that a worker process did not make."""
        self._thinking_failures.labels(reason).inc()

    def stored(self, operation: str, seconds: float) -> None:
        """Measure an operation of the store."""
        self._store.labels(operation).observe(seconds)

    def answer_timer(self) -> AnswerTimer:
        """Begin to measure the answer to an interaction that has just arrived."""
        return AnswerTimer(self._answers)

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


class AnswerTimer:
    """Measures how long an interaction has been waiting, once for each stage of its answer."""

    def __init__(self, seconds: Histogram) -> None:
        self._seconds = seconds
        self._arrived = perf_counter()
        self._reached: set[str] = set()

    def __call__(self, stage: str) -> None:
        """Measure that a stage has been reached, unless it was reached before."""
        if stage not in self._reached:
            self._reached.add(stage)
            self._seconds.labels(stage).observe(perf_counter() - self._arrived)
