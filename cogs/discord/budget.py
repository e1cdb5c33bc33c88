"""The budget of requests: never more than Discord allows in any second, those for people first."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, Final

from cogs.discord.failures import LOGIN, NotSentError, is_counted
from cogs.discord.gate import Gate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import SimpleNamespace

    import aiohttp

REQUESTS_PER_SECOND: Final = 48
"""Of the 50 that Discord allows a bot; the rest is for clocks that differ."""


class Priority(IntEnum):
    """Who goes first."""

    WAITING = 0
    """A person waits for it."""
    FOLLOWING = 1
    """It only follows the game, or may be needed later."""


class Slots:
    """A semaphore that serves the most urgent waiter first, and equally urgent ones in order of arrival."""

    def __init__(self, number: int) -> None:
        self.free = number
        """How many slots are free."""
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._count = 0

    async def take(self, priority: Priority) -> None:
        """Wait for a slot."""
        if self.free:
            self.free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._count += 1
        heappush(self._waiting, (priority, self._count, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()
            raise

    def give_back(self) -> None:
        """Free a slot."""
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1


@dataclass
class Spending:
    """Requests made for one purpose."""

    priority: Priority = Priority.WAITING
    requests: int = 0


_spending: ContextVar[Spending] = ContextVar("spending")


def priority_now() -> Priority:
    """Return the priority of the current task: `WAITING` outside `Budget.spending`."""
    current = _spending.get(None)
    return current.priority if current else Priority.WAITING


class Budget:
    """Slots for requests. Each is held until a second after the response.

    Two requests in the same slot therefore reach Discord more than a second apart, however long each is on
    its way, so that in no second more of them arrive than there are slots.
    """

    def __init__(self) -> None:
        self.slots = Slots(REQUESTS_PER_SECOND)
        self.gate = Gate()
        """Closed while Discord refuses whatever the process sends."""

    @contextmanager
    def spending(self, priority: Priority) -> Iterator[Spending]:
        """Count the requests made in the block, and make them with a priority."""
        current = Spending(priority)
        token = _spending.set(current)
        try:
            yield current
        finally:
            _spending.reset(token)

    def limit(self, trace: aiohttp.TraceConfig) -> None:
        """Let every request of a session pass the gate and wait for its slot.

        That includes those that the libraries repeat.
        """
        trace.on_request_start.append(self._started)
        trace.on_request_headers_sent.append(self._sending)
        trace.on_request_end.append(self._answered)
        trace.on_request_exception.append(self._failed)

    async def _started(
        self, _: aiohttp.ClientSession, ctx: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        ctx.sent = ctx.has_slot = False
        ctx.counted = is_counted(request.url.path)
        if request.url.path.endswith(LOGIN):
            await self._take_for(ctx)
            return
        self.gate.check(counted=ctx.counted)
        await self._take_for(ctx)
        try:
            self.gate.check(counted=ctx.counted)
        except NotSentError:  # it has closed while the request waited for its slot
            self._give_back_of(ctx)
            raise

    async def _sending(self, _: aiohttp.ClientSession, ctx: SimpleNamespace, __: Any) -> None:
        """Take another slot where aiohttp repeats a request whose connection has been lost."""
        if ctx.sent:
            self._give_back_of(ctx)
            await self._take_for(ctx)
        ctx.sent = True

    async def _answered(
        self, _: aiohttp.ClientSession, ctx: SimpleNamespace, answer: aiohttp.TraceRequestEndParams
    ) -> None:
        self._give_back_of(ctx)
        self.gate.answered(answer.response.status, answer.response.headers, counted=ctx.counted)

    async def _failed(self, _: aiohttp.ClientSession, ctx: SimpleNamespace, __: Any) -> None:
        self._give_back_of(ctx)

    async def _take_for(self, ctx: SimpleNamespace) -> None:
        if ctx.counted:
            current = _spending.get(None) or Spending()
            current.requests += 1
            await self.slots.take(current.priority)
            ctx.has_slot = True

    def _give_back_of(self, ctx: SimpleNamespace) -> None:
        if ctx.has_slot:
            ctx.has_slot = False
            asyncio.get_running_loop().call_later(1.0, self.slots.give_back)
