"""An evening in which people, the disk and time do anything, checked after each step."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.errors import StoreError
from bot.games import GAMES
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.rules.record import result_document
from bot.store.database import Database, Rows, Step
from bot.tables import LiveTable, Pace, TableState
from bot.tables.storage import replayed, restored
from bot.tables.table import Table
from tests.conformance.random_deals import attempts, known, shown_codes
from tests.examples import examples
from tests.tables.room import (
    ANNA,
    BELA,
    CLARA,
    NAMES,
    STRANGER,
    TOY,
    Clock,
    Fixed,
    Room,
    code,
    deal_of,
    facts,
    request,
    revision_of,
)

T = TypeVar("T")

ALL_GAMES = {**GAMES, TOY.name: TOY}
PEOPLE = (ANNA, BELA, CLARA, STRANGER)


class Disk:
    """A database that can refuse what is to be saved, or save it and lose the answer."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.refusing = 0
        """How many of the next writes are refused."""
        self.losing = 0
        """For how many of the next writes the answer is lost."""
        self.lost = 0
        """How many answers have been lost."""

    async def write(self, *steps: Step) -> None:
        if self.refusing:
            self.refusing -= 1
            raise StoreError("no disk")
        await self._database.write(*steps)
        if self.losing:
            self.losing -= 1
            self.lost += 1
            raise StoreError("no answer")

    async def read(self, *queries: Any, **values: object) -> tuple[Rows, ...]:
        return await self._database.read(*queries, **values)


def offered(table: LiveTable, who: int) -> tuple[Action, ...]:
    view = table.now.view(who)
    return () if view is None else view.actions


def what_is_known(now: Table) -> tuple[object, ...]:
    """A situation with what everybody sees of its deal: phases hold functions, which are never equal.

    Not saved are the delay of a last trick, the players of a deal without standings, and of those who played
    the best deal anything but their names.
    """
    best = tuple(each and each.name for each in now.best_by)
    bare = replace(now, deal=None, last_look=False, played_by=(), best_by=())
    if now.deal is None:
        return bare, best
    deal, seats = now.deal, now.deal.layout.seats
    views = [deal.view(seat) for seat in (*range(seats), None)]
    return bare, best, deal.layout, deal.log, deal.result, views


def seat_held(table: LiveTable, who: int) -> int | None:
    """The seat that a person plays, looked up among the occupants."""
    held = [seat for seat, each in enumerate(table.now.occupants) if each and each.user_id == who]
    return held[0] if held else None


def own_moves(table: LiveTable, who: int) -> int:
    seat = table.now.seat_of(who)
    return sum(move.seat == seat for move in deal_of(table).log) if table.now.deal else 0


def named(table: LiveTable, choices: tuple[Action, ...]) -> set[str]:
    """The cards that have been or may be named aloud, in any hand."""
    deal = table.now.deal
    assert deal is not None
    said = (str(move.action) for move in deal.log if move.action.verb in {"announce", "kontra"})
    may = (str(action) for action in choices if action.verb in {"announce", "call"})
    return shown_codes(" ".join((*said, *may, str(deal.open.called), repr(deal.open.facts))))


async def gathered(some: Iterable[Awaitable[T]]) -> list[T]:
    return list(await asyncio.gather(*some))


STEPS = 40
LONGEST_RUN = 60
"""Actions taken in one step at most: a whole deal."""
person = st.sampled_from(PEOPLE)
any_game = st.sampled_from([TOY.name, *ALL_GAMES])
with_offers = st.sampled_from(["koenigrufen", "illustrated_tarokk"])
"""Games that ask everybody, before a deal is played, for a right that only some hands have."""
pick = st.integers(0, 1_000)
"""Picks one of several, whose number is known only when the step is taken."""
at_a_table = precondition(lambda evening: evening.tables)


