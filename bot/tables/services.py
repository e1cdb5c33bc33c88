"""What tables need from outside: the log, computer players, chance, and time; reports of errors."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from bot.tables.settings import PACES, Terms, Times

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence
    from types import TracebackType

    from bot.computers.players import Player, Strength
    from bot.computers.search import Appraisal
    from bot.rules.cards import Card, Cards
    from bot.rules.layout import Seat
    from bot.rules.moves import Action
    from bot.rules.reasons import Refusal
    from bot.rules.view import View
    from bot.store import SavedDeal
    from bot.store.log import Log
    from bot.tables.settings import Paces


logger = logging.getLogger("bot.tables")

ExceptionInfo: TypeAlias = "tuple[type[BaseException], BaseException, TracebackType | None]"


def report(what: str, error: BaseException | None = None) -> str:
    """Log something unexpected and return its short id.

    The id, the type of the exception and its stack are in one record; its attribute `incident` is the id.
    """
    incident = secrets.token_hex(3)
    kind = f": {type(error).__name__}" if error else ""
    stack = _without_text(error) if error else None
    logger.error("[%s] %s%s", incident, what, kind, exc_info=stack, extra={"incident": incident})
    return incident


async def reported(what: str, work: Callable[[], Awaitable[object]]) -> None:
    """Do something in a task that no one awaits: its failure is logged as `what`."""
    try:
        await work()
    except Exception as error:  # noqa: BLE001 - there is no caller whom it could reach
        report(f"{what} failed", error)


def _without_text(error: BaseException) -> ExceptionInfo:
    """An exception of the same name and stack, without the text and the causes: they might name a card."""
    kind = type(error)
    bare = type(kind.__name__, (Exception,), {"__module__": kind.__module__})
    return bare, bare(), error.__traceback__


SET: Final = 5.0
"""Seconds: the computer's clock has been set if it differs by as many from what it should show."""


class Clock:
    """Seconds since 1970 that pass evenly while the process runs: one hour is always 3600 of them.

    It begins with what the computer's clock shows, and differs from it by `ahead` once that has been set. On
    Linux and macOS it stops while the computer is suspended, which therefore looks like a clock set forward.
    Waits are measured by this clock. What people are shown, and what is stored for the next start, is by the
    computer's.

    Attributes:
        ahead: By how many seconds the computer's clock was ahead of this one at the latest `look`.
    """

    def __init__(
        self, computer: Callable[[], float] = time.time, passing: Callable[[], float] = time.monotonic
    ) -> None:
        """Begin when it is first asked.

        Args:
            computer: Returns what the computer's clock shows, in seconds since 1970.
            passing: Returns seconds that pass evenly, from any beginning.
        """
        self._computer = computer
        self._passing = passing
        self.ahead = 0.0

    @cached_property
    def _beginning(self) -> float:
        """What the computer's clock showed when `passing` was 0."""
        return self._computer() - self._passing()

    def __call__(self) -> float:
        """Return the time."""
        return self._beginning + self._passing()

    def date(self) -> float:
        """Return the time by the computer's clock, as far as `look` has followed it."""
        return self() + self.ahead

    def look(self) -> float:
        """Look whether the computer's clock has been set; return by how many seconds, 0 if it has not."""
        seconds = self._computer() - self.date()
        if abs(seconds) < SET:
            return 0.0
        self.ahead += seconds
        return seconds


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


