"""One paced queue for all that is no answer to an interaction, well below Discord's limits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, TypeAlias

from bot.tables.incidents import report

REQUESTS_PER_SECOND: Final = 45.0
"""Of the fifty that Discord allows a bot; the rest is for what the library asks by itself."""

SECONDS_PER_CHANGE: Final = 1.0
"""How often one channel is changed in the long run."""

CHANGES_AT_ONCE: Final = 4
"""How many changes of a channel that was quiet may follow each other at once."""

Job: TypeAlias = Callable[[], Awaitable[None]]


class Bucket:
    """Lets through so many at once, and in the long run one every `interval` seconds."""

    def __init__(self, interval: float, burst: int) -> None:
        self._interval = interval
        self._slack = interval * (burst - 1)
        self._next = 0.0

    async def take(self) -> None:
        """Wait until it is one's turn."""
        now = asyncio.get_running_loop().time()
        turn = max(self._next, now)
        self._next = turn + self._interval
        if turn - now > self._slack:
            await asyncio.sleep(turn - now - self._slack)


class Outbox:
    """Runs jobs lane by lane, one after the other in each; a job waiting under the same key is replaced.

    A lane is a channel, or the person a direct message goes to. A job looks at the state when it runs, so the
    latest state wins.
    """

    def __init__(self, seconds_per_change: float = SECONDS_PER_CHANGE) -> None:
        self._interval = seconds_per_change
        self._all = Bucket(1 / REQUESTS_PER_SECOND, int(REQUESTS_PER_SECOND))
        self._buckets: dict[int, Bucket] = {}
        self._waiting: dict[int, dict[Hashable, Job]] = {}
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._timers: dict[tuple[int, Hashable], asyncio.TimerHandle] = {}

    def put_later(self, seconds: float, lane: int, key: Hashable, job: Job) -> None:
        """Do a job after so many seconds; one put later under the same key takes its place."""
        if earlier := self._timers.pop((lane, key), None):
            earlier.cancel()

        def put() -> None:
            del self._timers[lane, key]
            self.put(lane, key, job)

        self._timers[lane, key] = asyncio.get_running_loop().call_later(seconds, put)

    def put(self, lane: int, key: Hashable, job: Job) -> None:
        """Do a job as soon as the lane's pace allows."""
        self._waiting.setdefault(lane, {})[key] = job
        if lane not in self._workers:
            self._workers[lane] = asyncio.create_task(self._work(lane))

    async def _work(self, lane: int) -> None:
        waiting = self._waiting[lane]
        bucket = self._buckets.setdefault(lane, Bucket(self._interval, CHANGES_AT_ONCE))
        try:
            while waiting:
                await bucket.take()
                await self._all.take()
                await _run(waiting.pop(next(iter(waiting))))
        finally:
            del self._waiting[lane], self._workers[lane]

    async def quiet(self) -> None:
        """Wait until nothing is left to be done."""
        while self._workers:
            await asyncio.wait(tuple(self._workers.values()))

    async def close(self) -> None:
        """Drop what waits and let what runs end."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        workers = tuple(self._workers.values())
        for waiting in self._waiting.values():
            waiting.clear()
        await asyncio.gather(*workers, return_exceptions=True)


async def _run(job: Job) -> None:
    try:
        await job()
    except Exception as error:  # noqa: BLE001 - whatever one message meets, the others go out
        report("A message could not be sent", error)
