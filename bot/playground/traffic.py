"""A record of the bot's requests, for counting and inspecting them."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
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


class Seen(NamedTuple):
    """When a request arrived, in seconds of the monotonic clock, and how it was answered.

    Attributes:
        digest: Equal for equal bodies with equal files.
    """

    at: float
    method: str
    path: str
    status: int
    digest: str


@dataclass
class Traffic:
    """The bot's requests.

    Attributes:
        bodies: Whether to keep whole exchanges.
        counts: Number of requests by method and route, such as `POST /channels/{channel}/messages`.
        unknown: Requests to paths without a route.
        exchanges: The latest exchanges; empty unless `bodies` is set.
        seen: The latest requests, without bodies; empty unless `bodies` is set.
        counted_at: When the latest requests arrived that count towards the global limit, in seconds of the
            monotonic clock.
    """

    bodies: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    unknown: list[str] = field(default_factory=list)
    exchanges: deque[Exchange] = field(default_factory=lambda: deque(maxlen=EXCHANGES_KEPT))
    seen: deque[Seen] = field(default_factory=lambda: deque(maxlen=TIMES_KEPT))
    counted_at: deque[float] = field(default_factory=lambda: deque(maxlen=TIMES_KEPT))

    @property
    def towards_global_limit(self) -> int:
        """Requests that count towards Discord's global rate limit: all but interaction responses."""
        return sum(n for name, n in self.counts.items() if is_counted(name))

    def record(self, route: str | None, exchange: Exchange, digest: str = "") -> None:
        """Record an exchange, with the digest of its request; without a `route`, there is no such route."""
        if route is None:
            self.unknown.append(f"{exchange.method} {exchange.path}")
        else:
            name = f"{exchange.method} {route}"
            self.counts[name] += 1
            if is_counted(name):
                self.counted_at.append(monotonic())
        if self.bodies:
            self.exchanges.append(exchange)
            self.seen.append(Seen(monotonic(), exchange.method, exchange.path, exchange.status, digest))


def digest(body: Any, files: Mapping[int, tuple[str, bytes]]) -> str:
    """Return a digest of a parsed body and its files: number -> name and content."""
    hashed = sha256(json.dumps(body, sort_keys=True).encode())
    for number, (name, content) in sorted(files.items()):
        hashed.update(f"\n{number} {name} {len(content)}\n".encode())
        hashed.update(content)
    return hashed.hexdigest()


def is_counted(name: str) -> bool:
    """Return whether requests such as `POST /channels/{channel}/messages` count towards the global limit."""
    return not name.split(" ")[1].startswith(EXEMPT)
