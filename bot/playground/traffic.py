"""A record of the bot's requests, for counting and inspecting them."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

EXCHANGES_KEPT = 2000
"""Latest exchanges kept when bodies are recorded."""


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
    """

    bodies: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    unknown: list[str] = field(default_factory=list)
    exchanges: deque[Exchange] = field(default_factory=lambda: deque(maxlen=EXCHANGES_KEPT))

    @property
    def towards_global_limit(self) -> int:
        """Requests that count towards Discord's global rate limit: all but interaction responses."""
        exempt = ("/interactions/", "/webhooks/")
        return sum(n for name, n in self.counts.items() if not name.split(" ")[1].startswith(exempt))

    def record(self, route: str | None, exchange: Exchange) -> None:
        """Record an exchange; `None` for `route` means that there is no such route."""
        if route is None:
            self.unknown.append(f"{exchange.method} {exchange.path}")
        else:
            self.counts[f"{exchange.method} {route}"] += 1
        if self.bodies:
            self.exchanges.append(exchange)
