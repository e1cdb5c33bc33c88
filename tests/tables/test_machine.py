"""All events that tables of a channel can meet, in any order: people, computers, failing saves, restarts.

Hypothesis draws the steps. After each of them the store must replay to the live tables, and nothing may
be lost, doubled or seen that should not be.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.rules.reasons import Refusal
from bot.tables import Pace, Table, TableState
from tests.conformance.random_deals import attempts, known, shown_codes
from tests.examples import examples
from tests.tables.channel_machine import ChannelMachine
from tests.tables.evening import (
    ALL_GAMES,
    PEOPLE,
    gathered,
    named,
    offered,
    own_moves,
    own_revision,
    seat_held,
)
from tests.tables.room import ANNA, NAMES, code, facts, request
from tests.tables.toy import TOY

if TYPE_CHECKING:
    from collections.abc import Awaitable


STEPS: Final = 40
LONGEST_RUN: Final = 60
"""Actions taken in one step at most: a whole deal."""
person = st.sampled_from(PEOPLE)
any_game = st.sampled_from([TOY.name, *ALL_GAMES])
with_offers = st.sampled_from(["koenigrufen", "illustrated_tarokk"])
"""Games that ask everybody, before a deal is played, for a right that only some hands have."""
pick = st.integers(0, 1_000)
"""Picks one of several, whose number is known only when the step is taken."""
at_a_table = precondition(lambda evening: evening.tables)


class Evening(ChannelMachine):
    """What people, the disk and time can do, and what must always be true."""

    # -- steps -------------------------------------------------------------------------------

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
            for who in table.people:
                self._change_at(table, partial(Table.leave, user_id=who))
            assert table.people or table.asleep or table.state is TableState.ENDED

    @at_a_table
    @rule(number=pick)
    def wake(self, number: int) -> None:
        """Players who sit or sat at a sleeping table wake it."""
        for table in self._some(number):
            for who in (*table.people, *table.away)[: table.asleep]:
                if self._change_at(table, partial(Table.join, user_id=who, name=NAMES[who])) is None:
                    assert who in table.people
                    assert not table.asleep

    @at_a_table
    @rule(number=pick)
    def take_a_seat(self, number: int) -> None:
        """A stranger takes the seat of a computer between two deals, and what it has won so far."""
        seated = {who for table in self.tables for who in (*table.people, *table.away)}
        for table in self._some(number):
            for who in [each for each in PEOPLE if each not in seated][: len(table.takeable)]:
                before, session = table.takeable, table.session
                if self._change_at(table, partial(Table.join, user_id=who, name=NAMES[who])) is None:
                    assert table.seat_of(who) in before
                    assert table.session == session

    @at_a_table
    @rule(number=pick, more=st.booleans())
    def seat_computers(self, number: int, more: bool) -> None:
        def change(table: Table) -> Awaitable[Refusal | None]:
            return table.add_computer(table.host_id) if more else table.remove_computer(table.host_id)

        self._change(number, change)

    @at_a_table
    @rule(number=pick, guests=st.integers(0, 3))
    def start(self, number: int, guests: int) -> None:
        """Start with some people, and as many computers as are missing."""
        for who in PEOPLE[:guests]:
            self.join(who, number)
        for _ in range(3):
            self._change(number, lambda table: table.add_computer(table.host_id))
        self._change(number, lambda table: table.start(table.host_id))

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
            for who in [each for each in table.people if each != table.host_id]:
                self._change_at(table, partial(Table.end, by=who))
                assert set(table.for_end) <= {table.seat_of(each) for each in table.people}
                assert table.host_id not in table.people or table.state is not TableState.ENDED

    @at_a_table
    @rule(number=pick, seed=pick, count=st.integers(1, LONGEST_RUN))
    def play(self, number: int, seed: int, count: int) -> None:
        """Players who are asked take legal actions, several times."""
        chance = Random(seed)
        for _ in range(count):
            asked = [
                (table, who) for table in self._some(number) for who in table.people if offered(table, who)
            ]
            if not asked:
                break
            table, who = chance.choice(asked)
            action = chance.choice(offered(table, who))
            self._act(table, who, own_revision(table, who), action)

    @at_a_table
    @rule(number=pick, choice=pick)
    def press_twice(self, number: int, choice: int) -> None:
        """The same button twice at once: it counts once."""
        for table in self._some(number):
            for who in [each for each in table.people if offered(table, each)][:1]:
                actions = offered(table, who)
                before, revision = own_moves(table, who), own_revision(table, who)
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
                outcome = self._run(table.act(who, own_revision(table, who) - back, actions[:1]))
                assert code(outcome) == "stale"
                assert facts(table) == before

    @at_a_table
    @rule(number=pick, who=person, seed=pick)
    def try_illegal_actions(self, number: int, who: int, seed: int) -> None:
        for table in self._some(number):
            if table.deal is None:
                continue
            tried = attempts(table.game, table.deal.layout.seats, Random(seed))
            for action in [each for each in tried if each not in offered(table, who)][:5]:
                before = facts(table)
                assert isinstance(self._run(table.act(who, None, [action])), Refusal)
                assert facts(table) == before

    @at_a_table
    @rule(who=person, number=pick, pace=st.sampled_from(Pace))
    def set_pace(self, who: int, number: int, pace: Pace) -> None:
        self._change(number, lambda table: table.set_pace(who, pace))

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

    # -- what must always be true ------------------------------------------------------------

    @invariant()
    def the_store_replays_to_the_live_tables(self) -> None:
        self._run(self._room.tables.quiet())
        assert len(self._run(self._behind())) <= self._disk.lost

    @invariant()
    def revisions_only_grow(self) -> None:
        for table in self.tables:
            assert table.revision >= self._revisions.get(table.id, 0)
            self._revisions[table.id] = table.revision

    @invariant()
    def nobody_sits_twice(self) -> None:
        self._slept |= {table.id for table in self.tables if table.asleep}
        # A player at a sleeping table may sit down at another, and others may wake the first.
        awake = [table for table in self.tables if table.id not in self._slept]
        for tables in (awake, *([each] for each in self.tables)):
            seated = Counter(who for table in tables for who in table.people)
            assert all(count == 1 for count in seated.values())
        for table in self.tables:
            held = Counter(each.away_id for each in table.occupants if each and each.away_id is not None)
            assert all(count == 1 for count in held.values())
            assert not held.keys() & set(table.people)

    @invariant()
    def no_clock_runs_at_rest(self) -> None:
        for table in self.tables:
            resting = table.asleep or table.paused or not table.state.in_deal
            assert not (resting and table.turn), table.state

    @invariant()
    def views_hold_only_what_may_be_known(self) -> None:
        for table in self.tables:
            for who in PEOPLE:
                view = table.view(who)
                if view is not None and table.deal is not None and table.deal.result is None:
                    assert view.seat == seat_held(table, who)
                    may = set(map(str, known(table.deal, view.seat))) | named(table, view.actions)
                    assert shown_codes(repr(view)) <= may


def test_an_evening_of_any_kind() -> None:
    chosen = settings(
        examples(8), stateful_step_count=STEPS, suppress_health_check=[HealthCheck.too_slow]
    )  # an evening has up to a hundred saves
    run_state_machine_as_test(Evening, settings=chosen)
