"""A clock that goes on only when a test says so."""

from __future__ import annotations

from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

import bot.tables

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Timer:
    """A call that is still to come."""

    clock: Clock
    number: int

    def cancel(self) -> None:
        self.clock.waiting.pop(self.number, None)


@dataclass
class Clock:
    """The time in seconds since 1970, and the calls it will make."""

    now: float = 1000.0
    """Passes evenly."""
    set_by: float = 0.0
    """By how many seconds the computer's clock has been set."""
    waiting: dict[int, tuple[float, Callable[[], None]]] = field(default_factory=dict)
    numbers: count[int] = field(default_factory=count)

    def __call__(self) -> float:
        return self.now

    def of_process(self) -> bot.tables.Clock:
        """The clock of a process that begins now."""
        clock = bot.tables.Clock(lambda: self.now + self.set_by, lambda: self.now)
        assert clock() == self.now + self.set_by
        return clock

    def call_later(self, delay: float, call: Callable[[], None]) -> Timer:
        number = next(self.numbers)
        self.waiting[number] = self.now + delay, partial(copy_context().run, call)
        return Timer(self, number)

    @property
    def next_at(self) -> float | None:
        """When the next call is due."""
        return min((at for at, _ in self.waiting.values()), default=None)

    def advance(self, seconds: float) -> None:
        """Let time pass, and make the calls that are due in their order."""
        end = self.now + seconds
        while due := [(at, number) for number, (at, _) in self.waiting.items() if at <= end]:
            at, number = min(due)
            self.now = max(at, self.now)
            self.waiting.pop(number)[1]()
        self.now = end
