"""The queue of all requests that do not answer an interaction, at a pace that each channel allows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from cogs.discord.failures import is_out_of_reach, log_failure, pause_after
from cogs.discord.slots import Priority, Slots

if TYPE_CHECKING:
    from cogs.discord.budget import Budget

SECONDS_PER_CHANGE: Final = 1.0
"""How often one channel is changed in the long run, counted in requests."""

CHANGES_AT_ONCE: Final = 4
"""How many requests for a channel that was quiet may follow each other without a pause."""

BUCKETS: Final = 64
"""The buckets of quiet lanes are looked for when there are so many or, if they are in use, twice as many."""

FOLLOWING_AT_ONCE: Final = 16
"""How many lanes at the same time show what only follows: enough to draw and to send all the time."""

AHEAD_AT_ONCE: Final = 2
"""The same for what may be needed later."""

LAST_SECONDS: Final = 10.0
"""How long the jobs that run may take to finish when the queue is closed."""

Job: TypeAlias = Callable[[], Awaitable[None]]


class Pings(NamedTuple):
    """The lane of a channel's pings: they never wait for an edit that Discord holds up."""

    channel_id: int


Lane: TypeAlias = int | Pings
"""A channel, the person to whom a direct message goes, or the pings of a channel."""


@dataclass
class Display:
    """What is to be shown under a key: the job that shows it, and what has become of it so far."""

    job: Job
    since: float
    """Since when it differs from what is shown, in seconds of the event loop."""
    priority: Priority
    failures: int = 0


class Paused(NamedTuple):
    """A display that has failed and will be tried again."""

    display: Display
    timer: asyncio.TimerHandle
    out_of_reach: bool


class Bucket:
    """A token bucket: `burst` at once, and in the long run one every `interval` seconds."""

    def __init__(self, interval: float, burst: int) -> None:
        self._interval = interval
        self._slack = interval * (burst - 1)
        self._next = 0.0

    async def ready(self) -> None:
        """Wait until there is a token."""
        wait = self._next - self._slack - asyncio.get_running_loop().time()
        if wait > 0:
            await asyncio.sleep(wait)

    @property
    def is_full(self) -> bool:
        """Whether it is like a new one."""
        return self._next <= asyncio.get_running_loop().time()

    def charge(self, tokens: int) -> None:
        """Take tokens, more than there are if need be."""
        self._next = max(self._next, asyncio.get_running_loop().time()) + tokens * self._interval