class Evening(RuleBasedStateMachine):
    """One channel, in which up to two tables are open."""

    def __init__(self) -> None:
        super().__init__()
        self._runner = asyncio.Runner()
        self._folder = TemporaryDirectory(prefix="evening-")
        self._path = Path(self._folder.name, "skiz.db")
        self._shuffle = Fixed()
        self._clock = Clock()
        self._revisions: dict[str, int] = {}
        self._slept: set[str] = set()
        self._room = self._run(self._opened())

    def _run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(coroutine)

    async def _opened(self) -> Room:
        room = await Room.open(self._path, shuffle=self._shuffle, clock=self._clock)
        self._disk = Disk(room.store)
        room.store.log._database = self._disk  # type: ignore[assignment]  # it has the two methods that are used
        return room

    def teardown(self) -> None:
        try:
            self._run(self._accounts())
        finally:
            self._run(self._room.close())
            self._runner.close()
            self._folder.cleanup()

    @property
    def tables(self) -> tuple[LiveTable, ...]:
        return self._room.tables.in_channel(2)

    def _some(self, number: int) -> tuple[LiveTable, ...]:
        """One of the open tables, as a tuple that is empty if there is none."""
        tables = self.tables
        return (tables[number % len(tables)],) if tables else ()

    def _change(self, number: int, change: Callable[[LiveTable], Awaitable[Refusal | None]]) -> None:
        for table in self._some(number):
            self._change_at(table, change)

    def _change_at(
        self, table: LiveTable, change: Callable[[LiveTable], Awaitable[Refusal | None]]
    ) -> Refusal | None:
        before = facts(table)
        (refusal,) = self._run(gathered([change(table)]))
        if refusal is not None and not self._is_overtaken(refusal):
            assert refusal.code != "stale"
            assert facts(table) == before
        self._run(self._room.tables.quiet())
        return refusal

    def _act(self, table: LiveTable, who: int, revision: int, action: Action) -> None:
        refusal = self._run(table.act(who, revision, [action]))
        if refusal is None:
            assert revision_of(table, who) > revision
        else:
            assert refusal.code == "storage_failed" or self._is_overtaken(refusal), refusal.code
        self._run(self._room.tables.quiet())

    def _is_overtaken(self, refusal: Refusal) -> bool:
        """Whether a change was refused because one before it had been saved without an answer."""
        return self._disk.lost > 0 and refusal.code in {"stale", "table_ended"}

    async def _behind(self) -> set[str]:
        """The tables saved once more than they know, after checking that all others are as saved."""
        behind = set[str]()
        for table in self.tables:
            saved = await self._room.store.log.table(table.id)
            assert saved is not None
            again = restored(saved, ALL_GAMES, None, table.now.terms)
            if saved.table.saves == table.now.saves + 1:
                behind.add(table.id)
            else:
                assert what_is_known(again) == what_is_known(table.now)
        return behind

    async def _wait(self, seconds: float) -> None:
        self._clock.advance(seconds)
        await self._room.tables.quiet()

    async def _resumed(self) -> None:
        self._room.tables.resume()
        await self._room.tables.quiet()

    async def _accounts(self) -> None:
        """Check that every finished deal has the result that its log gives."""
        async for each in self._room.store.history.deals():
            deal = replayed(each.table, each.deal, each.actions, ALL_GAMES)
            if deal.result is None:
                assert each.deal.result is None
            else:
                assert json.loads(each.deal.result or "") == json.loads(
                    json.dumps(result_document(deal.result))
                )

    # What people, the disk and time can do.

    @initialize(seed=pick, name=any_game | with_offers, guests=st.integers(0, 3))
    def begin(self, seed: int, name: str, guests: int) -> None:
        self._shuffle.seed = str(seed)
        self.open_table(ANNA, name)
        self.start(0, guests)

    @rule(host=person, name=any_game)
    def open_table(self, host: int, name: str) -> None:
        self._disk.losing = 0  # a table whose opening got no answer is found only after a restart
        self._run(self._room.tables.create(request(host, game=ALL_GAMES[name])))

    @at_a_table
    @rule(who=person, number=pick)
    def join(self, who: int, number: int) -> None:
        self._change(number, lambda table: table.join(who, NAMES[who]))

    @at_a_table
    @rule(who=person, number=pick)
    def leave(self, who: int, number: int) -> None:
        self._change(number, lambda table: table.leave(who))

    @at_a_table
    @rule(number=pick)
    def all_leave(self, number: int) -> None:
        """A lobby ends, and a game sleeps."""
        for table in self._some(number):
            for who in table.now.people:
                self._change_at(table, partial(LiveTable.leave, user_id=who))
            assert table.now.people or table.now.asleep or table.now.state is TableState.ENDED

    @at_a_table
    @rule(number=pick)
    def wake(self, number: int) -> None:
        """Players who sit or sat at a sleeping table wake it."""
        for table in self._some(number):
            for who in (*table.now.people, *table.now.away)[: table.now.asleep]:
                if self._change_at(table, partial(LiveTable.join, user_id=who, name=NAMES[who])) is None:
                    assert who in table.now.people
                    assert not table.now.asleep

    @at_a_table
    @rule(number=pick)
    def take_a_seat(self, number: int) -> None:
        """A stranger takes the seat of a computer between two deals, and what it has won so far."""
        seated = {who for table in self.tables for who in (*table.now.people, *table.now.away)}
        for table in self._some(number):
            for who in [each for each in PEOPLE if each not in seated][: len(table.now.takeable)]:
                before, session = table.now.takeable, table.now.session
                if self._change_at(table, partial(LiveTable.join, user_id=who, name=NAMES[who])) is None:
                    assert table.now.seat_of(who) in before
                    assert table.now.session == session

    @at_a_table
    @rule(number=pick, more=st.booleans())
    def seat_computers(self, number: int, more: bool) -> None:
        def change(table: LiveTable) -> Awaitable[Refusal | None]:
            return table.add_computer(table.now.host_id) if more else table.remove_computer(table.now.host_id)

        self._change(number, change)

    @at_a_table
    @rule(number=pick, guests=st.integers(0, 3))
    def start(self, number: int, guests: int) -> None:
        """Start with some people, and as many computers as are missing."""
        for who in PEOPLE[:guests]:
            self.join(who, number)
        for _ in range(3):
            self._change(number, lambda table: table.add_computer(table.now.host_id))
        self._change(number, lambda table: table.start(table.now.host_id))

    @at_a_table
    @rule(who=person, number=pick)
    def start_by_anybody(self, who: int, number: int) -> None:
        self._change(number, lambda table: table.start(who))

    @at_a_table
    @rule(who=person, number=pick)
    def next_deal(self, who: int, number: int) -> None:
        self._change(number, lambda table: table.next_deal(who))

    @at_a_table
    @rule(who=person, number=pick)
    def announce_last_circle(self, who: int, number: int) -> None:
        self._change(number, lambda table: table.announce_last_circle(who))

    @at_a_table
    @rule(who=person, number=pick, likely=st.integers(0, 9))
    def end(self, who: int, number: int, likely: int) -> None:
        if not likely:
            self._change(number, lambda table: table.end(who))

    @at_a_table
    @rule(number=pick)
    def guests_agree_to_end(self, number: int) -> None:
        """It ends only once all who are seated have agreed, the host with them."""
        for table in self._some(number):
            for who in [each for each in table.now.people if each != table.now.host_id]:
                self._change_at(table, partial(LiveTable.end, by=who))
                assert set(table.now.for_end) <= {table.now.seat_of(each) for each in table.now.people}
                assert table.now.host_id not in table.now.people or table.now.state is not TableState.ENDED

    @at_a_table
    @rule(number=pick, seed=pick, count=st.integers(1, LONGEST_RUN))
    def play(self, number: int, seed: int, count: int) -> None:
        """Players who are asked take legal actions, several times."""
        chance = Random(seed)
        for _ in range(count):
            asked = [
                (table, who)
                for table in self._some(number)
                for who in table.now.people
                if offered(table, who)
            ]
            if not asked:
                break
            table, who = chance.choice(asked)
            action = chance.choice(offered(table, who))
            self._act(table, who, revision_of(table, who), action)

    @at_a_table
    @rule(number=pick, choice=pick)
    def press_twice(self, number: int, choice: int) -> None:
        """The same button twice at once: it counts once."""
        for table in self._some(number):
            for who in [each for each in table.now.people if offered(table, each)][:1]:
                actions = offered(table, who)
                before, revision = own_moves(table, who), revision_of(table, who)
                presses = [table.act(who, revision, [actions[choice % len(actions)]]) for _ in range(2)]
                outcomes = self._run(gathered(presses))
                assert outcomes.count(None) <= 1
                assert own_moves(table, who) <= before + 1

    @at_a_table
    @rule(number=pick, who=person, back=st.integers(1, 3))
    def press_an_old_button(self, number: int, who: int, back: int) -> None:
        for table in self._some(number):
            if actions := offered(table, who):
                before = facts(table)
                outcome = self._run(table.act(who, revision_of(table, who) - back, actions[:1]))
                assert code(outcome) == "stale"
                assert facts(table) == before

    @at_a_table
    @rule(number=pick, who=person, seed=pick)
    def try_illegal_actions(self, number: int, who: int, seed: int) -> None:
        for table in self._some(number):
            if table.now.deal is None:
                continue
            tried = attempts(table.now.game, deal_of(table).layout.seats, Random(seed))
            for action in [each for each in tried if each not in offered(table, who)][:5]:
                before = facts(table)
                assert isinstance(self._run(table.act(who, None, [action])), Refusal)
                assert facts(table) == before

    @at_a_table
    @rule(who=person, number=pick, pace=st.sampled_from(Pace))
    def set_pace(self, who: int, number: int, pace: Pace) -> None:
        self._change(number, lambda table: table.change(who, "pace", pace))

    @at_a_table
    @rule(who=person, number=pick, wanted=st.booleans())
    def wish_pause(self, who: int, number: int, wanted: bool) -> None:
        self._change(number, lambda table: table.wish_pause(who, wanted=wanted))

    @at_a_table
    @rule(who=person, number=pick)
    def let_computer_play(self, who: int, number: int) -> None:
        self._change(number, lambda table: table.let_computer_play(who))

    @rule(seconds=st.sampled_from([1, 30, 60, 200, 30_000, 90_000, 200_000, 1_300_000]))
    def time_passes(self, seconds: int) -> None:
        """Reminders are sent, computers play for those who are absent, tables sleep and are closed."""
        self._run(self._wait(seconds))

    @rule(writes=st.integers(1, 3))
    def disk_full(self, writes: int) -> None:
        self._disk.refusing = writes

    @rule()
    def answer_lost(self) -> None:
        self._disk.losing = 1

    @rule()
    def restart(self) -> None:
        behind = self._run(self._behind())
        before = {table.id: facts(table) for table in self.tables if table.id not in behind}
        self._run(self._room.close())
        self._room = self._run(self._opened())
        after = {table.id: facts(table) for table in self.tables if table.id not in behind}
        assert after == before
        self._run(self._resumed())

    # What must always be true.

    @invariant()
    def the_store_replays_to_the_live_tables(self) -> None:
        self._run(self._room.tables.quiet())
        assert len(self._run(self._behind())) <= self._disk.lost

    @invariant()
    def revisions_only_grow(self) -> None:
        for table in self.tables:
            assert table.now.revision >= self._revisions.get(table.id, 0)
            self._revisions[table.id] = table.now.revision

    @invariant()
    def nobody_sits_twice(self) -> None:
        self._slept |= {table.id for table in self.tables if table.now.asleep}
        # A player at a sleeping table may sit down at another, and others may wake the first.
        awake = [table for table in self.tables if table.id not in self._slept]
        for tables in (awake, *([each] for each in self.tables)):
            seated = Counter(who for table in tables for who in table.now.people)
            assert all(count == 1 for count in seated.values())
        for table in self.tables:
            held = Counter(each.away_id for each in table.now.occupants if each and each.away_id is not None)
            assert all(count == 1 for count in held.values())
            assert not held.keys() & set(table.now.people)

    @invariant()
    def no_clock_runs_at_rest(self) -> None:
        for table in self.tables:
            resting = table.now.asleep or table.now.paused or not table.now.state.in_deal
            assert not (resting and table.now.turn), table.now.state

    @invariant()
    def views_hold_only_what_may_be_known(self) -> None:
        for table in self.tables:
            for who in PEOPLE:
                view = table.now.view(who)
                if view is not None and table.now.deal is not None and deal_of(table).result is None:
                    assert view.seat == seat_held(table, who)
                    may = set(map(str, known(table.now.deal, view.seat))) | named(table, view.actions)
                    assert shown_codes(repr(view)) <= may


def test_an_evening_of_any_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.tables.TABLES_PER_CHANNEL", 2)
    chosen = settings(
        examples(8), stateful_step_count=STEPS, suppress_health_check=[HealthCheck.too_slow]
    )  # an evening has up to a hundred saves
    run_state_machine_as_test(Evening, settings=chosen)
