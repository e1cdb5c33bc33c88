"""All open tables: opening one, finding one, restoring them after a restart, and publishing their news."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from bot.computers.players import Strength
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.reasons import Refusal
from bot.store import PlayRow, SavedTable, StaleLogError, StoreError
from bot.tables.deadlines import with_clock
from bot.tables.duplicate import Given, match_against, may_sit
from bot.tables.live import LiveTable
from bot.tables.match import Match, first_table
from bot.tables.play import Chance, start_given
from bot.tables.seats import differing
from bot.tables.services import TableServices, Thinkers, report, reported
from bot.tables.settings import Settings
from bot.tables.storage import (
    Suspended,
    UnreadableLogError,
    deal_row,
    failed,
    restored,
    seat_rows,
    table_row,
)
from bot.tables.table import ALPHABET, News, NewsKind, Occupant, Table, TableState, refuse

TABLES_PER_CHANNEL = 5
"""How many tables may be in use in a channel."""

IN_USE = 3600.0
"""Seconds for which a table is in use after an action of a person there."""


class TableRequest(NamedTuple):
    """A table to be opened: where, by whom, and what is played."""

    guild_id: int
    channel_id: int
    host_id: int
    host_name: str
    game: Game
    options: Mapping[str, object]
    """House rules by name; those not named have the game's default."""
    settings: Settings = Settings()
    seats: tuple[Occupant | None, ...] = ()
    """The first occupants, the host among them; empty for the host alone on the first seat."""
    rematch_of: str = ""
    """The id of the ended table whose players have a rematch; empty for none."""
    given: Given | None = None
    """The cards, if they are given: then the one deal begins at once, and `seats` holds everybody."""
    match: Match | None = None
    """The match in which it is the second table."""


Listener = Callable[[LiveTable, News], Awaitable[None]]


class Publisher:
    """Passes the news of each table on in order. A slow listener delays only later news of that table."""

    def __init__(self) -> None:
        self.listeners: list[Listener] = []
        self._waiting: dict[str, deque[tuple[LiveTable, News]]] = {}
        self._publishing: dict[str, asyncio.Task[None]] = {}

    def publish(self, table: LiveTable, news: News) -> None:
        """Queue news of a table for all listeners."""
        self._waiting.setdefault(table.id, deque()).append((table, news))
        if table.id not in self._publishing:
            self._publishing[table.id] = asyncio.create_task(self._publish_all(table.id))

    @property
    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """The tasks now passing news on, one for each table that has any."""
        return tuple(self._publishing.values())

    async def _publish_all(self, table_id: str) -> None:
        waiting = self._waiting[table_id]
        try:
            while waiting:
                table, news = waiting.popleft()
                for listener in tuple(self.listeners):
                    hear = partial(listener, table, news)
                    await reported(f"A listener to {news.kind} of table {table.id}", hear)
        finally:
            del self._waiting[table_id], self._publishing[table_id]


class Tables:
    """Every table that has not ended."""

    def __init__(
        self, services: TableServices, limit: int, overrides: Mapping[str, Mapping[str, object]]
    ) -> None:
        self.seating_lock = asyncio.Lock()
        self._services = services
        self._limit = limit
        self._overrides = overrides
        self._publisher = Publisher()
        self._open: dict[str, LiveTable] = {}
        self._suspended: dict[str, Suspended] = {}

    @classmethod
    async def open(
        cls,
        games: Mapping[str, Game],
        services: TableServices,
        *,
        limit: int = TABLES_PER_CHANNEL,
        overrides: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
    ) -> Tables:
        """Restore every open table from the log; `resume` lets them go on.

        A table that cannot be restored is suspended: all that is saved of it stays as it is, for a program
        that can read it.

        Args:
            games: By name.
            services: What the tables need from outside.
            limit: How many tables may be in use in a channel.
            overrides: House rules that the operator has set for new tables, by the name of the game.

        Raises:
            StoreError: The log cannot be read.
        """
        tables = cls(services, limit, overrides)
        for saved in await services.store.log.open_tables():
            await tables._restore(saved, games)
        return tables

    def resume(self) -> None:
        """Publish that the tables are restored and let computers act. Call it once all listeners listen."""
        for table in tuple(self._open.values()):
            table.resume()

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
        return (*at_tables, *self._services.schedule.tasks, *self._publisher.tasks)

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
            await self._services.store.log.save_table(*found.ended(self._services.date))
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
        """Whether a person sits at another table of the same channel that is not asleep."""
        others = (other.now for other in self.of_user(user_id) if other.id != table.id)
        return any(other.channel_id == table.channel_id and not other.asleep for other in others)

    def awaits(self, user_id: int, table_id: str, number: int) -> bool:
        """Whether a person has yet to play a deal of a table in a match, or to finish it."""
        matches = (table.now.match for table in (*self.of_user(user_id), *self.left_by(user_id)))
        return any(each.awaits(number) for each in matches if each and each.table_id == table_id)

    def listen(self, listener: Listener) -> None:
        """Pass all news from now on to a listener: after saving, and in order for each table."""
        self._publisher.listeners.append(listener)

    def publish(self, table: LiveTable, news: News) -> None:
        """Pass on news of a table; one that has ended is forgotten."""
        if news.kind is NewsKind.ENDED:
            self._open.pop(table.id, None)
        self._publisher.publish(table, news)

    async def create(self, request: TableRequest) -> LiveTable | Refusal:
        """Open a table with its host on the first seat.

        It publishes no news of a lobby: the caller shows it.

        Returns:
            The table, or a refusal: `already_playing_here`, `too_many_tables` with their `count`,
            `knows_cards`, `stale` if the rematch has been opened already or its host has played the given
            cards, `storage_failed` with the `id` under which the reason was logged.

        Raises:
            ValueError: The game has no such option.
        """
        table = self._new_table(request)
        async with self.seating_lock:
            refusal = self._refused(table) or await may_sit(request.host_id, request.match, self._services)
            return refusal or await self._opened(table, request)

    def _new_table(self, request: TableRequest) -> Table:
        services, game, match = self._services, request.game, request.match
        name, at = self._new_id(), services.clock()
        sealed = not (request.given or match)
        overrides = {} if match else self._overrides.get(game.name, {})
        seats = request.seats or (Occupant(request.host_name, request.host_id),)
        free = (match.seats if match else max(game.seats)) - len(seats)
        lobby = Table(
            *(name, request.guild_id, request.channel_id, game, services.date),
            host_id=request.host_id,
            occupants=(*seats, *(None,) * free),
            options=differing(game, {**request.options, **overrides}),
            settings=request.settings,
            terms=services.terms,
            idle_since=at,
            seal=Chance(name, services.shuffle).seal(1) if sealed else None,
            given=request.given.name if request.given else "",
            match=match,
        )
        if not request.given:
            return lobby
        return with_clock(lobby, start_given(lobby, request.given.layout), at)

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
            return refuse("already_playing_here")
        open_here = (each for each in self.in_channel(table.channel_id) if not each.now.asleep)
        if sum(not each.is_unused(IN_USE) for each in open_here) >= self._limit:
            return refuse("too_many_tables", count=self._limit)
        return None

    async def _opened(self, table: Table, request: TableRequest) -> LiveTable | Refusal:
        at, deal, given = table.created_at, table.deal, request.given
        row = table_row(table.by_clock(self._services.ahead()), at)
        first = None if deal is None else deal_row(table, deal, at)
        who = request.host_id, request.host_name
        play = PlayRow(table.id, given.name, table.guild_id, *who, given.seat, at) if given else None
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
        settings=Settings.read(table._asdict()),
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
