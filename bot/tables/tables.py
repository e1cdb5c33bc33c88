"""All open tables, one lock and one value each. A change is checked, saved, and then published."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Concatenate, NamedTuple, ParamSpec

from bot.computers.players import Strength
from bot.errors import report, reported
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.shards import EVERY, Shards
from bot.store import NO_SERVER, PlayRow, SavedTable, StaleLogError, StoreError
from bot.store.database import completed
from bot.tables import deadlines, play, seats
from bot.tables.computers import Hint, Thinking, hint
from bot.tables.duplicate import Given, match_against, may_sit
from bot.tables.guided import cost_beside_guide
from bot.tables.match import Match, deals_played, first_table, prefix_of
from bot.tables.services import Job, TableServices, Thinkers
from bot.tables.settings import TableSettings
from bot.tables.storage import (
    Suspended,
    UnreadableLogError,
    commit,
    deal_row,
    failed,
    restored,
    seat_rows,
    table_row,
)
from bot.tables.table import ALPHABET, NO_CHANNEL, Change, News, NewsKind, Occupant, Table, TableState, refuse

TABLES_PER_CHANNEL = 5
"""How many tables may be in use in a channel."""

IN_USE = 3600.0
"""Seconds for which a table is in use after an action of a person there."""

LOOKED_AT = 900.0
"""Seconds for which people may still look at a table after an action of a person there."""

RETRY_SECONDS = 5.0
"""How long computers and deadlines wait before they try again after a change could not be saved."""

TRICK_PAUSES = 2
"""For how many pauses a complete trick stays before a computer covers it with the lead to the next, or before
the result of the deal takes its place."""

SEARCH_SECONDS = 0.25
"""The least time for a step of computers that search, however short the pause is."""

P = ParamSpec("P")


def _request(
    change: Callable[Concatenate[Table, P], Change | Refusal | None],
) -> Callable[Concatenate[LiveTable, P], Coroutine[Any, Any, Refusal | None]]:
    """Return the method that applies a change, whose function says what it does and why it is refused."""

    async def method(table: LiveTable, /, *args: P.args, **kwargs: P.kwargs) -> Refusal | None:
        return await table.apply(change, *args, **kwargs)

    return method


class LiveTable:
    """An open table. Its methods that change something return `None`, or a refusal if nothing has changed.

    In addition to the refusals of each change, all may return `table_ended`, and `storage_failed` with the
    `id` under which the reason was logged. Those of a person who must be seated return `not_seated`, those of
    the host in the lobby `already_started`, `not_seated` and `only_host`.
    """

    def __init__(self, table: Table, services: TableServices, tables: Tables) -> None:
        self.id = table.id
        self._table = table
        self._services = services
        self._tables = tables
        self._lock = asyncio.Lock()
        self._saving: asyncio.Task[Refusal | None] | None = None
        self._save_failed = False
        """Whether the last change could not be saved."""
        self._moving: asyncio.Task[None] | None = None
        """The task in which computers are about to move."""
        self._thought_about: Table | None = None
        self._stopped = False

    @property
    def now(self) -> Table:
        """The table as it is now, with its times by the computer's clock."""
        return self._table.by_clock(self._services.clock.ahead)

    leave = _request(seats.leave)
    forget = _request(seats.forget)
    add_computer = _request(seats.add_computer)
    fill = _request(seats.fill)
    remove_computer = _request(seats.remove_computer)
    set_option = _request(seats.set_option)
    change = _request(seats.change_setting)
    end = _request(seats.end)
    close = _request(seats.close)
    end_for = _request(seats.end_for)
    announce_last_circle = _request(play.announce_last_circle)
    wish_pause = _request(deadlines.wish_pause)
    postpone = _request(deadlines.postpone)
    follow_clock = _request(deadlines.follow_clock)

    async def join(self, user_id: int, name: str, wanted: Seat | None = None) -> Refusal | None:
        """Sit down; see `seats.join`. Refused also as `already_playing_here`, `knows_cards`."""
        async with self._tables.seating_lock:
            table = self._table
            if self._tables.sits_elsewhere(user_id, table):
                return refuse("already_playing_here")
            was_here = user_id in table.people or user_id in table.away
            refusal = None if was_here else await may_sit(user_id, table.match, self._services)
            return refusal or await self.apply(seats.join, user_id, name, wanted)

    async def start(self, by: int, press: int | None = None) -> Refusal | None:
        """Begin the session with its first deal; see `play.start`.

        `press` is the id that Discord gave to the press that asked for it: the shuffle seed contains it.
        """
        return await self.apply(play.start, by, press, self._services.shuffle)

    async def fill_and_start(self, by: int, press: int | None = None) -> Refusal | None:
        """Begin the session with computers on the missing seats; see `play.fill_and_start`."""
        return await self.apply(play.fill_and_start, by, press, self._services.shuffle)

    async def next_deal(self, by: int, press: int | None = None) -> Refusal | None:
        """Begin the next deal, as `start` does the first; see `play.next_deal`."""
        return await self.apply(play.next_deal, by, press, self._services.shuffle)

    async def let_computer_play(self, by: int) -> Refusal | None:
        """Let the computer sit in for people who are late; see `deadlines.let_computer_play`."""
        return await self.apply(deadlines.let_computer_play, by, self._services.clock())

    async def act(self, user_id: int, revision: int | None, actions: Sequence[Action]) -> Refusal | None:
        """Take some actions from a person's seat, all of them or none; see `play.act`."""
        looking = self._services.pause > 0
        refusal = await self.apply(play.act, user_id, revision, actions, looking=looking)
        results = {None: "accepted", "stale": "stale", "storage_failed": "storage_error"}
        result = results.get(refusal.code if refusal else None, "refused")
        self._services.observer.acted(self._table.game.name, result)
        return refusal

    async def hint(self, user_id: int) -> Hint | Refusal:
        """Return what a computer would do in a person's place, by what that person sees. Changes nothing.

        Refused as `not_seated`, `not_started`, `no_hints` and `not_asked`.
        """
        table = self._table
        seat, view = table.seat_of(user_id), table.view(user_id)
        if seat is None or view is None:
            return refuse("not_started" if seat is not None else "not_seated")
        if not table.allows_hints:
            return refuse("no_hints")
        if not view.actions:
            return refuse("not_asked")
        seed = f"{self._services.thinking_secret} hint {self.id} {table.number} {seat} {len(view.log)}"
        return await hint(view, f"person {user_id}", seed, self._services)

    async def cost_beside_guide(self, user_id: int, actions: Sequence[Action]) -> int | None:
        """Return what it would cost to leave the guided deal; see `guided.cost_beside_guide`."""
        return await cost_beside_guide(self._table, user_id, actions)

    def is_unused(self, seconds: float) -> bool:
        """Whether the last action of a person is at least some seconds ago."""
        return self._services.clock() - self._table.idle_since >= seconds

    def resume(self, away: float) -> None:
        """Publish that the table is restored, and let it go on.

        `away`: seconds for which the bot did not run.
        """
        waits = self._table.turn is not None and self._table.turn.next_at is not None
        idle = self.is_unused(LOOKED_AT + away) and not waits
        self._tables.publish(self, News(NewsKind.RESTORED, idle=idle))
        self.go_on()

    def note_outage(self, *, lasts: bool) -> None:
        """Publish that an outage of the database keeps this table from being saved, or does no longer."""
        unsaved = lasts and self._save_failed
        if unsaved != self._table.unsaved:
            self._table = replace(self._table, unsaved=unsaved)
            self._tables.publish(self, News(NewsKind.OUTAGE))

    def go_on(self) -> None:
        """Let computers move that are asked, and plan when the clock is next looked at."""
        table = self._table
        if self._moving and self._thought_about and play.is_past(self._thought_about, table):
            self._moving.cancel()
            self._moving = self._thought_about = None
        self._wake_computers()
        self._plan("turn", table.turn.next_at if table.turn else None, self._turn_lasts)
        self._plan("lapse", table.lapses_at, self._lapse)
        seen_at = self._services.clock() + TRICK_PAUSES * self._services.pause
        self._plan("result", seen_at if table.last_look else None, self._show_result)

    @property
    def tasks(self) -> tuple[asyncio.Task[object], ...]:
        """The tasks now running: a change being saved, computers about to act."""
        running = self._saving, self._moving
        return tuple(task for task in running if task and not task.done())

    async def stop(self) -> None:
        """Stop the computers and the clock, after changes that have begun have been saved."""
        self._stopped = True
        for what in ("turn", "lapse", "result"):
            self._services.schedule.cancel((what, self.id))
        if self._moving is not None:
            self._moving.cancel()
        async with self._lock:
            await asyncio.gather(*self.tasks, return_exceptions=True)

    async def apply(
        self,
        change: Callable[Concatenate[Table, P], Change | Refusal | None],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Refusal | None:
        """Work out a change, save it, then apply it and publish its news; one change at a time."""
        async with self._lock:
            outcome = change(self._table, *args, **kwargs)
            if not isinstance(outcome, Change):
                return outcome
            now = self._services.clock()
            outcome = outcome.at(now)
            outcome = replace(outcome, after=deadlines.with_clock(self._table, outcome.after, now))
            self._saving = asyncio.create_task(self._save(outcome))
            # A caller that stops waiting must not come between saving a change and applying it.
            return await completed(self._saving)

    async def _save(self, change: Change) -> Refusal | None:
        done, refusal = await commit(self._services, self._table, change)
        self._save_failed = refusal is not None and refusal.code == "storage_failed"
        if done is not None:
            self._table = done.after
            self._tables.publish(self, done.news)
            self.go_on()
        return refusal

    async def _show_result(self) -> None:
        """Show the result of the deal, which was saved with its last card, in place of the last trick."""
        async with self._lock:
            if self._table.last_look:
                self._table = replace(self._table, last_look=False)
                self._tables.publish(self, News(NewsKind.RESULT))

    def _plan(self, what: str, due_at: float | None, job: Job) -> None:
        """Schedule a job in place of the one planned before; without a time only drop that one."""
        key = what, self.id
        if due_at is None or self._stopped:
            self._services.schedule.cancel(key)
        else:
            self._services.schedule.put(key, due_at, job)

    async def _turn_lasts(self) -> None:
        """Remind those who are asked, or let computers play for them; end an offer."""
        table, now = self._table, self._services.clock()
        if not self._services.reaches(table.guild_id):
            self._plan("turn", now + RETRY_SECONDS, self._turn_lasts)
            return
        if deadlines.is_due(table, now):
            self._wake_computers()
            return
        change = play.end_offer if table.state is TableState.OFFER else deadlines.remind
        if await self.apply(change, now) is not None:
            self._plan("turn", self._services.clock() + RETRY_SECONDS, self._turn_lasts)

    async def _lapse(self) -> None:
        """Let the idle table fall asleep, or end."""
        if await self.apply(deadlines.lapse, self._services.clock()) is not None:
            self._plan("lapse", self._services.clock() + RETRY_SECONDS, self._lapse)

    def _wake_computers(self) -> None:
        if self._must_move and self._moving is None and not self._stopped:
            self._moving = asyncio.create_task(self._move_computers())

    @property
    def _must_move(self) -> bool:
        """Whether the table acts for some seats, or computers must play for people who are absent."""
        now, services = self._table, self._services
        return now.acts_now or (deadlines.is_due(now, services.clock()) and services.reaches(now.guild_id))

    async def _move_computers(self) -> None:
        """Let computers move while they must: they think about a snapshot, without the lock."""
        try:
            while self._must_move:
                if await self._move() is not None:
                    await self._services.sleep(RETRY_SECONDS)
        except Exception as error:  # noqa: BLE001 - nobody awaits this task, so it reports for itself
            report(f"The computers of table {self.id} cannot go on", error)
        finally:
            if self._moving is asyncio.current_task():
                self._moving = None

    async def _move(self) -> Refusal | None:
        """Take one step: of the computers that are asked or, if none is, for people who are absent."""
        snapshot, services = self._table, self._services
        assert snapshot.deal is not None, "a computer must move"
        by_themselves = snapshot.acts_now
        absent = () if by_themselves else deadlines.absent(snapshot, services.clock())
        end = services.clock() + self._step_seconds(snapshot, absent or snapshot.computers)
        thinking, deal = Thinking(services, snapshot, end), snapshot.deal
        self._thought_about = snapshot
        moves = await (thinking.for_computers(deal) if by_themselves else thinking.for_absent(deal, absent))
        await services.sleep(max(end - services.clock(), 0.0))
        self._thought_about = None
        return await self.apply(play.take_over, snapshot, moves, absent, looking=services.pause > 0)

    def _step_seconds(self, snapshot: Table, seats: Iterable[Seat]) -> float:
        """Return how long a step of some seats takes. Only what everybody knows decides it.

        So a forced action does not come sooner than one that is chosen by a search, and several actions do
        not come later than one.
        """
        pause = self._services.pause * (TRICK_PAUSES if snapshot.trick_complete else 1)
        strengths = {snapshot.strength_of(seat) for seat in seats}
        searching = self._services.thinkers is not None and strengths != {Strength.QUICK}
        return max(pause, SEARCH_SECONDS) if searching else pause


class TableRequest(NamedTuple):
    """A table to be opened: where, by whom, and what is played."""

    guild_id: int
    channel_id: int
    host_id: int
    host_name: str
    game: Game
    options: Mapping[str, object]
    """House rules by name; those not named have the game's default."""
    settings: TableSettings = TableSettings()
    seats: tuple[Occupant | None, ...] = ()
    """The first occupants, the host among them; empty for the host alone on the first seat."""
    rematch_of: str = ""
    """The id of the ended table whose players have a rematch; empty for none."""
    given: Given | None = None
    """The cards, if they are given: then the one deal begins at once, and `seats` holds everybody."""
    match: Match | None = None
    """The match in which it is the second table."""


Listener = Callable[[LiveTable, News], Awaitable[None]]


class Tables:
    """Every table of this process that has not ended."""

    def __init__(
        self,
        services: TableServices,
        overrides: Mapping[str, Mapping[str, object]],
        shards: Shards = EVERY,
    ) -> None:
        self._shards = shards
        self.seating_lock = asyncio.Lock()
        self._services = services
        self._overrides = overrides
        self._listeners: list[Listener] = []
        self._waiting: dict[str, deque[tuple[LiveTable, News]]] = {}
        self._publishing: dict[str, asyncio.Task[None]] = {}
        self._open: dict[str, LiveTable] = {}
        self._suspended: dict[str, Suspended] = {}

    @classmethod
    async def open(
        cls,
        games: Mapping[str, Game],
        services: TableServices,
        *,
        overrides: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
        shards: Shards = EVERY,
    ) -> Tables:
        """Restore every open table of some shards from the log; `resume` lets them go on.

        A table that cannot be restored is suspended: all that is saved of it stays as it is, for a program
        that can read it.

        Args:
            games: By name.
            services: What the tables need from outside.
            overrides: House rules that the operator has set for new tables, by the name of the game.
            shards: Other processes have the tables of all others.

        Raises:
            StoreError: The log cannot be read.
        """
        tables = cls(services, overrides, shards)
        for saved in await services.store.log.open_tables(shards):
            await tables._restore(saved, games)
        return tables

    def resume(self, away: float = 0.0) -> None:
        """Publish that the tables are restored and let computers act. Call it once all listeners listen.

        `away`: seconds for which the bot did not run.
        """
        for table in tuple(self._open.values()):
            table.resume(away)

    async def postpone(self, away: Callable[[int], float]) -> None:
        """Let the deadlines of each table be later by the seconds for which its server's presses were lost.

        `away` returns them for a server. They are negative if the computer's clock was set back.
        """
        for table in tuple(self._open.values()):
            await table.postpone(away(table.now.guild_id))

    async def follow_clock(self) -> None:
        """Show and save the times of all tables by the computer's clock, which has been set."""
        for table in tuple(self._open.values()):
            await table.follow_clock()

    def note_outage(self, *, lasts: bool) -> None:
        """Let the tables that could not be saved say so while an outage of the database lasts."""
        for table in tuple(self._open.values()):
            table.note_outage(lasts=lasts)

    async def close(self) -> None:
        """Stop all computers and timers, after changes that have begun have been saved and published."""
        self._services.schedule.close()
        for table in tuple(self._open.values()):
            await table.stop()
        await self.quiet()

    async def quiet(self) -> None:
        """Wait until nothing is due, no computer is asked, and all changes are saved and published."""
        while tasks := self.tasks:
            await asyncio.wait(tasks)

    @property
    def tasks(self) -> tuple[asyncio.Task[object], ...]:
        """The tasks now running: at any table, of the schedule, and those passing news on."""
        at_tables = (task for table in self._open.values() for task in table.tasks)
        return (*at_tables, *self._services.schedule.tasks, *self._publishing.values())

    @property
    def thinkers(self) -> Thinkers | None:
        return self._services.thinkers

    def get(self, table_id: str) -> LiveTable | None:
        return self._open.get(table_id)

    def count(self) -> dict[str, int]:
        """Return how many open tables are in each state."""
        counted = Counter(table.now.state for table in self._open.values())
        return {state.value: counted[state] for state in TableState if state is not TableState.ENDED}

    def in_channel(self, channel_id: int) -> tuple[LiveTable, ...]:
        """Return the open tables of a channel, those asleep too, oldest first."""
        return tuple(table for table in self._open.values() if table.now.channel_id == channel_id)

    def beside(self, table: Table) -> tuple[LiveTable, ...]:
        """Return the open tables of the same channel; outside servers those of the same host there."""
        if not table.is_direct:
            return self.in_channel(table.channel_id)
        return tuple(each for each in self.of_server(NO_SERVER) if each.now.host_id == table.host_id)

    @property
    def suspended(self) -> tuple[Suspended, ...]:
        """The tables that this program cannot restore, oldest first."""
        return tuple(self._suspended.values())

    def get_suspended(self, table_id: str) -> Suspended | None:
        return self._suspended.get(table_id)

    async def end_suspended(self, table_id: str) -> Refusal | None:
        """End a suspended table; what is saved of its deals stays as it is."""
        found = self._suspended.pop(table_id, None)
        if found is None:
            return refuse("table_ended")
        try:
            await self._services.store.log.save_table(*found.ended(self._services.clock.date()))
        except StaleLogError:
            return refuse("table_ended")
        except StoreError as error:
            self._suspended[table_id] = found
            return failed(f"Table {table_id} cannot be saved", error)
        return None

    def of_server(self, guild_id: int) -> tuple[LiveTable, ...]:
        """Return the open tables of a server, oldest first."""
        return tuple(table for table in self._open.values() if table.now.guild_id == guild_id)

    def of_user(self, user_id: int) -> tuple[LiveTable, ...]:
        """Return the open tables that a person sits at, oldest first."""
        return tuple(table for table in self._open.values() if table.now.seat_of(user_id) is not None)

    def left_by(self, user_id: int) -> tuple[LiveTable, ...]:
        """Return the open tables where a person may take a seat back, oldest first."""
        return tuple(table for table in self._open.values() if user_id in table.now.away)

    def sits_elsewhere(self, user_id: int, table: Table) -> bool:
        """Whether a person sits at another table beside this one that is not asleep.

        Outside servers, given cards are played beside other tables, as in a server in their own threads.
        """
        others = (each.now for each in self.beside(table) if each.id != table.id)
        return not (table.is_direct and table.given) and any(
            other.seat_of(user_id) is not None and not other.asleep
            for other in others
            if not (other.is_direct and other.given)
        )

    def awaits(self, user_id: int, table_id: str, number: int) -> bool:
        """Whether a person has yet to play a deal of a table in a match, or to finish it."""
        matches = (table.now.match for table in (*self.of_user(user_id), *self.left_by(user_id)))
        return any(each.awaits(number) for each in matches if each and each.table_id == table_id)

    async def awaits_elsewhere(self, user_id: int, table_id: str, number: int) -> bool:
        """Whether the same holds at a table of another process.

        Raises:
            StoreError: That cannot be read.
        """
        if self._shards == EVERY:
            return False
        plays = self._services.store.plays
        matches = await plays.matches_elsewhere(user_id, prefix_of(table_id), self._shards)
        return any(deals_played(each) < number for each in matches)

    async def channel_of(self, table_id: str) -> int | None:
        """Return the channel of an open table, also of another process; `None` if it has ended.

        It is `NO_CHANNEL` of a table outside servers.

        Raises:
            StoreError: That cannot be read.
        """
        if table := self.get(table_id):
            return NO_CHANNEL if table.now.is_direct else table.now.channel_id
        if self._shards == EVERY:
            return None
        place = await self._services.store.log.place_elsewhere(table_id, self._shards)
        return place and (NO_CHANNEL if place[0] == NO_SERVER else place[1])

    def listen(self, listener: Listener) -> None:
        """Pass all news from now on to a listener: after saving, and in order for each table."""
        self._listeners.append(listener)

    def publish(self, table: LiveTable, news: News) -> None:
        """Queue news of a table for all listeners, and forget a table that has ended.

        A slow listener delays only later news of that table.
        """
        if news.kind is NewsKind.ENDED:
            self._open.pop(table.id, None)
        self._waiting.setdefault(table.id, deque()).append((table, news))
        if table.id not in self._publishing:
            self._publishing[table.id] = asyncio.create_task(self._publish_all(table.id))

    async def _publish_all(self, table_id: str) -> None:
        waiting = self._waiting[table_id]
        try:
            while waiting:
                table, news = waiting.popleft()
                for listener in tuple(self._listeners):
                    hear = partial(listener, table, news)
                    await reported(f"A listener to {news.kind} of table {table.id}", hear)
        finally:
            del self._waiting[table_id], self._publishing[table_id]

    async def create(self, request: TableRequest) -> LiveTable | Refusal:
        """Open a table with its host on the first seat.

        It publishes no news of a lobby: the caller shows it.

        Returns:
            The table, or a refusal: `already_playing_here` (outside servers `already_playing_alone`),
            `too_many_tables` with their `count`, `knows_cards`, `stale` if the rematch has been opened
            already or its host has played the given cards, `storage_failed` with the `id` under which the
            reason was logged.

        Raises:
            ValueError: The game has no such option.
        """
        table = self._new_table(request)
        async with self.seating_lock:
            refusal = self._refused(table) or await may_sit(request.host_id, request.match, self._services)
            return refusal or await self._opened(table, request)

    def _new_table(self, request: TableRequest) -> Table:
        services, game, match = self._services, request.game, request.match
        name, now = self._new_id(), services.clock()
        overrides = {} if match else self._overrides.get(game.name, {})
        first = request.seats or (Occupant(request.host_name, request.host_id),)
        # The layout of given cards says how many play.
        of_cards = match.seats if match else request.given.layout.seats if request.given else None
        free = (of_cards or max(game.seats)) - len(first)
        lobby = Table(
            *(name, request.guild_id, request.channel_id, game, services.clock.date()),
            host_id=request.host_id,
            occupants=(*first, *(None,) * free),
            options=seats.differing(game, {**request.options, **overrides}),
            settings=request.settings,
            terms=services.terms,
            idle_since=now,
            seal=None if services.shuffle or request.given or match else play.sealed(name, 1),
            given=request.given.name if request.given else "",
            match=match,
        )
        if not request.given:
            return lobby
        return deadlines.with_clock(lobby, play.start_given(lobby, request.given.layout), now)

    async def erase(self, user_id: int, erase_rows: Callable[[int], Awaitable[None]]) -> Refusal | None:
        """Erase a person: first at every open table, then the rows. Nobody sits down meanwhile.

        Return `None`, or the refusal of a table; then the caller can try again, as after any other failure.
        """
        async with self.seating_lock:
            for table in tuple(self._open.values()):
                if refusal := await table.forget(user_id):
                    return refusal
            await erase_rows(user_id)
        return None

    def _refused(self, table: Table) -> Refusal | None:
        if self.sits_elsewhere(table.host_id, table):
            return refuse("already_playing_alone" if table.is_direct else "already_playing_here")
        open_here = (each for each in self.beside(table) if not each.now.asleep)
        if sum(not each.is_unused(IN_USE) for each in open_here) >= TABLES_PER_CHANNEL:
            return refuse("too_many_tables", count=TABLES_PER_CHANNEL)
        return None

    async def _opened(self, table: Table, request: TableRequest) -> LiveTable | Refusal:
        at, deal, given = table.created_at, table.deal, request.given
        row = table_row(table.by_clock(self._services.clock.ahead), at)
        first = None if deal is None else deal_row(table, deal, at)
        who = request.host_id, request.host_name
        play = (
            PlayRow(table.id, given.name, table.guild_id, *who, given.seat, at)
            if given and given.counts
            else None
        )
        try:
            await self._services.store.log.add_table(row, seat_rows(table), request.rematch_of, first, play)
        except StaleLogError:
            return refuse("stale")
        except StoreError as error:
            return failed("A new table cannot be saved", error)
        opened = self._open[table.id] = LiveTable(table, self._services, self)
        if given:
            self.publish(opened, News(NewsKind.DEAL_STARTED))
        opened.go_on()
        return opened

    async def match_against(self, table_id: str, games: Mapping[str, Game]) -> Match | None:
        """Return the match against a table; `None` if there is none of that id whose deals are over.

        Raises:
            StoreError: The log cannot be read.
            UnreadableLogError: A log does not fit the rules of this program.
        """
        store = self._services.store
        saved = await store.log.table(table_id)
        return match_against(saved, await store.history.deals_of(table_id), games) if saved else None

    async def _restore(self, saved: SavedTable, games: Mapping[str, Game]) -> None:
        try:
            first = first_table(saved.table.match)
            match = await self.match_against(first, games) if first else None
            if first and match is None:
                raise UnreadableLogError("the first table of its match is gone")  # noqa: TRY301 - as others are
            table = restored(saved, games, match, self._services.terms)
        except UnreadableLogError as error:
            report(f"Table {saved.table.id} is suspended because it cannot be restored: {error}")
        except Exception as error:  # noqa: BLE001 - one unreadable table must not stop the others
            report(f"Table {saved.table.id} is suspended because it cannot be restored", error)
        else:
            idle_since = min(table.idle_since, self._services.clock())  # the clock may have been set back
            self._open[table.id] = LiveTable(replace(table, idle_since=idle_since), self._services, self)
            return
        self._suspended[saved.table.id] = Suspended(saved.table, saved.seats)

    def _new_id(self) -> str:
        while (name := "".join(secrets.choice(ALPHABET) for _ in range(6))) in (self._open | self._suspended):
            continue
        return name


def rematch(saved: SavedTable, game: Game, user_id: int, name: str) -> TableRequest | None:
    """Return the request for a rematch of a table, by its next host; `None` if this person did not sit there.

    Computers and this person have the seats that they had. The others' seats are free until they press, too.
    """
    own, table = seat_of(saved, user_id), saved.table
    if own is None:
        return None
    seated = {
        each.seat: Occupant(each.name, strength=Strength(each.strength) if each.strength else None)
        for each in saved.seats
        if each.user_id is None and each.away_id is None
    }
    seated[own] = Occupant(name, user_id)
    return TableRequest(
        guild_id=table.guild_id,
        channel_id=table.channel_id,
        host_id=user_id,
        host_name=name,
        game=game,
        # A rule that this version does not know has its default.
        options={
            each: value for each, value in json.loads(table.options).items() if game.allows(each, value)
        },
        settings=TableSettings.read(table._asdict()),
        seats=tuple(seated.get(seat) for seat in range(max(each.seat for each in saved.seats) + 1)),
        rematch_of=table.id,
    )


def seat_of(saved: SavedTable, user_id: int) -> Seat | None:
    """Return the seat that a person had in the end, or had left to a computer; `None` for anyone else."""
    return next((each.seat for each in saved.seats if user_id in (each.user_id, each.away_id)), None)


def people_of(saved: SavedTable) -> tuple[int, ...]:
    """Return the people who had a seat in the end, or had left one to a computer."""
    users = (user for each in saved.seats for user in (each.user_id, each.away_id))
    return tuple(user for user in users if user is not None)
