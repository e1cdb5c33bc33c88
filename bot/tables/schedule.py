"""What is to be done at a later time: deadlines, and whatever else a table waits for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeAlias

from bot.tables.incidents import reported

if TYPE_CHECKING:
    from collections.abc import Coroutine

Job: TypeAlias = "Callable[[], Coroutine[object, object, object]]"
CallLater: TypeAlias = "Callable[[float, Callable[[], None]], Timer]"
"""Calls a function after some seconds, as the event loop does, which keeps its timers in a heap."""


class Timer(Protocol):
    """A call that is still to come."""

    def cancel(self) -> None:
        """Do without the call."""


class Schedule:
    """Jobs that run at a time, at most one for each key. It forgets them at the end of the process."""

    def __init__(self, clock: Callable[[], float] = time.time, call_later: CallLater | None = None) -> None:
        """Plan nothing yet.

        Args:
            clock: Returns the time in seconds since 1970.
            call_later: Where time passes; by default in the running event loop.
        """
        self._clock = clock
        self._call_later = call_later
        self._timers: dict[Hashable, Timer] = {}
        self._running: set[asyncio.Task[object]] = set()
        self._closed = False

    @property
    def tasks(self) -> tuple[asyncio.Task[object], ...]:
        """The jobs now running."""
        return tuple(self._running)

    def put(self, key: Hashable, at: float, job: Job) -> None:
        """Run a job at a time, in seconds since 1970, in place of the one with the same key.

        If the time is past, it runs at once.
        """
        self.cancel(key)
        if not self._closed:
            call_later = self._call_later or asyncio.get_running_loop().call_later
            delay = max(at - self._clock(), 0.0)
            self._timers[key] = call_later(delay, partial(self._due, key, at, job))

    def cancel(self, key: Hashable) -> None:
        """Do without the job of a key, unless it is running already."""
        if timer := self._timers.pop(key, None):
            timer.cancel()

    def close(self) -> None:
        """Run no further jobs."""
        self._closed = True
        for key in tuple(self._timers):
            self.cancel(key)

    def _due(self, key: Hashable, at: float, job: Job) -> None:
        del self._timers[key]
        if self._clock() < at:  # the event loop rounds, and its clock may be another
            self.put(key, at, job)
            return
        task = asyncio.create_task(reported(f"What was planned as {key}", job))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
