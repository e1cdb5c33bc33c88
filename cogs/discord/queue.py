"""The queue of all requests that do not answer an interaction."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from cogs.discord.budget import Priority
from cogs.discord.failures import is_out_of_reach, log_failure, pause_after

if TYPE_CHECKING:
    from cogs.discord.budget import Budget

SECONDS_PER_CHANGE: Final = 1.0
"""Seconds from one request to the next in a lane, in the long run."""

CHANGES_AT_ONCE: Final = 4
"""Requests that may follow each other without a pause in a lane that was quiet."""

MOST_BUCKETS: Final = 1000
"""The number of buckets from which those that are full are forgotten."""

LAST_SECONDS: Final = 10.0
"""Seconds that the jobs that run may take to finish when the queue is closed."""

Job: TypeAlias = Callable[[], Awaitable[None]]


class Pings(NamedTuple):
    """The lane of a channel's pings: they do not wait for an edit that Discord delays."""

    channel_id: int


Lane: TypeAlias = int | Pings
"""A channel, the person to whom a direct message goes, or the pings of a channel."""


@dataclass
class Entry:
    """A job that waits, runs or pauses under its key."""

    job: Job
    since: float
    """When the first job was put that has not succeeded, in seconds of the event loop."""
    priority: Priority
    failures: int = 0
    out_of_reach: bool = False
    """Whether it has failed until people change something on Discord."""
    retry: asyncio.TimerHandle | None = None
    """When it is tried again, while it pauses after a failure."""


class Bucket:
    """A token bucket: `CHANGES_AT_ONCE` tokens, one more every `SECONDS_PER_CHANGE`."""

    def __init__(self) -> None:
        self.full_at = 0.0
        """In seconds of the event loop."""

    async def ready(self) -> None:
        """Wait until there is a token."""
        slack = SECONDS_PER_CHANGE * (CHANGES_AT_ONCE - 1)
        await asyncio.sleep(max(self.full_at - slack - _now(), 0.0))

    def charge(self, tokens: int) -> None:
        """Take tokens, more than there are if need be."""
        self.full_at = max(self.full_at, _now()) + tokens * SECONDS_PER_CHANGE


class Queue:
    """Runs the jobs of each lane one after the other, the most urgent first, each until it has succeeded.

    A job that waits is replaced by one put later under the same key. Jobs look at the state when they run, so
    consecutive changes are merged and the latest state wins.

    While Discord refuses all that the process sends, jobs wait at the gate of the budget.

    A job that fails pauses, longer each time. One put meanwhile under its key runs without that pause, unless
    the lane is known to be out of reach: then it is retried slowly, or once `reachable_again` is called.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.buckets: dict[Lane, Bucket] = {}
        """The pace of each lane; those of quiet lanes may be missing."""
        self._waiting: dict[Lane, dict[Hashable, Entry]] = {}
        self._running: dict[Lane, Entry] = {}
        self._paused: dict[Lane, dict[Hashable, Entry]] = {}
        self._reachable_again = set[Lane]()
        """The lanes that were found to be reachable while their present job runs."""
        self._workers: dict[Lane, asyncio.Task[None]] = {}
        self._timers: dict[tuple[Lane, Hashable], asyncio.TimerHandle] = {}
        """Those of the jobs that are put later."""
        self._closed = False
        budget.gate.on_open.append(self._retry_all)

    def put_later(
        self, seconds: float, lane: Lane, key: Hashable, job: Job, priority: Priority = Priority.WAITING
    ) -> None:
        """Put a job after some seconds, unless another one is put under its key before."""
        self.cancel_later(lane, key)
        put = partial(self.put, lane, key, job, priority)
        self._timers[lane, key] = asyncio.get_running_loop().call_later(seconds, put)

    def cancel_later(self, lane: Lane, key: Hashable) -> None:
        """Drop a job that was to be put later."""
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
            self._add(lane, key, Entry(job, _now(), priority))
            return
        paused.job = job
        if not paused.out_of_reach:
            self._retry(lane, key)

    def reachable_again(self, place: int) -> None:
        """Retry at once what was out of reach in a place, or is found to be by a request on its way now."""
        for lane in (place, Pings(place)):
            if lane in self._running:
                self._reachable_again.add(lane)
            for key, entry in tuple(self._paused.get(lane, {}).items()):
                if entry.out_of_reach:
                    self._retry(lane, key)

    def _retry_all(self) -> None:
        """Retry at once what has failed while Discord refused all that the process sends."""
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
                    if waiting:  # unless the queue has been closed
                        bucket.charge(await self._run_next(lane))
        finally:
            del self._waiting[lane], self._workers[lane]

    async def _run_next(self, lane: Lane) -> int:
        """Run the most urgent job of a lane. Returns how many requests it has made."""
        waiting = self._waiting[lane]
        key = min(waiting, key=lambda each: waiting[each].priority)
        self._running[lane] = entry = waiting.pop(key)
        with self._budget.spending(entry.priority) as spent:
            try:
                await entry.job()
            except Exception as error:  # noqa: BLE001 - whatever happens to one message, the others go out
                self._failed(lane, key, entry, error)
            finally:
                del self._running[lane]
                self._reachable_again.discard(lane)
        return spent.requests

    def _bucket(self, lane: Lane) -> Bucket:
        if len(self.buckets) >= MOST_BUCKETS:
            now, kept = _now(), self.buckets.items()
            self.buckets = {each: b for each, b in kept if b.full_at > now or each in self._workers}
        return self.buckets.setdefault(lane, Bucket())

    def _failed(self, lane: Lane, key: Hashable, entry: Entry, error: Exception) -> None:
        """Let an entry pause whose job has failed, with the latest job put for it."""
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
        """How many jobs wait; those put later and those that pause do not count."""
        return sum(map(len, self._waiting.values()))

    @property
    def out_of_reach(self) -> int:
        """How many jobs wait for people to change something on Discord."""
        return sum(each.out_of_reach for each in self._all_paused())

    @property
    def oldest_job(self) -> float:
        """Seconds since the first of the jobs was put that wait."""
        return _age(each for waiting in self._waiting.values() for each in waiting.values())

    @property
    def oldest_display(self) -> float:
        """The same, including the jobs that run or pause: what they show is not shown yet.

        What is out of reach does not count: there the bot waits for people.
        """
        pausing = [each for each in self._all_paused() if not each.out_of_reach]
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

        One that Discord delays is cancelled: what it should show is shown after the next start.
        """
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


def _now() -> float:
    return asyncio.get_running_loop().time()


def _age(entries: Iterable[Entry]) -> float:
    """The seconds since the first of some entries was put; 0 if there is none."""
    now = _now()
    return now - min((each.since for each in entries), default=now)
