"""The paced queue: in order, latest state first, and never too fast."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.discord.budget import Budget
from cogs.discord.queue import FOLLOWING_AT_ONCE, Bucket, Job, Pings, Queue
from cogs.discord.slots import Priority


def refused(status: int, code: int) -> discord.HTTPException:
    """Discord's answer to a request that failed."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    headers = {"Content-Type": "application/json", "Via": "1.1 proxy"}
    response: Any = SimpleNamespace(status=status, reason="refused", headers=headers, url="")
    return kind(response, {"code": code, "message": "a secret"})


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
    monkeypatch.setattr("cogs.discord.queue.SECONDS_PER_CHANGE", 0.0)


def appending(said: list[str], text: str) -> Job:
    async def job() -> None:
        said.append(text)

    return job


async def test_a_bucket_lets_a_few_through_and_then_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    bucket = Bucket(1.0, 4)
    for _ in range(6):
        await bucket.ready()
        bucket.charge(1)
    assert clock.slept == [1.0, 1.0]


async def test_a_bucket_fills_again_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    bucket = Bucket(1.0, 2)
    for _ in range(3):
        await bucket.ready()
        bucket.charge(1)
    clock.now += 10
    for _ in range(2):
        await bucket.ready()
        bucket.charge(1)
    assert clock.slept == [1.0]


async def test_a_bucket_charged_with_more_than_it_holds_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    bucket = Bucket(1.0, 4)
    bucket.charge(6)
    await bucket.ready()
    assert clock.slept == [3.0]
    await bucket.ready()
    assert clock.slept == [3.0]


async def test_a_bucket_is_full_as_soon_as_its_last_token_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    bucket, seen = Bucket(1.0, 4), []
    for charged, passed in ((0, 0.0), (2, 1.5), (0, 0.5)):
        bucket.charge(charged)
        clock.now += passed
        seen.append(bucket.is_full)
    assert seen == [True, False, True]


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


async def test_a_failed_job_is_logged_and_the_others_run(caplog: pytest.LogCaptureFixture) -> None:
    said: list[str] = []
    queue = Queue(Budget())

    async def failing() -> None:
        raise RuntimeError("a secret")

    queue.put(1, "broken", failing)
    queue.put(1, "sound", appending(said, "sound"))
    await queue.join()
    assert said == ["sound"]
    assert "A message could not be sent" in caplog.text


async def test_retrying_a_failed_job_runs_the_one_put_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.failures.PAUSES", (0.0,))
    said: list[str] = []
    queue, twice = Queue(Budget()), asyncio.Event()

    async def early() -> None:
        if said:
            twice.set()
        said.append("early")
        queue.put(1, "table", late)
        raise RuntimeError("a secret")

    async def late() -> None:
        said.append("late")
        twice.set()

    queue.put(1, "table", early)
    await twice.wait()
    assert said == ["early", "late"]


async def test_a_slow_lane_does_not_hold_up_another() -> None:
    said: list[str] = []
    queue, gate, heard = Queue(Budget()), asyncio.Event(), asyncio.Event()

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


def fill(queue: Queue) -> asyncio.Event:
    """Let as many lanes as may be busy with what only follows; the event ends that."""
    done = asyncio.Event()

    async def busy() -> None:
        await done.wait()

    for lane in range(FOLLOWING_AT_ONCE):
        queue.put(100 + lane, "table", busy, Priority.FOLLOWING)
    return done


async def test_closing_cancels_the_retries_of_failed_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.failures.PAUSES", (60.0,))

    async def failing() -> None:
        raise RuntimeError("a secret")

    queue = Queue(Budget())
    queue.put(1, "table", failing)
    await queue.join()
    (paused,) = queue._all_paused()
    await queue.close()
    assert paused.timer.cancelled()
    assert not queue._all_paused()


async def test_a_following_job_runs_once_another_is_done() -> None:
    said: list[str] = []
    queue = Queue(Budget())
    done = fill(queue)
    for text in ("early", "late"):
        queue.put(1, "table", appending(said, text), Priority.FOLLOWING)
        await asyncio.sleep(0)
    assert (said, queue.length) == ([], 1)
    done.set()
    await queue.join()
    assert said == ["late"]


async def test_a_job_that_only_draws_holds_no_request() -> None:
    budget = Budget()
    queue = Queue(budget)
    done = fill(queue)
    for _ in range(3):
        await asyncio.sleep(0)
    assert queue.length == 0, "all of them run"
    assert budget.free_part == 1.0
    done.set()
    await queue.join()


async def test_an_urgent_job_overtakes_a_following_one() -> None:
    said: list[str] = []
    queue = Queue(Budget())
    done = fill(queue)

    async def ping() -> None:
        said.append("ping")
        done.set()

    await asyncio.sleep(0)
    queue.put(1, "table", appending(said, "table"), Priority.FOLLOWING)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    queue.put(1, "ping", ping)
    await queue.join()
    assert said == ["ping", "table"]


async def test_a_job_that_replaces_an_urgent_one_is_urgent() -> None:
    said: list[str] = []
    queue = Queue(Budget())
    done = fill(queue)
    queue.put(1, "table", appending(said, "early"))
    queue.put(1, "table", appending(said, "late"), Priority.FOLLOWING)
    while not said:  # noqa: ASYNC110 - the queue has no event for that
        await asyncio.sleep(0)
    assert said == ["late"]
    done.set()
    await queue.join()


async def test_a_job_waiting_for_its_turn_is_dropped_on_closing() -> None:
    said: list[str] = []
    queue = Queue(Budget())
    done = fill(queue)
    await asyncio.sleep(0)
    queue.put(1, "table", appending(said, "table"), Priority.FOLLOWING)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    done.set()
    await queue.close()
    assert (said, queue.is_idle) == ([], True)


async def test_closing_cancels_a_job_that_is_held_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord.queue.LAST_SECONDS", 0.0)
    queue = Queue(Budget())
    fill(queue)
    await asyncio.sleep(0)
    await queue.close()
    assert queue.is_idle


async def test_pings_do_not_wait_for_what_else_is_shown_in_their_channel() -> None:
    said: list[str] = []
    queue, held_up = Queue(Budget()), asyncio.Event()

    async def edit() -> None:
        await held_up.wait()
        said.append("table")

    queue.put(1, "table", edit)
    await asyncio.sleep(0)
    queue.put(Pings(1), "ping", appending(said, "ping"))
    while not said:  # noqa: ASYNC110 - the queue has no event for that
        await asyncio.sleep(0)
    held_up.set()
    await queue.join()
    assert said == ["ping", "table"]


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


async def test_what_may_be_needed_later_is_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = Queue(Budget())
    done = fill(queue)
    for _ in range(3):
        await asyncio.sleep(0)
    clock = Clock(monkeypatch)
    queue.put(1, "table", appending([], "table"), Priority.AHEAD)
    clock.now += 300
    assert queue.oldest_job == 0.0
    queue.put(1, "table", appending([], "table"), Priority.FOLLOWING)
    clock.now += 5
    assert queue.oldest_job == 5.0, "until then no person waited for it"
    done.set()
    await queue.join()
