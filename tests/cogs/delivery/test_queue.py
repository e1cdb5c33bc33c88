"""The paced queue: in order, latest state first, and never too fast."""

from __future__ import annotations

import asyncio

import pytest

from cogs.delivery.queue import Bucket, Job, Queue


class Clock:
    """A clock that stands still except in `sleep`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.slept: list[float] = []
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: self.now)
        monkeypatch.setattr(asyncio, "sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 6))
        self.now += seconds


@pytest.fixture(autouse=True)
def _unpaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.delivery.queue.SECONDS_PER_CHANGE", 0.0)


def appending(said: list[str], text: str) -> Job:
    async def job() -> None:
        said.append(text)

    return job


async def test_a_bucket_lets_a_few_through_and_then_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    bucket = Bucket(1.0, 4)
    for _ in range(6):
        await bucket.take()
    assert clock.slept == [1.0, 1.0]


async def test_a_bucket_fills_again_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    bucket = Bucket(1.0, 2)
    for _ in range(3):
        await bucket.take()
    clock.now += 10
    for _ in range(2):
        await bucket.take()
    assert clock.slept == [1.0]


async def test_a_job_waiting_under_the_same_key_is_replaced() -> None:
    said: list[str] = []
    queue = Queue()
    for text in ("first", "second", "latest"):
        queue.put(1, "table", appending(said, text))
    queue.put(1, "other", appending(said, "other"))
    await queue.join()
    assert said == ["latest", "other"]


async def test_a_job_put_while_one_runs_comes_after_it() -> None:
    said: list[str] = []
    queue = Queue()

    async def first() -> None:
        queue.put(1, "table", appending(said, "second"))
        said.append("first")

    queue.put(1, "table", first)
    await queue.join()
    assert said == ["first", "second"]


async def test_what_fails_is_logged_and_the_rest_goes_out(caplog: pytest.LogCaptureFixture) -> None:
    said: list[str] = []
    queue = Queue()

    async def failing() -> None:
        raise RuntimeError("a secret")

    queue.put(1, "broken", failing)
    queue.put(1, "sound", appending(said, "sound"))
    await queue.join()
    assert said == ["sound"]
    assert "A message could not be sent" in caplog.text


async def test_a_slow_lane_does_not_hold_up_another() -> None:
    said: list[str] = []
    queue, gate, heard = Queue(), asyncio.Event(), asyncio.Event()

    async def slow() -> None:
        await gate.wait()
        said.append("slow")

    queue.put(1, "slow", slow)

    async def quick() -> None:
        said.append("quick")
        heard.set()

    queue.put(2, "quick", quick)
    await heard.wait()
    gate.set()
    await queue.join()
    assert said == ["quick", "slow"]


async def test_closing_drops_what_waits_and_ends_what_runs() -> None:
    said: list[str] = []
    queue, begun, gate = Queue(), asyncio.Event(), asyncio.Event()

    async def running() -> None:
        begun.set()
        await gate.wait()
        said.append("running")

    queue.put(1, "running", running)
    await begun.wait()
    queue.put(1, "waiting", appending(said, "waiting"))
    closing = asyncio.create_task(queue.close())
    await asyncio.sleep(0)
    gate.set()
    await closing
    assert said == ["running"]


async def test_how_long_jobs_wait_and_run_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    queue, begun, gate = Queue(), asyncio.Event(), asyncio.Event()
    assert (queue.length, queue.oldest_job, queue.oldest_display) == (0, 0.0, 0.0)

    async def running() -> None:
        begun.set()
        await gate.wait()

    queue.put(1, "table", running)
    await begun.wait()
    clock.now += 4
    queue.put(1, "table", appending([], "next"))
    queue.put(1, "dm", appending([], "other"))
    clock.now += 2
    queue.put(1, "table", appending([], "latest"))
    clock.now += 1
    assert (queue.length, queue.oldest_job, queue.oldest_display) == (2, 3.0, 7.0)
    gate.set()
    await queue.join()
    assert (queue.length, queue.oldest_job, queue.oldest_display) == (0, 0.0, 0.0)


async def test_a_job_that_failed_is_no_longer_counted() -> None:
    queue = Queue()

    async def failing() -> None:
        raise RuntimeError

    queue.put(1, "broken", failing)
    await queue.join()
    assert (queue.length, queue.oldest_display) == (0, 0.0)
