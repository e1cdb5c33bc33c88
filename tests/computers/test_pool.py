"""The pool with workers of the tests: who is served, for how long, and what happens to workers that fail."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from benchmarks.duel import deals
from bot.computers import pool
from bot.computers.players import BUDGETS, Strength
from bot.computers.pool import FairQueue, PlayerFailedError, Pool, Question, WorkerDiedError
from bot.computers.search import Appraisal, Budget
from bot.games import GAMES
from bot.rules.moves import Action
from bot.rules.view import View


async def taken(queue: FairQueue[str]) -> list[str]:
    return [await queue.get() for _ in range(len(queue))]


async def test_an_owner_just_served_comes_after_those_who_wait() -> None:
    queue = FairQueue[str]()
    queue.put("a", "a1")
    queue.put("b", "b1")
    assert await queue.get() == "a1"
    queue.put("a", "a2")
    queue.put("b", "b2")
    assert await taken(queue) == ["b1", "a2", "b2"]


async def test_several_tasks_may_wait_for_items() -> None:
    queue = FairQueue[str]()
    waiting = [asyncio.create_task(queue.get()) for _ in range(2)]
    await asyncio.sleep(0)
    queue.put("a", "a1")
    await asyncio.sleep(0)
    queue.put("a", "a2")
    assert await asyncio.gather(*waiting) == ["a1", "a2"]


PASS = Action("pass")
DEAL = next(deals(GAMES["tapp_tarock"], 1, 1))
APPRAISED = Appraisal(PASS, 1.5, 0.25, 50)
VIEW: View = DEAL.view(DEAL.seats()[0])


@dataclass
class Staff:
    """Starts workers that answer as the test says, and notes what happens to them."""

    does: Callable[[Question], Awaitable[Action]]
    asked: list[Question] = field(default_factory=list)
    appraised: list[tuple[int, Question]] = field(default_factory=list)
    """The appraisals asked for, each with the number of choices asked for before it."""
    failures: Counter[str] = field(default_factory=Counter)
    slept: list[float] = field(default_factory=list)
    started: int = 0
    stopped: int = 0
    broken: list[Exception] = field(default_factory=list)
    """What the next starts raise."""

    async def start(self) -> Staff:
        self.started += 1
        if self.broken:
            raise self.broken.pop(0)
        return self

    async def ask(self, question: Question) -> tuple[Appraisal, ...]:
        if question.appraises:
            self.appraised.append((len(self.asked), question))
            return (APPRAISED,)
        self.asked.append(question)
        return (Appraisal(await self.does(question)),)

    async def stop(self) -> None:
        self.stopped += 1

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)

    def thinking_failed(self, failure: str) -> None:
        self.failures[failure] += 1

    def pool(self, size: int = 1) -> Pool:
        return Pool(size, self.thinking_failed, self.start, self.sleep)


async def at_once(_: Question) -> Action:
    return PASS


@pytest.fixture
def staff() -> Staff:
    return Staff(at_once)


async def chosen(of: Pool, table: str = "t", seed: str = "", seconds: float = 60.0) -> Action | None:
    return await of.choose(table, Strength.STEADY, VIEW, seed, seconds)


async def test_a_view_and_a_seed_go_in_and_an_action_comes_out(staff: Staff) -> None:
    thinkers = staff.pool()
    assert staff.started == 0, "workers start with the first decision"
    assert await chosen(thinkers, seed="x") == PASS
    assert await chosen(thinkers, seed="y") == PASS
    assert [each[:3] for each in staff.asked] == [(VIEW, Strength.STEADY, seed) for seed in ("x", "y")]
    await thinkers.close()
    assert (staff.started, staff.stopped, thinkers.waiting) == (1, 1, 0)


async def test_an_appraisal_has_all_its_time_if_nothing_else_waits(staff: Staff) -> None:
    thinkers = staff.pool()
    assert await thinkers.appraise("t", Strength.STRONG, VIEW, "", seconds=1000.0) == (APPRAISED,)
    ((_, question),) = staff.appraised
    assert question.seconds > 900
    await thinkers.close()


async def test_an_unused_pool_can_be_closed() -> None:
    await Staff(at_once).pool().close()


@dataclass
class Gate:
    """Holds up workers until it is opened."""

    opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, _: Question) -> Action:
        await self.opened.wait()
        return PASS


async def test_tables_take_turns(staff: Staff) -> None:
    staff.does = gate = Gate()
    thinkers = staff.pool()
    seeds = ("a1", "a2", "a3", "a4", "b1", "c1", "c2")
    thinking = [asyncio.create_task(chosen(thinkers, seed[0], seed)) for seed in seeds]
    await asyncio.sleep(0.001)
    assert thinkers.waiting == 6
    gate.opened.set()
    assert set(await asyncio.gather(*thinking)) == {PASS}
    assert [each.seed for each in staff.asked] == ["a1", "b1", "c1", "a2", "c2", "a3", "a4"]
    await thinkers.close()


async def test_a_patient_appraisal_comes_after_all_tables(staff: Staff) -> None:
    staff.does = gate = Gate()
    thinkers = staff.pool()
    first = asyncio.create_task(chosen(thinkers, seed="first"))
    await asyncio.sleep(0.001)
    patient = asyncio.create_task(
        thinkers.appraise("person", Strength.STRONG, VIEW, "seed", seconds=0.3, patience=20)
    )
    await asyncio.sleep(0)
    later = asyncio.create_task(chosen(thinkers, seed="later"))
    await asyncio.sleep(0)
    assert thinkers.waiting == 1, "a patient question takes no time from the others"
    staff.does = at_once
    gate.opened.set()
    assert await patient == (APPRAISED,)
    assert staff.appraised == [(2, Question(VIEW, Strength.STRONG, "seed", 0.3, appraises=True))], (
        "with no more time than it was given"
    )
    assert (await first, await later) == (PASS, PASS)
    await thinkers.close()


async def test_the_more_decisions_wait_the_less_time_each_has(staff: Staff) -> None:
    staff.does = gate = Gate()
    thinkers = staff.pool(size=2)
    thinking = [asyncio.create_task(chosen(thinkers, f"{number}")) for number in range(10)]
    await asyncio.sleep(0.001)
    gate.opened.set()
    await asyncio.gather(*thinking)
    seconds = [each.seconds for each in staff.asked]
    full = BUDGETS[Strength.STEADY].seconds
    assert seconds[0] <= full / 5
    assert max(seconds) <= full
    assert seconds[2:] == sorted(seconds[2:])
    await thinkers.close()


async def test_a_decision_has_a_part_of_the_time_until_it_is_too_late(staff: Staff) -> None:
    thinkers = staff.pool()
    budget = BUDGETS[Strength.STEADY].seconds
    for seconds in (60.0, budget, 0.1):
        assert await chosen(thinkers, seconds=seconds) == PASS
    most = budget, pool.THINKING_PART * budget, pool.THINKING_PART * 0.1
    assert all(0 < each.seconds <= limit for each, limit in zip(staff.asked, most, strict=True))
    await thinkers.close()


async def test_an_answer_that_comes_too_late_is_not_awaited(staff: Staff) -> None:
    staff.does = Gate()
    thinkers = staff.pool()
    assert await chosen(thinkers, seconds=0.005) is None
    assert staff.failures == {"late": 1}
    await thinkers.close()


async def test_a_cancelled_decision_is_dropped(staff: Staff) -> None:
    staff.does = gate = Gate()
    thinkers = staff.pool()
    first, second, third = (
        asyncio.create_task(chosen(thinkers, seed, seed)) for seed in ("first", "second", "third")
    )
    await asyncio.sleep(0.001)
    first.cancel()
    second.cancel()
    await asyncio.sleep(0)
    assert thinkers.waiting == 1
    gate.opened.set()
    assert await third == PASS
    assert [each.seed for each in staff.asked] == ["first", "third"]
    assert not staff.failures
    await thinkers.close()


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give decisions and workers a few milliseconds."""
    monkeypatch.setattr(pool, "BUDGETS", {Strength.STEADY: Budget(100, 0, 0.005)})
    monkeypatch.setattr(pool, "GRACE_SECONDS", 0.005)
    monkeypatch.setattr(pool, "HANG_SECONDS", 0.03)


