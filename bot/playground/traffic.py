"""A record of the bot's requests, for counting and inspecting them."""

from __future__ import annotations

import time
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

EXCHANGES_KEPT = 2000
"""Latest exchanges kept when bodies are recorded."""

EXEMPT = ("/interactions/", "/webhooks/")
"""How the paths of interaction responses begin, which do not count towards Discord's global rate limit."""


@dataclass(frozen=True)
class Exchange:
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
        busiest_second: The most requests that arrived in any second, of those that count towards Discord's
            global rate limit.
    """

    bodies: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    unknown: list[str] = field(default_factory=list)
    exchanges: deque[Exchange] = field(default_factory=lambda: deque(maxlen=EXCHANGES_KEPT))
    busiest_second: int = 0
    _latest: deque[float] = field(default_factory=deque)

    @property
    def towards_global_limit(self) -> int:
        """Requests that count towards Discord's global rate limit: all but interaction responses."""
        return sum(n for name, n in self.counts.items() if not name.split(" ")[1].startswith(EXEMPT))

    def arrived(self, path: str) -> None:
        """Count a request when it arrives."""
        if path.startswith(EXEMPT):
            return
        now = time.monotonic()
        self._latest.append(now)
        while now - self._latest[0] >= 1.0:
            self._latest.popleft()
        self.busiest_second = max(self.busiest_second, len(self._latest))

    def record(self, route: str | None, exchange: Exchange) -> None:
        """Record an exchange; `None` for `route` means that there is no such route."""
        if route is None:
            self.unknown.append(f"{exchange.method} {exchange.path}")
        else:
            self.counts[f"{exchange.method} {route}"] += 1
        if self.bodies:
            self.exchanges.append(exchange)
