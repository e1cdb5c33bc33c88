"""The gate of all requests: closed while Discord refuses whatever this process sends."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from enum import Enum
from http import HTTPStatus

from cogs.discord.failures import INVALID, LONGEST_WAIT, NotSentError, is_ban

DOUBT = (1.0, 2.0, 4.0, 8.0, 12.0)
"""Seconds for which the gate stays closed where Discord names no time; the last one repeats."""

IN_A_ROW = 8
"""Refusals without anything accepted between them after which everything is taken to be refused."""

WINDOW = 600.0
"""Seconds over which Discord counts invalid requests."""

MANY = 1000
"""Invalid requests in that time after which refused displays slow down: a tenth of what Discord allows."""

logger = logging.getLogger(__name__)


class State(Enum):
    """Whether requests pass."""

    OPEN = "open"
    CLOSED = "closed"
    TRYING = "trying"
    """The time is over: one display passes to find out whether requests are accepted."""


class Gate:
    """Closes when Discord refuses all that the process sends, and opens when it accepts something.

    It closes for a ban, a global rate limit, a refused token and `IN_A_ROW` refusals in a row: for the time
    that Discord names, else for one of `DOUBT`. A request that meets it closed is not made.
    """

    def __init__(self) -> None:
        self._state = State.OPEN
        self._until = 0.0
        """When the closed gate is tried, in seconds of the event loop."""
        self._is_ban = False
        """Whether answers to interactions are refused, too."""
        self._closings = 0
        """How often it has closed since something was accepted."""
        self._in_a_row = 0
        self._invalid = deque[float](maxlen=MANY)
        """When the latest invalid requests were made, in seconds of the event loop."""
        self._is_probed = False
        """Whether a display is on its way that finds out whether requests are accepted."""
        self._changed = asyncio.Event()
        self._is_abandoned = False
        self.on_open: list[Callable[[], None]] = []
        """Called when the gate opens after it was closed."""
        self.on_unauthorized: list[Callable[[], object]] = []
        """Called when Discord refuses the bot's token."""

    @property
    def is_open(self) -> bool:
        """Whether all requests pass."""
        return self._state is State.OPEN

    @property
    def is_crowded(self) -> bool:
        """Whether `MANY` requests were invalid lately: then refused displays must slow down."""
        return len(self._invalid) == MANY and self._invalid[0] > _now() - WINDOW

    @asynccontextmanager
    async def passage(self) -> AsyncIterator[None]:
        """Wait until requests pass. While it is unknown whether they do, one such block runs at a time."""
        probes = await self._is_probe()
        try:
            yield
        finally:
            if probes:
                self._is_probed = False
                self._notify()

    async def _is_probe(self) -> bool:
        """Wait until the gate is open. `True` if the caller is to find out whether it can be opened."""
        while not (self.is_open or self._is_abandoned):
            wait = self._until - _now()
            if self._is_probed:
                await self._changed.wait()
            elif wait > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._changed.wait()
            else:
                self._state, self._is_probed = State.TRYING, True
                return True
        return False

    def abandon(self) -> None:
        """Let no one wait any longer, because the connection ends. Requests still meet a closed gate."""
        self._is_abandoned = True
        self._notify()

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def check(self, *, counted: bool) -> None:
        """Let a request pass.

        Args:
            counted: whether it is no answer to an interaction: those are subject to bans only.

        Raises:
            NotSentError: the gate is closed.
        """
        if self._state is State.CLOSED and (self._is_ban or counted):
            raise NotSentError

    def answered(self, status: int, headers: Mapping[str, str], *, counted: bool) -> None:
        """Learn from the response to a request.

        Args:
            status: the HTTP status.
            headers: those of the response.
            counted: whether it was no answer to an interaction.
        """
        if is_ban(status, headers):
            self._close("a ban", _seconds(headers), is_ban=True)
        elif status not in INVALID:
            if counted or self._is_ban:
                self._accepted()
        elif counted:
            self._refused(status, headers)

    def _refused(self, status: int, headers: Mapping[str, str]) -> None:
        self._in_a_row += 1
        self._invalid.append(_now())
        if status == HTTPStatus.UNAUTHORIZED:
            self._close("a refused token", None)
            for each in self.on_unauthorized:
                each()
        elif "X-RateLimit-Global" in headers:
            self._close("a global rate limit", _seconds(headers))
        elif self._in_a_row >= IN_A_ROW:
            self._close(f"{self._in_a_row} refusals in a row", None)

    def _close(self, why: str, seconds: float | None, *, is_ban: bool = False) -> None:
        named = min(seconds or 0.0, LONGEST_WAIT)
        if self._state is State.CLOSED:
            # Requests that were on their way when it closed prove nothing new, but may name a later time.
            self._until, self._is_ban = max(self._until, _now() + named), self._is_ban or is_ban
            return
        wait = max(named, DOUBT[min(self._closings, len(DOUBT) - 1)])
        self._closings += 1
        self._state, self._until, self._is_ban = State.CLOSED, _now() + wait, is_ban
        logger.warning("Discord refuses all requests (%s): the next one is made in %.0f s", why, wait)
        self._notify()

    def _accepted(self) -> None:
        self._in_a_row = 0
        if self._state is not State.TRYING:
            return
        logger.info("Discord accepts requests again")
        self._state, self._closings, self._is_ban = State.OPEN, 0, False
        self._notify()
        for each in self.on_open:
            each()


def _seconds(headers: Mapping[str, str]) -> float | None:
    """The pause that a response asks for; `None` if it names none that can be read."""
    try:
        return max(float(headers["Retry-After"]), 0.0)
    except (KeyError, ValueError):
        return None


def _now() -> float:
    return asyncio.get_running_loop().time()
