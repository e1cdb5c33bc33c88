from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.tables.services import Schedule
from tests.tables.clock import Clock

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


class Done(list[str]):
    """The names of the jobs that have run."""

    def job(self, what: str) -> Callable[[], Coroutine[object, object, None]]:
        async def do() -> None:
            self.append(what)

        return do


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def schedule(clock: Clock) -> Schedule:
    return Schedule(clock, clock.call_later)


async def passed(clock: Clock, schedule: Schedule, seconds: float) -> None:
    clock.advance(seconds)
    await asyncio.gather(*schedule.tasks)


async def test_jobs_run_at_their_time(clock: Clock, schedule: Schedule) -> None:
    done = Done()
    schedule.put("a", 1020.0, done.job("later"))
    schedule.put("b", 1010.0, done.job("soon"))
    schedule.put("c", 900.0, done.job("at once"))
    await passed(clock, schedule, 0)
    assert done == ["at once"]
    await passed(clock, schedule, 9.9)
    assert done == ["at once"]
    await passed(clock, schedule, 30)
    assert done == ["at once", "soon", "later"]
    assert schedule.tasks == ()


async def test_a_job_replaces_an_earlier_one_with_the_same_key(clock: Clock, schedule: Schedule) -> None:
    done = Done()
    schedule.put("a", 1010.0, done.job("old"))
    schedule.put("a", 1005.0, done.job("new"))
    schedule.put("b", 1005.0, done.job("cancelled"))
    schedule.cancel("b")
    schedule.cancel("unknown")
    await passed(clock, schedule, 60)
    assert done == ["new"]


async def test_a_job_may_plan_the_next_one(clock: Clock, schedule: Schedule) -> None:
    times = []

    async def again() -> None:
        times.append(clock())
        if len(times) < 3:
            schedule.put("a", clock() + 10, again)

    schedule.put("a", 1010.0, again)
    for _ in range(5):
        await passed(clock, schedule, 10)
    assert times == [1010.0, 1020.0, 1030.0]


async def test_a_job_waits_for_its_time_after_the_clock_is_set_back(clock: Clock, schedule: Schedule) -> None:
    done = Done()
    schedule.put("a", 1010.0, done.job("done"))
    (timer,) = clock.waiting.values()
    clock.now = 400.0
    clock.waiting.clear()
    timer[1]()
    assert done == []
    await passed(clock, schedule, 609.9)
    assert done == []
    await passed(clock, schedule, 0.1)
    assert done == ["done"]


async def test_nothing_runs_after_closing(clock: Clock, schedule: Schedule) -> None:
    done = Done()
    schedule.put("a", 1010.0, done.job("a"))
    schedule.close()
    schedule.put("b", 1010.0, done.job("b"))
    await passed(clock, schedule, 60)
    assert done == []


async def test_a_job_that_fails_is_reported(
    clock: Clock, schedule: Schedule, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        secret = "T22"
        raise ValueError(secret)

    done = Done()
    schedule.put(("table", "k7"), 1010.0, fail)
    schedule.put("b", 1010.0, done.job("b"))
    await passed(clock, schedule, 10)
    assert done == ["b"]
    assert "What was planned as ('table', 'k7') failed: ValueError" in caplog.text
    assert "T22" not in caplog.text


async def test_jobs_run_on_the_event_loop_by_default() -> None:
    schedule, done = Schedule(), asyncio.Event()

    async def job() -> None:
        done.set()

    schedule.put("a", 0.0, job)
    async with asyncio.timeout(5):
        await done.wait()
