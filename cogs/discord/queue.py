"""The queue of all requests that do not answer an interaction."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from cogs.discord.budget import Budget, Priority, loop_time
from cogs.discord.failures import is_out_of_reach, log_failure, pause_after

SECONDS_PER_CHANGE = 1.0
"""The average time between two requests in a lane, in seconds."""

CHANGES_AT_ONCE = 4
"""How many requests a lane that was quiet may make without a pause."""

MOST_BUCKETS = 1000
"""With this many buckets, those of quiet lanes are dropped."""

LAST_SECONDS = 10.0
"""Seconds in which running jobs must finish when the queue is closed."""

Job = Callable[[], Awaitable[None]]


class Pings(NamedTuple):
    """The lane of a channel's pings, which must not wait for an edit that Discord delays."""

    channel_id: int


Lane = int | Pings
"""A channel, the person to whom a direct message goes, or the pings of a channel."""


@dataclass
class Entry:
    """A job that waits, runs or pauses under its key."""

    job: Job
    since: float
    """When the first of its jobs was put, in seconds of the event loop."""
    priority: Priority
    failures: int = 0
    out_of_reach: bool = False
    """Whether it will fail until people change something on Discord."""
    retry: asyncio.TimerHandle | None = None
    """The next try, while it pauses after a failure."""


@dataclass(eq=False)
class Bucket:
    """A token bucket: `CHANGES_AT_ONCE` tokens, one more every `SECONDS_PER_CHANGE`."""

    full_at: float = 0.0
    """When all tokens are back, in seconds of the event loop."""

    async def ready(self) -> None:
        slack = SECONDS_PER_CHANGE * (CHANGES_AT_ONCE - 1)
        await asyncio.sleep(max(self.full_at - slack - loop_time(), 0.0))

    def charge(self, tokens: int) -> None:
        """Take tokens, also more than there are."""
        self.full_at = max(self.full_at, loop_time()) + tokens * SECONDS_PER_CHANGE


