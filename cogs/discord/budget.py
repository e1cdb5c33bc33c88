"""The budget of requests, and the gate that is closed while Discord refuses all that this process sends."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum, IntEnum
from heapq import heappop, heappush
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any

import aiohttp

from cogs.discord.failures import INVALID, LOGIN, LONGEST_WAIT, NotSentError, is_ban, is_counted

logger = logging.getLogger(__name__)

REQUESTS_PER_SECOND = 48
"""Discord allows a bot 50, all its processes together; the margin is for clocks that differ."""

DOUBT = (1.0, 2.0, 4.0, 8.0, 12.0)
"""Seconds for which the gate stays closed if Discord names no time, by the number of closings before."""

REFUSALS_IN_A_ROW = 8
"""After this many refusals in a row the gate closes."""

WINDOW = 600.0
"""Seconds over which Discord counts invalid requests."""

MANY = 1000
"""Invalid requests in a `WINDOW` at which refused displays slow down: a tenth of what leads to a ban."""


def loop_time() -> float:
    """The clock of the event loop, in seconds."""
    return asyncio.get_running_loop().time()


class GateState(Enum):
    OPEN = "open"
    CLOSED = "closed"
    TRYING = "trying"
    """One display passes, to find out whether Discord accepts requests again."""


class Gate:
    """Closes when Discord refuses all requests of the process, and opens when it accepts one.

    It closes for a ban, a global rate limit, a refused bot token and `REFUSALS_IN_A_ROW` refusals in a row:
    for the time that Discord names, else for one of `DOUBT`. While it is closed no request is made.
    """

    def __init__(self) -> None:
        self._state = GateState.OPEN
        self._until = 0.0
        """When the closed gate lets one display pass, in seconds of the event loop."""
        self._is_ban = False
        """Whether it is closed for answers to interactions, too."""
        self._closings = 0
        """How often it has closed since it was last opened."""
        self._in_a_row = 0
        self._invalid = deque[float](maxlen=MANY)
        """When the latest invalid requests were answered, in seconds of the event loop."""
        self._is_probed = False
        """Whether the one display that may pass is under way."""
        self._changed = asyncio.Event()
        self._is_abandoned = False
        self.on_open: list[Callable[[], None]] = []
        """Called when the gate opens again."""
        self.on_unauthorized: list[Callable[[], object]] = []
        """Called when Discord refuses the bot's token."""

    @property
    def is_open(self) -> bool:
        return self._state is GateState.OPEN

    @property
    def is_crowded(self) -> bool:
        """Whether `MANY` requests were invalid within the `WINDOW`."""
        return len(self._invalid) == MANY and self._invalid[0] > loop_time() - WINDOW

    @asynccontextmanager
    async def passage(self) -> AsyncIterator[None]:
        """Wait until requests pass. While the gate is tried, one such block runs at a time."""
        probes = await self._is_probe()
        try:
            yield
        finally:
            if probes:
                self._is_probed = False
                self._notify()

    async def _is_probe(self) -> bool:
        """Wait until the gate is open. `True` if the caller passes to try it."""
        while not (self.is_open or self._is_abandoned):
            wait = self._until - loop_time()
            if self._is_probed:
                await self._changed.wait()
            elif wait > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._changed.wait()
            else:
                self._state, self._is_probed = GateState.TRYING, True
                return True
        return False

    def abandon(self) -> None:
        """End all waiting, because the connection ends. A closed gate still refuses requests."""
        self._is_abandoned = True
        self._notify()

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def check(self, *, counted: bool) -> None:
        """Raise `NotSentError` if it is closed; for answers to interactions, not `counted`, only in a ban."""
        if self._state is GateState.CLOSED and (self._is_ban or counted):
            raise NotSentError

    def answered(self, status: int, headers: Mapping[str, str], *, counted: bool) -> None:
        if is_ban(status, headers):
            self._close("a ban", _seconds(headers), is_ban=True)
        elif status not in INVALID:
            if counted or self._is_ban:
                self._accepted()
        elif counted:
            self._refused(status, headers)

    def _refused(self, status: int, headers: Mapping[str, str]) -> None:
        self._in_a_row += 1
        self._invalid.append(loop_time())
        if status == HTTPStatus.UNAUTHORIZED:
            self._close("a refused token", None)
            for each in self.on_unauthorized:
                each()
        elif "X-RateLimit-Global" in headers:
            self._close("a global rate limit", _seconds(headers))
        elif self._in_a_row >= REFUSALS_IN_A_ROW:
            self._close(f"{self._in_a_row} refusals in a row", None)

    def _close(self, why: str, seconds: float | None, *, is_ban: bool = False) -> None:
        named = min(seconds or 0.0, LONGEST_WAIT)
        if self._state is GateState.CLOSED:
            # Requests sent before it closed are no new failure, but may name a later time.
            self._until, self._is_ban = max(self._until, loop_time() + named), self._is_ban or is_ban
            return
        wait = max(named, DOUBT[min(self._closings, len(DOUBT) - 1)])
        self._closings += 1
        self._state, self._until, self._is_ban = GateState.CLOSED, loop_time() + wait, is_ban
        logger.warning("Discord refuses all requests (%s), next try in %.0f s", why, wait)
        self._notify()

    def _accepted(self) -> None:
        self._in_a_row = 0
        if self._state is not GateState.TRYING:
            return
        logger.info("Discord accepts requests again")
        self._state, self._closings, self._is_ban = GateState.OPEN, 0, False
        self._notify()
        for each in self.on_open:
            each()


def _seconds(headers: Mapping[str, str]) -> float | None:
    """The seconds that a response asks to wait; `None` if it names none."""
    try:
        return max(float(headers["Retry-After"]), 0.0)
    except (KeyError, ValueError):
        return None


class Priority(IntEnum):
    """The smaller number goes first."""

    WAITING = 0
    """A person waits for it."""
    FOLLOWING = 1
    """It only shows the course of the game, or may be needed later."""


class Slots:
    """A semaphore that serves the most urgent waiter first, equally urgent ones in order of arrival."""

    def __init__(self, number: int) -> None:
        self.free = number
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._count = 0

    async def take(self, priority: Priority) -> None:
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
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1


@dataclass
class Spending:
    priority: Priority = Priority.WAITING
    requests: int = 0


_spending: ContextVar[Spending] = ContextVar("spending")


def priority_now() -> Priority:
    """The priority of the current task; `WAITING` outside `Budget.spending`."""
    return (_spending.get(None) or Spending()).priority


class Budget:
    """Slots for requests. Each is held until a second after the response.

    Two requests in the same slot therefore arrive more than a second apart, whatever the network's delay: in
    no second do more requests arrive than there are slots.

    Args:
        share: The part of the requests that this process may make, at most 1.
    """

    def __init__(self, share: float = 1) -> None:
        self.slots = Slots(max(1, int(REQUESTS_PER_SECOND * share)))
        self.gate = Gate()
        """Closed while Discord refuses all requests of the process."""

    @contextmanager
    def spending(self, priority: Priority) -> Iterator[Spending]:
        """Give the requests made in the block a priority, and count them."""
        current = Spending(priority)
        token = _spending.set(current)
        try:
            yield current
        finally:
            _spending.reset(token)

    def limit(self, trace: aiohttp.TraceConfig) -> None:
        """Make every request of a session pass the gate and take a slot, also those that libraries repeat."""
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
        """Take another slot when aiohttp repeats a request whose connection was lost."""
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
