"""The queue: which jobs run, in which order, and what becomes of those that fail."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from bot.store import StoreError
from cogs.discord.budget import Budget, Priority
from cogs.discord.failures import pause_after
from cogs.discord.queue import Bucket, Job, Lane, Pings, Queue
from tests.cogs.discord.helpers import Clock, refused


@pytest.fixture(autouse=True)
def _unpaced(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "bucket" not in request.node.name:
        monkeypatch.setattr("cogs.discord.queue.SECONDS_PER_CHANGE", 0.0)


def appending(said: list[str], text: str) -> Job:
    async def job() -> None:
        said.append(text)

    return job


async def test_a_bucket_lets_a_few_through_and_then_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    bucket = Bucket()
    for _ in range(6):
        await bucket.ready()
        bucket.charge(1)
    assert [each for each in clock.slept if each] == [1.0, 1.0]
    clock.now += 10
    for _ in range(5):
        await bucket.ready()
        bucket.charge(1)
    assert [each for each in clock.slept if each] == [1.0, 1.0, 1.0], "it fills again in time"


async def test_a_bucket_charged_with_more_than_it_holds_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    bucket = Bucket()
    bucket.charge(6)
    await bucket.ready()
    assert [each for each in clock.slept if each] == [3.0]
    await bucket.ready()
    assert [each for each in clock.slept if each] == [3.0]


async def test_a_job_waiting_under_the_same_key_is_replaced() -> None:
    said: list[str] = []
    queue = Queue(Budget())
    for text in ("first", "second", "latest"):
        queue.put(1, "table", appending(said, text))
    queue.put(1, "other", appending(said, "other"))
    await queue.join()
    assert said == ["latest", "other"]


async def test_a_job_put_while_one_runs_comes_after_it() -> None:
    said: list[str] = []
    queue = Queue(Budget())

    async def first() -> None:
        queue.put(1, "table", appending(said, "second"))
        said.append("first")

    queue.put(1, "table", first)
    await queue.join()
    assert said == ["first", "second"]


@pytest.mark.parametrize("other", [2, Pings(1)])
async def test_a_slow_lane_does_not_hold_up_another(other: Lane) -> None:
    said: list[str] = []
    queue, gate, heard = Queue(Budget()), asyncio.Event(), asyncio.Event()

    async def slow() -> None:
        await gate.wait()
        said.append("slow")

    queue.put(1, "slow", slow)

    async def quick() -> None:
        said.append("quick")
        heard.set()

    queue.put(other, "quick", quick)
    await heard.wait()
    gate.set()
    await queue.join()
    assert said == ["quick", "slow"]


async def test_closing_drops_waiting_jobs_and_finishes_the_running_one() -> None:
    said: list[str] = []
    queue, begun, gate = Queue(Budget()), asyncio.Event(), asyncio.Event()

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
    queue.put(1, "late", appending(said, "late"))
    assert queue.is_idle
    assert said == ["running"]


async def test_the_most_urgent_job_of_a_lane_runs_first() -> None:
    said: list[str] = []
    queue = Queue(Budget())
    queue.put(1, "table", appending(said, "table"), Priority.FOLLOWING)
    queue.put(1, "ping", appending(said, "early ping"))
    queue.put(1, "ping", appending(said, "ping"), Priority.FOLLOWING)
    await queue.join()
    assert said == ["ping", "table"], "a job that replaces an urgent one is urgent"


async def test_closing_cancels_a_job_that_is_held_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.queue.LAST_SECONDS", 0.0)
    queue = Queue(Budget())

    async def held_up() -> None:
        await asyncio.Event().wait()

    queue.put(1, "table", held_up)
    await asyncio.sleep(0)
    await queue.close()
    assert queue.is_idle


async def test_a_job_put_now_replaces_one_put_for_later() -> None:
    said: list[str] = []
    queue = Queue(Budget())
    queue.put_later(0.0, 1, "table", appending(said, "later"))
    queue.put(1, "table", appending(said, "now"))
    await queue.join()
    await asyncio.sleep(0.001)
    await queue.join()
    assert said == ["now"]


async def test_the_ages_of_the_oldest_job_and_display_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    queue, begun, gate = Queue(Budget()), asyncio.Event(), asyncio.Event()
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


async def test_closing_cancels_what_pauses_and_what_is_put_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.failures.PAUSES", (0.001,))
    queue, failing, later = Queue(Budget()), Faulty(TimeoutError()), Faulty()
    queue.put(1, "table", failing)
    await queue.join()
    queue.put_later(0.001, 1, "ping", later)
    await queue.close()
    await asyncio.sleep(0.01)
    assert (failing.runs, later.runs, queue.oldest_display) == (1, 0, 0.0)


async def test_a_delayed_job_replaces_an_earlier_one_of_the_same_key() -> None:
    queue, early, late = Queue(Budget()), Faulty(), Faulty()
    queue.put_later(0.0, 1, "table", early)
    queue.put_later(600.0, 1, "table", late)
    await asyncio.sleep(0.001)
    await queue.join()
    assert (early.runs, late.runs) == (0, 0)
    await queue.close()


async def test_buckets_of_quiet_lanes_are_forgotten_but_not_of_throttled_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cogs.discord.queue.MOST_BUCKETS", 2)
    monkeypatch.setattr("cogs.discord.queue.SECONDS_PER_CHANGE", 60.0)
    queue = Queue(Budget())
    queue.buckets[9] = throttled = Bucket()
    throttled.charge(1)
    for lane in range(5):
        queue.put(lane, "table", Faulty())
        await queue.join()
    assert queue.buckets.pop(9) is throttled
    assert len(queue.buckets) == 1