class Queue:
    """Runs jobs lane by lane, those of a lane one after the other, and each until it has succeeded.

    A job that waits is replaced by one put later under the same key. Jobs look at the state when they run, so
    the latest state wins.

    In a lane the most urgent job is first. Of those that only follow a limited number run at a time, and each
    shows the state when it runs: the more of them wait, the more changes are shown at once.

    While Discord refuses all that the process sends, jobs wait at the gate of the budget.

    A job that fails pauses, longer each time. One put meanwhile under its key runs without that pause, unless
    the lane is known to be out of reach: then the next try is at a slow pace, or once the lane is mended.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._buckets: dict[Lane, Bucket] = {}
        self._most_buckets = BUCKETS
        self._waiting: dict[Lane, dict[Hashable, Display]] = {}
        self._running: dict[Lane, Display] = {}
        self._paused: dict[Lane, dict[Hashable, Paused]] = {}
        self._reachable_again = set[Lane]()
        """The lanes that were found to be reachable again while their present job runs."""
        self._workers: dict[Lane, asyncio.Task[None]] = {}
        self._awaiting_turn: dict[Lane, asyncio.Task[None]] = {}
        """The lanes whose next job waits for its turn, because it only follows."""
        self._awaited_as: dict[Lane, Priority] = {}
        """How urgent that job is."""
        self._following = Slots(FOLLOWING_AT_ONCE, {Priority.AHEAD: FOLLOWING_AT_ONCE - AHEAD_AT_ONCE})
        self._closed = False
        self._timers: dict[tuple[Lane, Hashable], asyncio.TimerHandle] = {}
        budget.gate.on_open.append(self._try_all_again)

    def put_later(
        self, seconds: float, lane: Lane, key: Hashable, job: Job, priority: Priority = Priority.WAITING
    ) -> None:
        """Put a job after so many seconds, unless another one is put under its key before."""
        self.cancel_later(lane, key)
        put = partial(self.put, lane, key, job, priority)
        self._timers[lane, key] = asyncio.get_running_loop().call_later(seconds, put)

    def cancel_later(self, lane: Lane, key: Hashable) -> None:
        """Do without a job that was to be put later."""
        if timer := self._timers.pop((lane, key), None):
            timer.cancel()

    def put(self, lane: Lane, key: Hashable, job: Job, priority: Priority = Priority.WAITING) -> None:
        """Run a job as soon as the pace of its lane allows, and until it has succeeded.

        Args:
            lane: the channel, or the person to whom a direct message goes.
            key: what is shown there.
            job: shows it.
            priority: of the job's requests among those of all lanes.
        """
        self.cancel_later(lane, key)
        paused = self._paused.get(lane, {}).get(key)
        if paused is None:
            self._add(lane, key, Display(job, asyncio.get_running_loop().time(), priority))
            return
        paused.display.job = job
        if not paused.out_of_reach:
            self._try_again(lane, key)

    def reachable_again(self, place: int) -> None:
        """Try at once what was out of reach in a place, or is found to be by a request on its way now."""
        for lane in (place, Pings(place)):
            if lane in self._running:
                self._reachable_again.add(lane)
            for key, paused in tuple(self._paused.get(lane, {}).items()):
                if paused.out_of_reach:
                    self._try_again(lane, key)

    def _try_all_again(self) -> None:
        """Try at once what has failed while Discord refused all that the process sends."""
        for lane, pausing in tuple(self._paused.items()):
            for key, paused in tuple(pausing.items()):
                if not paused.out_of_reach:
                    self._try_again(lane, key)

    def is_shown(self, lane: Lane, key: Hashable) -> bool:
        """Whether the last job put under a key has succeeded; it may be running."""
        return key not in self._waiting.get(lane, {}) and key not in self._paused.get(lane, {})

    def _add(self, lane: Lane, key: Hashable, display: Display) -> None:
        if self._closed:
            return
        waiting = self._waiting.setdefault(lane, {})
        known = waiting.setdefault(key, display)
        if known.priority is Priority.AHEAD:
            known.since = display.since  # until now no person waited for it
        known.job, known.priority = display.job, min(known.priority, display.priority)
        if known.priority < self._awaited_as.get(lane, known.priority):
            self._awaiting_turn[lane].cancel()
        if lane not in self._workers:
            self._workers[lane] = asyncio.create_task(self._work(lane))

    def _try_again(self, lane: Lane, key: Hashable) -> None:
        paused = self._paused[lane].pop(key)
        if not self._paused[lane]:
            del self._paused[lane]
        paused.timer.cancel()
        self._add(lane, key, paused.display)

    async def _work(self, lane: Lane) -> None:
        waiting, bucket = self._waiting[lane], self._bucket(lane)
        try:
            while waiting:
                await bucket.ready()
                async with self._budget.gate.passage():
                    bucket.charge(await self._show_in_turn(lane))
        finally:
            del self._waiting[lane], self._workers[lane]

    async def _show_in_turn(self, lane: Lane) -> int:
        """Show the next display of a lane, if there still is one: at once if it is urgent.

        Returns how many requests were made.
        """
        if not self._waiting[lane]:
            return 0
        priority = min(each.priority for each in self._waiting[lane].values())
        if priority is Priority.WAITING:
            return await self._show_next(lane)
        if not await self._has_turn(lane, priority):
            return 0
        try:
            return await self._show_next(lane)
        finally:
            self._following.give_back()

    async def _has_turn(self, lane: Lane, priority: Priority) -> bool:
        """Wait until what only follows may run. `False` if something more urgent has come in between."""
        if self._following.take_now(priority):
            return True
        self._awaited_as[lane] = priority
        self._awaiting_turn[lane] = turn = asyncio.create_task(self._following.take(priority))
        try:
            await asyncio.wait({turn})
        finally:
            del self._awaiting_turn[lane], self._awaited_as[lane]
        return not turn.cancelled()

    async def _show_next(self, lane: Lane) -> int:
        """Run the most urgent job of a lane. Returns how many requests it has made."""
        waiting = self._waiting[lane]
        key = min(waiting, key=lambda each: waiting[each].priority)
        self._running[lane] = display = waiting.pop(key)
        with self._budget.spending(display.priority) as spent:
            try:
                await display.job()
            except Exception as error:  # noqa: BLE001 - whatever happens to one message, the others go out
                self._failed(lane, key, display, error)
            finally:
                del self._running[lane]
                self._reachable_again.discard(lane)
        return spent.requests

    def _bucket(self, lane: Lane) -> Bucket:
        """The bucket of a lane. Those of quiet lanes are forgotten once they are full."""
        if len(self._buckets) >= self._most_buckets:
            for each in [each for each, bucket in self._buckets.items() if bucket.is_full]:
                if each not in self._workers:
                    del self._buckets[each]
            self._most_buckets = max(BUCKETS, 2 * len(self._buckets))
        return self._buckets.setdefault(lane, Bucket(SECONDS_PER_CHANGE, CHANGES_AT_ONCE))

    def _failed(self, lane: Lane, key: Hashable, display: Display, error: Exception) -> None:
        """Let a display that has failed pause, with the latest job put for it."""
        refused = is_out_of_reach(error) or self._budget.gate.is_crowded
        out_of_reach = refused and lane not in self._reachable_again
        pause = pause_after(error, display.failures, out_of_reach=out_of_reach)
        log_failure(error, display.failures, pause)
        display.failures += 1
        if later := self._waiting[lane].pop(key, None):
            display.job = later.job
        timer = asyncio.get_running_loop().call_later(pause, self._try_again, lane, key)
        self._paused.setdefault(lane, {})[key] = Paused(display, timer, out_of_reach)

    @property
    def length(self) -> int:
        """How many jobs wait; those put later and those that pause do not count."""
        return sum(map(len, self._waiting.values()))

    @property
    def out_of_reach(self) -> int:
        """How many displays are out of reach."""
        return sum(each.out_of_reach for each in self._all_paused())

    @property
    def oldest_job(self) -> float:
        """For how many seconds the job has waited that has waited longest since it was put.

        What may be needed later does not count.
        """
        return _age(each for waiting in self._waiting.values() for each in waiting.values())

    @property
    def oldest_display(self) -> float:
        """The same, counting the jobs that run or pause too: what they show is not shown yet.

        What is out of reach does not count either: there the bot waits for people.
        """
        pausing = [each.display for each in self._all_paused() if not each.out_of_reach]
        return max(self.oldest_job, _age((*self._running.values(), *pausing)))

    @property
    def is_idle(self) -> bool:
        """Whether no job waits or runs; those put later and those that pause do not count."""
        return not self._workers

    async def join(self) -> None:
        """Wait until the queue is idle."""
        while self._workers:
            await asyncio.wait(tuple(self._workers.values()))

    async def close(self) -> None:
        """Drop the jobs that wait and those that are put from now on, and let those that run finish.

        One that Discord holds up is cancelled: what it should show is shown after the next start.
        """
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        workers = tuple(self._workers.values())
        for waiting in self._waiting.values():
            waiting.clear()
        for turn in self._awaiting_turn.values():
            turn.cancel()
        self._budget.gate.abandon()
        if workers:
            _, late = await asyncio.wait(workers, timeout=LAST_SECONDS)
            for each in late:
                each.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
        for paused in self._all_paused():
            paused.timer.cancel()
        self._paused.clear()

    def _all_paused(self) -> list[Paused]:
        return [each for lane in self._paused.values() for each in lane.values()]


def _age(displays: Iterable[Display]) -> float:
    """The seconds since the first of some displays was put that somebody waits for; 0 if there is none."""
    now = asyncio.get_running_loop().time()
    return now - min((each.since for each in displays if each.priority is not Priority.AHEAD), default=now)