class ActionResult(StrEnum):
    """What came of what a person tried to do in a deal."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    STALE = "stale"
    STORAGE_ERROR = "storage_error"

    @classmethod
    def of(cls, refusal: Refusal | None) -> ActionResult:
        """The result that a refusal stands for; `None` if there was none."""
        if refusal is None:
            return cls.ACCEPTED
        return {"stale": cls.STALE, "storage_failed": cls.STORAGE_ERROR}.get(refusal.code, cls.REFUSED)


class Observer(Protocol):
    """What measures the tables."""

    def acted(self, game: str, result: str, /) -> None:
        """A person has tried to do something in a deal of a game; the result is an `ActionResult`."""

    def thought(self, game: str, strength: str, seconds: float, /) -> None:
        """A computer player has thought about one action; how well it plays is a `Strength`."""


class Unobserved:
    """An observer that measures nothing."""

    def acted(self, game: str, result: str, /) -> None:
        """Do nothing."""

    def thought(self, game: str, strength: str, seconds: float, /) -> None:
        """Do nothing."""


class Shuffle(Protocol):
    """Where chance comes from."""

    def deck(self, pack: Cards) -> tuple[Card, ...]:
        """Shuffle a pack; the top card comes first."""

    def first_dealer(self, seats: int) -> Seat:
        """Draw the first dealer."""


class Thinkers(Protocol):
    """What chooses for computer players that search."""

    async def choose(
        self, table_id: str, strength: Strength, view: View, seed: str, seconds: float, /
    ) -> Action | None:
        """Return one of the view's actions; `None` if there is none in time.

        Args:
            table_id: The table that waits for it.
            strength: How well it plays.
            view: What the player sees.
            seed: What its chance depends on, besides the view.
            seconds: After how long an answer comes too late.
        """

    async def appraise(
        self,
        owner: str,
        strength: Strength,
        view: View,
        seed: str,
        *,
        seconds: float,
        patience: float = 0.0,
    ) -> tuple[Appraisal, ...] | None:
        """Return what each option of a decision promises; `None` if that is not known in time.

        Args:
            owner: Whose turn this takes: a table, or a person.
            strength: The strength of the computer player that appraises.
            view: What the player sees.
            seed: What chance depends on, besides the view.
            seconds: How long that may take.
            patience: With some seconds of it, all that does not wait so patiently is answered first.
        """


async def _none(_table_id: str) -> tuple[SavedDeal, ...]:
    return ()


async def _no_one(_table_id: str, _deals: int, _match: str) -> frozenset[int]:
    return frozenset()


@dataclass(frozen=True)
class TableServices:
    """What every table needs from outside."""

    log: Log
    player_for: Callable[[str], Player]
    """Makes a quick computer player, given the name of a game."""
    deals_of: Callable[[str], Awaitable[Sequence[SavedDeal]]] = _none
    """Reads the deals of a table, which may have ended."""
    knowing: Callable[[str, int, str], Awaitable[frozenset[int]]] = _no_one
    """Reads who has begun to play the deals of a table again: `Plays.knowing`."""
    thinkers: Thinkers | None = None
    """Without any all computers play quickly."""
    thinking_secret: str = field(default_factory=secrets.token_hex, repr=False)
    """What keeps the chance of computer players from being foreseen."""
    shuffle: Shuffle | None = None
    """Chance that replaces the sealed secrets of all tables."""
    pause: float = 0.0
    """Seconds from one step of the computer players to the next. A complete trick stays for two of them."""
    paces: Paces = field(default_factory=lambda: PACES)
    offer_seconds: float = 30.0
    """How long an offer stands at every pace but the slow one."""
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    clock: Callable[[], float] = time.time
    """Returns the time in seconds since 1970, by which waits are measured."""
    ahead: Callable[[], float] = lambda: 0.0
    """Returns by how many seconds the computer's clock, which is shown and stored, is ahead of `clock`."""
    times: Times = field(default_factory=Times)
    """How long a table may be left alone."""
    schedule: Schedule = field(default_factory=Schedule)
    """Runs what is to be done at a later time. Its clock is the same."""
    reaches: Callable[[int], bool] = lambda _guild_id: True
    """Whether a press in a server reaches the bot: if not, no turn there comes to its end."""
    observer: Observer = field(default_factory=Unobserved)

    @property
    def date(self) -> float:
        """The time in seconds since 1970, by the computer's clock."""
        return self.clock() + self.ahead()

    @property
    def terms(self) -> Terms:
        """What holds at all tables."""
        return Terms(self.paces, self.offer_seconds, self.times, self.thinkers is not None)