class Queue:
    """Runs the jobs of each lane one after the other, the most urgent first, each until it has succeeded.

    A new job replaces one that waits under the same key. Jobs read the state when they run, so that one
    request shows several changes.

    While Discord refuses all requests of the process, jobs wait at the gate of the budget.

    A job that fails pauses, longer each time. A new job under its key runs without that pause, unless the
    lane is out of reach: then it is retried slowly, or when `reachable_again` is called.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.buckets: dict[Lane, Bucket] = {}
        """By lane; those of quiet lanes may be missing."""
        self._waiting: dict[Lane, dict[Hashable, Entry]] = {}
        self._running: dict[Lane, Entry] = {}
        self._paused: dict[Lane, dict[Hashable, Entry]] = {}
        self._reachable_again = set[Lane]()
        """The lanes that became reachable while their present job runs."""
        self._workers: dict[Lane, asyncio.Task[None]] = {}
        self._timers: dict[tuple[Lane, Hashable], asyncio.TimerHandle] = {}
        """The timers of `put_later`."""
        self._closed = False
        budget.gate.on_open.append(self._retry_all)

    def put_later(
        self, seconds: float, lane: Lane, key: Hashable, job: Job, priority: Priority = Priority.WAITING
    ) -> None:
        """Put a job after some seconds, unless another one is put under its key before that."""
        self.cancel_later(lane, key)
        put = partial(self.put, lane, key, job, priority)
        self._timers[lane, key] = asyncio.get_running_loop().call_later(seconds, put)

    def cancel_later(self, lane: Lane, key: Hashable) -> None:
        if timer := self._timers.pop((lane, key), None):
            timer.cancel()

    def put(self, lane: Lane, key: Hashable, job: Job, priority: Priority = Priority.WAITING) -> None:
        """Run a job as soon as the pace of its lane allows, and until it has succeeded."""
        self.cancel_later(lane, key)
        paused = self._paused.get(lane, {}).get(key)
        if paused is None:
            self._add(lane, key, Entry(job, loop_time(), priority))
            return
        paused.job = job
        if not paused.out_of_reach:
            self._retry(lane, key)

    def reachable_again(self, place: int) -> None:
        """Retry at once what is out of reach in a place, also if that is found out by a running job."""
        for lane in (place, Pings(place)):
            if lane in self._running:
                self._reachable_again.add(lane)
            for key, entry in tuple(self._paused.get(lane, {}).items()):
                if entry.out_of_reach:
                    self._retry(lane, key)

    def _retry_all(self) -> None:
        """Retry at once what has failed while the gate was closed."""
        for lane, paused in tuple(self._paused.items()):
            for key, entry in tuple(paused.items()):
                if not entry.out_of_reach:
                    self._retry(lane, key)

    def is_shown(self, lane: Lane, key: Hashable) -> bool:
        """Whether the last job put under a key has succeeded; it may be running."""
        return key not in self._waiting.get(lane, {}) and key not in self._paused.get(lane, {})

    def _add(self, lane: Lane, key: Hashable, entry: Entry) -> None:
        if self._closed:
            return
        known = self._waiting.setdefault(lane, {}).setdefault(key, entry)
        known.job, known.priority = entry.job, min(known.priority, entry.priority)
        if lane not in self._workers:
            self._workers[lane] = asyncio.create_task(self._work(lane))

    def _retry(self, lane: Lane, key: Hashable) -> None:
        entry = self._paused[lane].pop(key)
        if not self._paused[lane]:
            del self._paused[lane]
        if entry.retry is not None:
            entry.retry.cancel()
        entry.retry, entry.out_of_reach = None, False
        self._add(lane, key, entry)

    async def _work(self, lane: Lane) -> None:
        waiting, bucket = self._waiting[lane], self._bucket(lane)
        try:
            while waiting:
                await bucket.ready()
                async with self._budget.gate.passage():
                    if waiting:  # the queue may have been closed meanwhile
                        bucket.charge(await self._run_next(lane))
        finally:
            del self._waiting[lane], self._workers[lane]

    async def _run_next(self, lane: Lane) -> int:
        """Run the most urgent job of a lane; returns how many requests it has made."""
        waiting = self._waiting[lane]
        key = min(waiting, key=lambda each: waiting[each].priority)
        self._running[lane] = entry = waiting.pop(key)
        with self._budget.spending(entry.priority) as spent:
            try:
                await entry.job()
            except Exception as error:  # noqa: BLE001 - a failure must not stop the other jobs
                self._failed(lane, key, entry, error)
            finally:
                del self._running[lane]
                self._reachable_again.discard(lane)
        return spent.requests

    def _bucket(self, lane: Lane) -> Bucket:
        if len(self.buckets) >= MOST_BUCKETS:
            now, kept = loop_time(), self.buckets.items()
            self.buckets = {each: b for each, b in kept if b.full_at > now or each in self._workers}
        return self.buckets.setdefault(lane, Bucket())

    def _failed(self, lane: Lane, key: Hashable, entry: Entry, error: Exception) -> None:
        """Pause an entry whose job has failed; a job put meanwhile under its key replaces that one."""
        refused = is_out_of_reach(error) or self._budget.gate.is_crowded
        entry.out_of_reach = refused and lane not in self._reachable_again
        pause = pause_after(error, entry.failures, out_of_reach=entry.out_of_reach)
        log_failure(error, entry.failures, pause)
        entry.failures += 1
        if later := self._waiting[lane].pop(key, None):
            entry.job = later.job
        entry.retry = asyncio.get_running_loop().call_later(pause, self._retry, lane, key)
        self._paused.setdefault(lane, {})[key] = entry

    @property
    def length(self) -> int:
        """How many jobs wait, without those put later and those that pause."""
        return sum(map(len, self._waiting.values()))

    @property
    def out_of_reach(self) -> int:
        """How many jobs will fail until people change something on Discord."""
        return sum(each.out_of_reach for each in self._all_paused())

    @property
    def oldest_job(self) -> float:
        """Seconds since the oldest waiting job was put."""
        return _age(each for waiting in self._waiting.values() for each in waiting.values())

    @property
    def oldest_display(self) -> float:
        """Seconds since the oldest job was put that waits, runs or pauses and is not out of reach."""
        pausing = [each for each in self._all_paused() if not each.out_of_reach]
        return max(self.oldest_job, _age((*self._running.values(), *pausing)))

    @property
    def is_idle(self) -> bool:
        """Whether no job waits or runs, without those put later and those that pause."""
        return not self._workers

    async def join(self) -> None:
        """Wait until `is_idle`."""
        while self._workers:
            await asyncio.wait(tuple(self._workers.values()))

    async def close(self) -> None:
        """Drop all waiting and future jobs, and let running ones finish for `LAST_SECONDS`."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        workers = tuple(self._workers.values())
        for waiting in self._waiting.values():
            waiting.clear()
        self._budget.gate.abandon()
        if workers:
            _, late = await asyncio.wait(workers, timeout=LAST_SECONDS)
            for each in late:
                each.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
        for entry in self._all_paused():
            if entry.retry is not None:
                entry.retry.cancel()
        self._paused.clear()

    def _all_paused(self) -> list[Entry]:
        return [each for lane in self._paused.values() for each in lane.values()]


def _age(entries: Iterable[Entry]) -> float:
    now = loop_time()
    return now - min((each.since for each in entries), default=now)
