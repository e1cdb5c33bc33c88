"""A record of the bot's requests, for counting and for checking."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

KEPT = 2000
"""Exchanges kept when bodies are recorded."""


@dataclass(frozen=True)
class Exchange:
    """One request and its answer, bodies parsed."""

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
        counts: Requests by method and route, such as `POST /channels/{channel}/messages`.
        unknown: Requests to routes that the playground does not have.
        exchanges: The latest exchanges, when `bodies` is set.
    """

    bodies: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    unknown: list[str] = field(default_factory=list)
    exchanges: deque[Exchange] = field(default_factory=lambda: deque(maxlen=KEPT))

    @property
    def counted(self) -> int:
        """Requests that count towards Discord's global limit: all but answers to interactions."""
        free = ("/interactions/", "/webhooks/")
        return sum(n for name, n in self.counts.items() if not name.split(" ")[1].startswith(free))

    def note(self, route: str | None, exchange: Exchange) -> None:
        """Record an exchange; without a route it was to nowhere."""
        if route is None:
            self.unknown.append(f"{exchange.method} {exchange.path}")
        else:
            self.counts[f"{exchange.method} {route}"] += 1
        if self.bodies:
            self.exchanges.append(exchange)
