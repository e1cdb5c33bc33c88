"""Requests as a budget: never more than Discord allows in any second, and people who wait come first."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from cogs.discord.failures import LOGIN, NotSentError, is_counted
from cogs.discord.gate import Gate
from cogs.discord.slots import Priority, Slots

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import SimpleNamespace

    import aiohttp

REQUESTS_PER_SECOND: Final = 48
"""Of the 50 that Discord allows a bot; the rest is for clocks that differ."""

FOR_PEOPLE: Final = 1 / 3
"""The part of them that channels which only follow leave to people who wait."""


@dataclass
class Spending:
    """Requests made for one purpose."""

    priority: Priority = Priority.WAITING
    requests: int = 0


_spending: ContextVar[Spending] = ContextVar("spending")


def priority_now() -> Priority:
    """How urgent the current purpose is; what is not done for any answers a person."""
    current = _spending.get(None)
    return current.priority if current else Priority.WAITING


class Budget:
    """Slots for requests. Each is held until a second after the response.

    Two requests in the same slot therefore reach Discord more than a second apart, however long each is on
    its way, so that in no second more of them arrive than there are slots.
    """

    def __init__(self) -> None:
        self._number = REQUESTS_PER_SECOND
        kept = int(self._number * FOR_PEOPLE)
        self._slots = Slots(self._number, {Priority.FOLLOWING: kept, Priority.AHEAD: kept})
        self.gate = Gate()
        """Closed while Discord refuses whatever the process sends."""

    @property
    def free_part(self) -> float:
        """The part of all slots that is free, from 0 to 1."""
        return self._slots.free / self._number

    async def take(self, priority: Priority) -> None:
        """Wait for a slot."""
        await self._slots.take(priority)

    def give_back(self) -> None:
        """Free a slot a second from now, because the response to its request has arrived or is lost."""
        asyncio.get_running_loop().call_later(1.0, self._slots.give_back)

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
            await self.take(current.priority)
            ctx.has_slot = True

    def _give_back_of(self, ctx: SimpleNamespace) -> None:
        if ctx.has_slot:
            ctx.has_slot = False
            self.give_back()
