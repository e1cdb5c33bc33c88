"""Requests as a budget: never more than Discord allows in any second, and people who wait come first."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import SimpleNamespace

    import aiohttp

REQUESTS_PER_SECOND: Final = 48
"""Of the 50 that Discord allows a bot; the rest is for clocks that differ."""

UNCOUNTED: Final = ("/interactions/", "/webhooks/")
"""Answers to interactions, by a part of their path: Discord does not count them."""


class Priority(IntEnum):
    """Whose requests go first."""

    WAITING = 0
    """A person waits for it."""
    FOLLOWING = 1
    """A channel follows the game."""


@dataclass
class Spending:
    """Requests made for one purpose."""

    priority: Priority = Priority.WAITING
    requests: int = 0


_spending: ContextVar[Spending] = ContextVar("spending")


@contextmanager
def spending(priority: Priority) -> Iterator[Spending]:
    """Count the requests made in the block, and make them with a priority."""
    current = Spending(priority)
    token = _spending.set(current)
    try:
        yield current
    finally:
        _spending.reset(token)


class Budget:
    """Slots for requests. Each is held until a second after the response.

    Two requests in the same slot therefore reach Discord more than a second apart, however long each is on
    its way, so that in no second more of them arrive than there are slots.
    """

    def __init__(self) -> None:
        self._free = REQUESTS_PER_SECOND
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._count = 0

    async def take(self, priority: Priority) -> None:
        """Wait for a slot; of those who wait the most urgent is served first, then the one who came first."""
        if self._free > 0:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._count += 1
        heappush(self._waiting, (priority, self._count, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()
            raise

    def give_back(self) -> None:
        """Free a slot a second from now, because the response to its request has arrived or is lost."""
        asyncio.get_running_loop().call_later(1.0, self._pass_on)

    def _pass_on(self) -> None:
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def limit(self, trace: aiohttp.TraceConfig) -> None:
        """Let every request of a session wait for its slot, also those that the libraries repeat."""
        trace.on_request_start.append(self._started)
        trace.on_request_headers_sent.append(self._sending)
        trace.on_request_end.append(self._ended)
        trace.on_request_exception.append(self._ended)

    async def _started(
        self, _: aiohttp.ClientSession, ctx: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        ctx.sent = ctx.has_slot = False
        ctx.counted = is_counted(request.url.path)
        await self._take_for(ctx)

    async def _sending(self, _: aiohttp.ClientSession, ctx: SimpleNamespace, __: Any) -> None:
        """Take another slot where aiohttp repeats a request whose connection has been lost."""
        if ctx.sent:
            self._give_back_of(ctx)
            await self._take_for(ctx)
        ctx.sent = True

    async def _ended(self, _: aiohttp.ClientSession, ctx: SimpleNamespace, __: Any) -> None:
        self._give_back_of(ctx)

    async def _take_for(self, ctx: SimpleNamespace) -> None:
        if ctx.counted:
            current = _spending.get(None) or Spending()
            current.requests += 1
            await self.take(current.priority)
            ctx.has_slot = True

    def _give_back_of(self, ctx: SimpleNamespace) -> None:
        if ctx.has_slot:
            ctx.has_slot = False
            self.give_back()


def is_counted(path: str) -> bool:
    """Whether Discord counts a request to a path among those it limits."""
    return "/api/" in path and not any(part in path for part in UNCOUNTED)
