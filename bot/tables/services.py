"""What tables need from outside: the store, computer players, chance, and time."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Protocol

from bot.computers.players import Player, Strength
from bot.computers.search import Appraisal
from bot.errors import reported
from bot.rules.cards import Card, Cards
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.view import View
from bot.store import Store
from bot.tables.settings import Terms

SET = 5.0
"""The computer's clock has been set if it differs by this many seconds from what it should show."""


class Clock:
    """Seconds since 1970 that pass evenly while the process runs: one hour is always 3600 of them.

    It begins with what the computer's clock shows when it is first called, and differs from it by `ahead`
    once that has been set. On Linux and macOS it stops while the computer is suspended, which therefore looks
    like a clock set forward. This clock measures waits. What people see, and what is stored for the next
    start, is by the computer's.

    Attributes:
        ahead: By how many seconds the computer's clock was ahead of this one at the latest `look`.
    """

    def __init__(
        self, computer: Callable[[], float] = time.time, passing: Callable[[], float] = time.monotonic
    ) -> None:
        self._computer = computer
        self._passing = passing
        self.ahead = 0.0

    @cached_property
    def _beginning(self) -> float:
        """What the computer's clock showed when `passing` was 0."""
        return self._computer() - self._passing()

    def __call__(self) -> float:
        return self._beginning + self._passing()

    def date(self) -> float:
        """Return the time by the computer's clock as of the latest `look`."""
        return self() + self.ahead

    def look(self) -> float:
        """Return by how many seconds the computer's clock has been set since the last look, or 0."""
        seconds = self._computer() - self.date()
        if abs(seconds) < SET:
            return 0.0
        self.ahead += seconds
        return seconds


Job = Callable[[], Coroutine[object, object, object]]


class Timer(Protocol):
    def cancel(self) -> None: ...


class Schedule:
    """Jobs that run at a time, at most one for each key. It forgets them at the end of the process.

    Args:
        clock: Returns the time in seconds since 1970.
        call_later: Calls a function after some seconds; by default as the running event loop does.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.time,
        call_later: Callable[[float, Callable[[], None]], Timer] | None = None,
    ) -> None:
        self._clock = clock
        self._call_later = call_later
        self._timers: dict[Hashable, Timer] = {}
        self._running: set[asyncio.Task[object]] = set()
        self._closed = False

    @property
    def tasks(self) -> tuple[asyncio.Task[object], ...]:
        """The jobs now running."""
        return tuple(self._running)

    def put(self, key: Hashable, due_at: float, job: Job) -> None:
        """Run a job at a time, at once if that is past, in place of the one with the same key."""
        self.cancel(key)
        if not self._closed:
            call_later = self._call_later or asyncio.get_running_loop().call_later
            delay = max(due_at - self._clock(), 0.0)
            self._timers[key] = call_later(delay, partial(self._due, key, due_at, job))

    def cancel(self, key: Hashable) -> None:
        """Drop the job of a key, unless it is running already."""
        if timer := self._timers.pop(key, None):
            timer.cancel()

    def close(self) -> None:
        self._closed = True
        for key in tuple(self._timers):
            self.cancel(key)

    def _due(self, key: Hashable, due_at: float, job: Job) -> None:
        del self._timers[key]
        if self._clock() < due_at:  # the event loop rounds, and its clock may be another
            self.put(key, due_at, job)
            return
        task = asyncio.create_task(reported(f"What was planned as {key}", job))
        self._running.add(task)
        task.add_done_callback(self._running.discard)


class Observer(Protocol):
    """What measures the tables."""

    def acted(self, game: str, result: str, /) -> None:
        """A person has tried an action in a deal: `accepted`, `refused`, `stale` or `storage_error`."""

    def thought(self, game: str, strength: str, seconds: float, /) -> None:
        """A computer player of a `Strength` has thought about one action."""


class Unobserved:
    """An observer that measures nothing."""

    def acted(self, game: str, result: str, /) -> None: ...

    def thought(self, game: str, strength: str, seconds: float, /) -> None: ...


class Shuffle(Protocol):
    """Where chance comes from."""

    def deck(self, pack: Cards) -> tuple[Card, ...]:
        """Shuffle a pack; the top card comes first."""

    def first_dealer(self, seats: int) -> Seat: ...


class Thinkers(Protocol):
    """The processes that choose for computer players that search."""

    async def choose(
        self, table_id: str, strength: Strength, view: View, seed: str, seconds: float, /
    ) -> Action | None:
        """Return one of the view's actions; `None` if none is found within `seconds`.

        Chance depends on the view and `seed` alone.
        """

    async def appraise(
        self, owner: str, strength: Strength, view: View, seed: str, *, seconds: float, patience: float = 0.0
    ) -> tuple[Appraisal, ...] | None:
        """Return what each option of a decision promises; `None` if that is not known within `seconds`.

        `owner` is a table or a person, whose share of the processes this takes. For `patience` seconds all
        that is more urgent is answered first.
        """


@dataclass(frozen=True)
class TableServices:
    """What every table needs from outside."""

    store: Store
    player_for: Callable[[str], Player]
    """Makes a quick computer player, given the name of a game."""
    thinkers: Thinkers | None = None
    """Without any all computers play quickly."""
    thinking_secret: str = field(default_factory=secrets.token_hex, repr=False)
    """Keeps anybody from foreseeing the chance of computer players."""
    shuffle: Shuffle | None = None
    """Chance that replaces the sealed secrets of all tables."""
    pause: float = 0.0
    """Seconds from one step of the computer players to the next. A complete trick stays for two of them."""
    terms: Terms = field(default_factory=Terms)
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    clock: Clock = field(default_factory=Clock)
    schedule: Schedule = field(default_factory=Schedule)
    """Has the same clock."""
    reaches: Callable[[int], bool] = lambda _guild_id: True
    """Whether presses in a server reach the bot: if not, no turn there comes to its end."""
    observer: Observer = field(default_factory=Unobserved)