@pytest.mark.usefixtures("hurried")
async def test_the_table_does_not_wait_for_a_worker_that_is_late(staff: Staff) -> None:
    staff.does = gate = Gate()
    thinkers = staff.pool()
    assert await chosen(thinkers) is None
    assert staff.failures == {"late": 1}
    gate.opened.set()
    await asyncio.sleep(0)
    assert await chosen(thinkers) == PASS, "it is not replaced: its late answer is not taken for the next"
    assert (staff.started, staff.stopped) == (1, 0)
    await thinkers.close()


@pytest.mark.usefixtures("hurried")
async def test_a_worker_that_hangs_is_replaced(staff: Staff, caplog: pytest.LogCaptureFixture) -> None:
    staff.does = Gate()
    thinkers = staff.pool()
    assert await chosen(thinkers) is None
    await asyncio.sleep(0.04)
    staff.does = at_once
    assert await chosen(thinkers) == PASS
    assert staff.failures == {"late": 1, "hung": 1}
    assert (staff.started, staff.stopped, staff.slept) == (2, 1, [pool.RESTART_SECONDS])
    assert "hangs, and is replaced" in caplog.text
    await thinkers.close()


async def test_a_worker_that_dies_is_replaced(staff: Staff, caplog: pytest.LogCaptureFixture) -> None:
    async def die(_: Question) -> Action:
        raise WorkerDiedError

    staff.does = die
    thinkers = staff.pool()
    assert await chosen(thinkers) is None, "without waiting for the deadline"
    staff.does = at_once
    assert await chosen(thinkers) == PASS
    assert (staff.failures, staff.started, staff.stopped) == ({"died": 1}, 2, 1)
    assert "has ended, and is replaced" in caplog.text
    await thinkers.close()


async def test_a_player_that_fails_costs_no_worker(staff: Staff, caplog: pytest.LogCaptureFixture) -> None:
    async def fail(_: Question) -> Action:
        raise PlayerFailedError("KeyError in best, line 7")

    staff.does = fail
    thinkers = staff.pool()
    assert await chosen(thinkers) is None
    assert (staff.failures, staff.started, staff.stopped) == ({"raised": 1}, 1, 0)
    assert "The steady computer player of tapp_tarock failed: KeyError in best, line 7" in caplog.text
    await thinkers.close()


async def test_a_worker_that_cannot_be_started_is_tried_again(
    staff: Staff, caplog: pytest.LogCaptureFixture
) -> None:
    staff.broken = [OSError("no memory"), WorkerDiedError()]
    thinkers = staff.pool()
    assert await chosen(thinkers) == PASS
    assert (staff.started, staff.slept) == (3, [pool.RESTART_SECONDS] * 2)
    assert [each.levelno for each in caplog.records] == [logging.ERROR] * 2
    await thinkers.close()


async def test_closing_does_not_wait_for_a_worker_that_thinks(staff: Staff) -> None:
    staff.does = Gate()
    thinkers = staff.pool()
    thinking = asyncio.create_task(chosen(thinkers))
    await asyncio.sleep(0.001)
    await thinkers.close()
    assert staff.stopped == 1
    thinking.cancel()
