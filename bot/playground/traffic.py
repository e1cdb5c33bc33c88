"""A record of the bot's requests, for counting and inspecting them."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, NamedTuple

EXCHANGES_KEPT = 2000
"""Latest exchanges kept when bodies are recorded."""

TIMES_KEPT = 100_000
"""Latest requests whose time is kept."""

EXEMPT = ("/interactions/", "/webhooks/")
"""The routes of interaction responses."""


class Exchange(NamedTuple):
    """A request and its response, with parsed bodies."""

    method: str
    path: str
    status: int
    request: Any
    response: Any


@dataclass
class Traffic:
    """The bot's requests.

    Attributes:
        bodies: Whether to keep whole exchanges.
        counts: Number of requests by method and route, such as `POST /channels/{channel}/messages`.
        unknown: Requests to paths without a route.
        exchanges: The latest exchanges; empty unless `bodies` is set.
        counted_at: When the latest requests arrived that count towards the global limit, in seconds of the
            monotonic clock.
    """

    bodies: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    unknown: list[str] = field(default_factory=list)
    exchanges: deque[Exchange] = field(default_factory=lambda: deque(maxlen=EXCHANGES_KEPT))
    counted_at: deque[float] = field(default_factory=lambda: deque(maxlen=TIMES_KEPT))

    @property
    def towards_global_limit(self) -> int:
        """Requests that count towards Discord's global rate limit: all but interaction responses."""
        return sum(n for name, n in self.counts.items() if is_counted(name))

    def record(self, route: str | None, exchange: Exchange) -> None:
        """Record an exchange; `None` for `route` means that there is no such route."""
        if route is None:
            self.unknown.append(f"{exchange.method} {exchange.path}")
        else:
            name = f"{exchange.method} {route}"
            self.counts[name] += 1
            if is_counted(name):
                self.counted_at.append(monotonic())
        if self.bodies:
            self.exchanges.append(exchange)


def is_counted(name: str) -> bool:
    """Return whether requests such as `POST /channels/{channel}/messages` count towards the global limit."""
    return not name.split(" ")[1].startswith(EXEMPT)
