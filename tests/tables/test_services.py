"""The schedule, reports of errors, what is measured, and chance."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field

import pytest

from bot.tables import TableState
from bot.tables.play import sealed
from bot.tables.services import Schedule
from tests.tables.room import ANNA, BELA, STRANGER, TOY, Clock, OpenRoom, Room, code, deal_of, finish, legal


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


@dataclass
class Notebook:
    """An observer that writes everything down."""

    actions: Counter[tuple[str, str]] = field(default_factory=Counter)
    thoughts: list[tuple[str, str, float]] = field(default_factory=list)

    def acted(self, game: str, result: str, /) -> None:
        self.actions[game, result] += 1

    def thought(self, game: str, strength: str, seconds: float, /) -> None:
        self.thoughts.append((game, strength, seconds))


@pytest.fixture
def notebook() -> Notebook:
    return Notebook()


@pytest.fixture
async def room(open_room: OpenRoom, notebook: Notebook) -> Room:
    return await open_room(observer=notebook)


async def test_actions_are_counted_by_their_result(room: Room, notebook: Notebook) -> None:
    table = await room.started(BELA)
    first = legal(table, ANNA)[:1]
    assert await table.act(ANNA, 1, first) is None
    assert code(await table.act(ANNA, 1, first)) == "stale"
    assert code(await table.act(ANNA, None, first)) == "not_your_turn"
    assert code(await table.act(STRANGER, None, first)) == "not_seated"
    await room.store.close()
    assert code(await table.act(BELA, None, legal(table, BELA)[:1])) == "storage_failed"
    assert notebook.actions == {
        (TOY.name, "accepted"): 1,
        (TOY.name, "stale"): 1,
        (TOY.name, "refused"): 2,
        (TOY.name, "storage_error"): 1,
    }
    assert notebook.thoughts == []


async def test_every_thought_of_a_computer_is_measured(room: Room, notebook: Notebook) -> None:
    table = await room.started(computers=2)
    await finish(table, room)
    assert {(game, strength) for game, strength, _ in notebook.thoughts} == {(TOY.name, "quick")}
    thought = [seconds for _, _, seconds in notebook.thoughts]
    by_computers = [move for move in deal_of(table).log if move.seat != 0]
    assert len(thought) >= len(by_computers) - len(table.now.computers), "the last cards play themselves"
    assert all(0 < seconds < 10 for seconds in thought)


async def test_tables_are_counted_by_state(room: Room) -> None:
    empty = dict.fromkeys(("lobby", "playing", "offer", "between"), 0)
    assert room.tables.count() == empty
    table = await room.started(BELA)
    await room.table(channel=77)
    assert room.tables.count() == {**empty, "lobby": 1, "playing": 1}
    await finish(table, room)
    assert table.now.state is TableState.BETWEEN
    assert room.tables.count() == {**empty, "lobby": 1, "between": 1}
    assert await table.end(ANNA) is None
    assert room.tables.count() == {**empty, "lobby": 1}


def test_a_deal_is_sealed_with_a_secret_of_its_own() -> None:
    seals = [sealed("k3m9xp", 4) for _ in range(20)]
    assert {(seal.table, seal.number) for seal in seals} == {("k3m9xp", 4)}
    assert len({seal.commitment for seal in seals}) == 20
