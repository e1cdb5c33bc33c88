"""The queue of all requests that do not answer an interaction: paced, well below Discord's limits."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Hashable, Iterable
from typing import Final, NamedTuple, TypeAlias

from bot.tables.incidents import report

REQUESTS_PER_SECOND: Final = 45.0
"""Of the 50 that Discord allows a bot; the rest is for requests the library makes by itself."""

SECONDS_PER_CHANGE: Final = 1.0
"""How often one channel is changed in the long run."""

CHANGES_AT_ONCE: Final = 4
"""How many changes of a channel that was quiet may follow each other without a pause."""

Job: TypeAlias = Callable[[], Awaitable[None]]


class Waiting(NamedTuple):
    """A job that waits, and since when something has waited under its key, in seconds of the event loop."""

    since: float
    job: Job


class Bucket:
    """A token bucket: `burst` at once, and in the long run one every `interval` seconds."""

    def __init__(self, interval: float, burst: int) -> None:
        self._interval = interval
        self._slack = interval * (burst - 1)
        self._next = 0.0

    async def take(self) -> None:
        """Wait for a token."""
        now = asyncio.get_running_loop().time()
        turn = max(self._next, now)
        self._next = turn + self._interval
        if turn - now > self._slack:
            await asyncio.sleep(turn - now - self._slack)


class Queue:
    """Runs jobs lane by lane, those of a lane one after the other.

    A lane is a channel, or the person to whom a direct message goes. A job that waits is replaced by one put
    later under the same key. Jobs look at the state when they run, so the latest state wins.
    """

    def __init__(self) -> None:
        self._all = Bucket(1 / REQUESTS_PER_SECOND, int(REQUESTS_PER_SECOND))
        self._buckets = defaultdict[int, Bucket](lambda: Bucket(SECONDS_PER_CHANGE, CHANGES_AT_ONCE))
        self._waiting: dict[int, dict[Hashable, Waiting]] = {}
        self._running: dict[int, float] = {}
        """Since when the job had waited that now runs in a lane."""
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._timers: dict[tuple[int, Hashable], asyncio.TimerHandle] = {}

    def put_later(self, seconds: float, lane: int, key: Hashable, job: Job) -> None:
        """Put a job after so many seconds, unless `put_later` is called again for the same key before."""
        if earlier := self._timers.pop((lane, key), None):
            earlier.cancel()

        def put() -> None:
            del self._timers[lane, key]
            self.put(lane, key, job)

        self._timers[lane, key] = asyncio.get_running_loop().call_later(seconds, put)

    def put(self, lane: int, key: Hashable, job: Job) -> None:
        """Run a job as soon as the pace of its lane allows."""
        waiting = self._waiting.setdefault(lane, {})
        since = waiting[key].since if key in waiting else asyncio.get_running_loop().time()
        waiting[key] = Waiting(since, job)
        if lane not in self._workers:
            self._workers[lane] = asyncio.create_task(self._work(lane))

    async def _work(self, lane: int) -> None:
        waiting, bucket = self._waiting[lane], self._buckets[lane]
        try:
            while waiting:
                await bucket.take()
                await self._all.take()
                self._running[lane], job = waiting.pop(next(iter(waiting)))
                try:
                    await _run(job)
                finally:
                    del self._running[lane]
        finally:
            del self._waiting[lane], self._workers[lane]

    @property
    def length(self) -> int:
        """How many jobs wait; those put later do not count."""
        return sum(map(len, self._waiting.values()))

    @property
    def oldest_job(self) -> float:
        """For how many seconds the job has waited that has waited longest."""
        return _age(each.since for waiting in self._waiting.values() for each in waiting.values())

    @property
    def oldest_display(self) -> float:
        """The same, counting the jobs that run too: what they show is not shown yet."""
        return max(self.oldest_job, _age(self._running.values()))

    @property
    def is_idle(self) -> bool:
        """Whether no job waits or runs; those put later do not count."""
        return not self._workers

    async def join(self) -> None:
        """Wait until the queue is idle."""
        while self._workers:
            await asyncio.wait(tuple(self._workers.values()))

    async def close(self) -> None:
        """Drop the jobs that wait, and let those that run finish."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        workers = tuple(self._workers.values())
        for waiting in self._waiting.values():
            waiting.clear()
        await asyncio.gather(*workers, return_exceptions=True)


def _age(times: Iterable[float]) -> float:
    """The seconds since the first of some times of the event loop; 0 if there is none."""
    now = asyncio.get_running_loop().time()
    return now - min(times, default=now)


async def _run(job: Job) -> None:
    try:
        await job()
    except Exception as error:  # noqa: BLE001 - whatever happens to one message, the others go out
        report("A message could not be sent", error)
