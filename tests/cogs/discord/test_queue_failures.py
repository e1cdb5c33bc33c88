"""Jobs of the queue that fail and are retried."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from bot.store import StoreError
from cogs.discord.budget import Budget
from cogs.discord.failures import pause_after
from cogs.discord.queue import Bucket, Queue
from tests.cogs.discord.test_queue import Clock, refused


@pytest.fixture(autouse=True)
def _unpaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.queue.SECONDS_PER_CHANGE", 0.0)


class Faulty:
    """A job that fails with some errors before it succeeds."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.runs = 0

    async def __call__(self) -> None:
        self.runs += 1
        if self.errors:
            raise self.errors.pop(0)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses after failures, which take no time; those of displays out of reach never end."""
    found: list[float] = []

    def pause(error: Exception, failures: int, *, out_of_reach: bool) -> float:
        found.append(round(pause_after(error, failures, out_of_reach=out_of_reach)))
        return 600.0 if out_of_reach else 0.0

    monkeypatch.setattr("cogs.discord.failures.JITTER", 0.0)
    monkeypatch.setattr("cogs.discord.queue.pause_after", pause)
    return found


async def until_idle(queue: Queue) -> None:
    async with asyncio.timeout(10):
        while queue.oldest_display:  # noqa: ASYNC110 - the queue has no event for that
            await asyncio.sleep(0)


@pytest.mark.parametrize(
    "error",
    [
        *(refused(status, 0) for status in (500, 502, 503, 429)),
        ConnectionResetError(104, "Connection reset by peer"),
        aiohttp.ServerDisconnectedError(),
        TimeoutError(),
        StoreError("the database is locked"),
        RuntimeError("a mistake of ours"),
    ],
    ids=repr,
)
async def test_a_failed_job_is_retried_until_it_succeeds(error: Exception, pauses: list[float]) -> None:
    queue, job = Queue(Budget()), Faulty(*[error] * 8)
    queue.put(1, "table", job)
    await until_idle(queue)
    assert (job.runs, pauses) == (9, [1, 2, 4, 8, 10, 10, 10, 10])


async def test_a_failed_job_does_not_count_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    queue = Queue(Budget())
    queue.put(1, "table", Faulty(TimeoutError()))
    await queue.join()
    clock.now += 5
    assert (queue.length, queue.oldest_job, queue.oldest_display) == (0, 0.0, 5.0)
    assert not queue.is_shown(1, "table")
    queue.put(1, "table", Faulty())
    assert queue.oldest_display == 5.0
    await queue.join()
    assert queue.oldest_display == 0.0
    assert queue.is_shown(1, "table")


async def test_a_later_job_replaces_a_failed_one() -> None:
    queue, later = Queue(Budget()), Faulty()

    async def failing() -> None:
        queue.put(1, "table", later)
        raise TimeoutError

    queue.put(1, "table", failing)
    await queue.join()
    assert later.runs == 0
    queue.put(1, "table", later)
    await queue.join()
    assert later.runs == 1


@pytest.mark.parametrize("error", [refused(404, 10003), refused(403, 50013), refused(400, 50083)], ids=repr)
async def test_a_lane_out_of_reach_waits_until_it_is_reachable_again(
    error: Exception, pauses: list[float]
) -> None:
    queue, job, latest = Queue(Budget()), Faulty(error), Faulty()
    queue.put(1, "table", job)
    await queue.join()
    queue.put(1, "table", latest)
    await queue.join()
    assert (latest.runs, queue.out_of_reach, queue.oldest_display, pauses) == (0, 1, 0.0, [300])
    queue.reachable_again(2)
    queue.reachable_again(1)
    await queue.join()
    assert (job.runs, latest.runs, queue.out_of_reach) == (1, 1, 0)


async def test_a_lane_that_becomes_reachable_during_a_failure_is_retried_soon(pauses: list[float]) -> None:
    queue, runs = Queue(Budget()), list[int]()

    async def failing() -> None:
        runs.append(1)
        if len(runs) == 1:
            queue.reachable_again(1)
            raise refused(403, 50013)

    queue.put(1, "table", failing)
    await until_idle(queue)
    assert (len(runs), pauses) == (2, [1])


async def test_failures_of_discord_are_logged_without_a_traceback(caplog: pytest.LogCaptureFixture) -> None:
    queue = Queue(Budget())
    queue.put(1, "archived", Faulty(refused(400, 50083)))
    queue.put(1, "down", Faulty(refused(503, 0)))
    queue.put(1, "reset", Faulty(ConnectionResetError(104, "a secret")))
    await queue.join()
    assert not [record for record in caplog.records if record.exc_info]
    assert "status 503, code 0" in caplog.text
    assert "ConnectionResetError" in caplog.text
    assert "secret" not in caplog.text
    await queue.close()


async def test_a_bug_of_our_own_is_reported_once(
    caplog: pytest.LogCaptureFixture, pauses: list[float]
) -> None:
    queue, job = Queue(Budget()), Faulty(*[refused(400, 50035)] * 3)
    queue.put(1, "table", job)
    await until_idle(queue)
    assert job.runs == len(pauses) + 1 == 4
    assert len([record for record in caplog.records if record.exc_info]) == 1


async def test_closing_cancels_the_pauses_before_retries() -> None:
    queue, job = Queue(Budget()), Faulty(TimeoutError())
    queue.put(1, "table", job)
    await queue.join()
    await queue.close()
    assert queue.oldest_display == 0.0
    assert job.runs == 1


async def test_a_recovered_lane_can_go_out_of_reach_again(pauses: list[float]) -> None:
    queue = Queue(Budget())

    async def recovered() -> None:
        queue.reachable_again(1)

    queue.put(1, "table", recovered)
    await queue.join()
    queue.put(1, "table", Faulty(refused(403, 50013)))
    await queue.join()
    assert (queue.out_of_reach, pauses) == (1, [300])


async def test_closing_drops_delayed_jobs() -> None:
    queue = Queue(Budget())
    queue.put_later(600.0, 1, "table", Faulty())
    (timer,) = queue._timers.values()
    await queue.close()
    assert timer.cancelled()
    assert not queue._timers


async def test_a_delayed_job_replaces_an_earlier_one_of_the_same_key() -> None:
    queue, early, late = Queue(Budget()), Faulty(), Faulty()
    queue.put_later(0.0, 1, "table", early)
    queue.put_later(600.0, 1, "table", late)
    await asyncio.sleep(0.001)
    await queue.join()
    assert (early.runs, late.runs) == (0, 0)
    await queue.close()


async def test_buckets_of_busy_or_throttled_lanes_are_not_evicted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.queue.BUCKETS", 2)
    queue, gate = Queue(Budget()), asyncio.Event()
    monkeypatch.setattr(queue, "_most_buckets", 2)

    async def busy() -> None:
        await gate.wait()

    for lane, job in ((1, busy), (2, Faulty())):
        queue.put(lane, "table", job)
        await asyncio.sleep(0)
    queue._buckets[3] = slow = Bucket(60.0, 1)
    slow.charge(1)
    await asyncio.sleep(0)
    kept = queue._buckets[1]
    queue.put(4, "table", Faulty())
    await asyncio.sleep(0)
    assert queue._buckets.keys() == {1, 3, 4}, "only the full bucket of the idle lane is evicted"
    assert queue._buckets[1] is kept
    gate.set()
    await queue.join()


async def test_quiet_lanes_are_looked_for_half_as_often_when_twice_as_many_are_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cogs.discord.queue.BUCKETS", 1)
    queue = Queue(Budget())
    monkeypatch.setattr(queue, "_most_buckets", 2)
    for lane in (1, 2):
        queue._buckets[lane] = Bucket(60.0, 1)
        queue._buckets[lane].charge(1)
    queue._bucket(3)
    assert queue._buckets.keys() == {1, 2, 3}, "both are still in use"
    for lane in (1, 2):
        queue._buckets[lane] = Bucket(0.0, 1)
    queue._bucket(4)
    assert queue._buckets.keys() == {1, 2, 3, 4}, "it is too soon to look again"
    queue._bucket(5)
    assert queue._buckets.keys() == {5}
