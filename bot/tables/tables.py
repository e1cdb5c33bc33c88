"""All open tables: opening one, finding one, and restoring them after a restart."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from bot.store import PlayRow, StaleLogError, StoreError
from bot.tables.deadlines import with_clock
from bot.tables.incidents import report
from bot.tables.match import first_table
from bot.tables.matches import match_against, may_sit
from bot.tables.news import News, NewsKind
from bot.tables.playing import start_given
from bot.tables.publisher import Publisher
from bot.tables.restoring import UnreadableLogError, restored
from bot.tables.saving import deal_row, seat_rows, table_row
from bot.tables.seating import differing
from bot.tables.shuffle import Chance
from bot.tables.situation import Identity, Occupant, Situation, TableState, refuse
from bot.tables.suspended import Suspended
from bot.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bot.rules.game import Game
    from bot.rules.reasons import Refusal
    from bot.store import SavedTable
    from bot.tables.given import Given
    from bot.tables.match import Match
    from bot.tables.publisher import Listener
    from bot.tables.request import TableRequest
    from bot.tables.services import TableServices, Thinkers

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""What the id of a table is made of: no two of these are easily confused."""

TABLES_PER_CHANNEL: Final = 5
"""How many tables may be in use in a channel."""

IN_USE: Final = 60 * 60.0
"""Seconds for which a table is in use after a person has done something there."""


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
        self._open: dict[str, Table] = {}
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
            games: The games that can be played, by name.
            services: What the tables need from outside.
            limit: How many tables may be in use in a channel.
            overrides: House rules that the operator has set for new tables, by the name of the game.

        Raises:
            StoreError: The log cannot be read.
        """
        tables = cls(services, limit, overrides)
        for saved in await services.log.open_tables():
            await tables._restore(saved, games)
        return tables

    def resume(self) -> None:
        """Publish that the tables are restored and let computers act. Call it once all listeners listen."""
        for table in tuple(self._open.values()):
            table.resume()

    async def postpone(self, away: Callable[[int], float]) -> None:
        """Let the deadlines of each table be later by the seconds for which its server's presses were lost.

        They are earlier if the seconds are negative, because the computer's clock was set back.

        Args:
            away: Returns the seconds for a server.
        """
        for table in tuple(self._open.values()):
            await table.postpone(away(table.guild_id))

    async def follow_clock(self) -> None:
        """Show and save the times at which something is due by the computer's clock, which has been set."""
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
            await table.close()
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
        """What tries out options of decisions; `None` if nothing does."""
        return self._services.thinkers

    def get(self, table_id: str) -> Table | None:
        """Return an open table by its id, or `None`."""
        return self._open.get(table_id)

    def count(self) -> dict[str, int]:
        """Return how many open tables are in each state."""
        counted = Counter(table.state for table in self._open.values())
        return {state.value: counted[state] for state in TableState if state is not TableState.ENDED}

    def in_channel(self, channel_id: int) -> tuple[Table, ...]:
        """Return the open tables of a channel, those that sleep too, oldest first."""
        return tuple(table for table in self._open.values() if table.channel_id == channel_id)

    @property
    def suspended(self) -> tuple[Suspended, ...]:
        """The tables that this program cannot restore, oldest first."""
        return tuple(self._suspended.values())

    def get_suspended(self, table_id: str) -> Suspended | None:
        """Return a table that this program cannot restore by its id, or `None`."""
        return self._suspended.get(table_id)

    async def end_suspended(self, table_id: str) -> Refusal | None:
        """End a table that this program cannot restore; what is saved of its deals stays as it is.

        Refused as `table_ended`, and as `storage_failed` with the `id` under which the reason was logged.
        """
        found = self._suspended.pop(table_id, None)
        if found is None:
            return refuse("table_ended")
        try:
            await self._services.log.save_table(*found.ended(self._services.date))
        except StaleLogError:
            return refuse("table_ended")
        except StoreError as error:
            self._suspended[table_id] = found
            return refuse("storage_failed", id=report(f"Table {table_id} cannot be saved: {error}", error))
        return None

    def of_server(self, guild_id: int) -> tuple[Table, ...]:
        """Return the open tables of a server, oldest first."""
        return tuple(table for table in self._open.values() if table.guild_id == guild_id)

    def of_user(self, user_id: int) -> tuple[Table, ...]:
        """Return the open tables that a person sits at, oldest first."""
        return tuple(table for table in self._open.values() if table.seat_of(user_id) is not None)

    def left_by(self, user_id: int) -> tuple[Table, ...]:
        """Return the open tables where a person may take a seat back, oldest first."""
        return tuple(table for table in self._open.values() if user_id in table.away)

    def sits_elsewhere(self, user_id: int, table: Table) -> bool:
        """Whether a person sits at another table of the same channel that does not sleep."""
        awake = (other for other in self.of_user(user_id) if other is not table and not other.asleep)
        return any(other.channel_id == table.channel_id for other in awake)

    def awaits(self, user_id: int, table_id: str, number: int) -> bool:
        """Whether a person has yet to play a deal of a table in a match, or to finish it."""
        matches = (table.match for table in (*self.of_user(user_id), *self.left_by(user_id)))
        return any(each.awaits(number) for each in matches if each and each.table_id == table_id)

    def listen(self, listener: Listener) -> None:
        """Pass all news from now on to a listener: after saving, and in order for each table."""
        self._publisher.listen(listener)

    def publish(self, table: Table, news: News) -> None:
        """Pass on news of a table; one that has ended is forgotten."""
        if news.kind is NewsKind.ENDED:
            self._open.pop(table.id, None)
        self._publisher.publish(table, news)

    async def create(self, request: TableRequest) -> Table | Refusal:
        """Open a table with its host on the first seat.

        No news of a lobby is published: the caller shows it.

        Returns:
            The table, or a refusal: `already_playing_here`, `too_many_tables` with their `count`,
            `knows_cards`, `stale` if the rematch has been opened already or its host has played the cards
            given to it, `storage_failed` with the `id` under which the reason was logged.

        Raises:
            ValueError: The game has no such option.
        """
        game, created_at, at = request.game, self._services.date, self._services.clock()
        identity = Identity(self._new_id(), request.guild_id, request.channel_id, game, created_at)
        dealt_before = request.given or request.match
        overrides = {} if request.match else self._overrides.get(game.name, {})
        most = request.match.seats if request.match else max(game.seats)
        seats = request.seats or (Occupant(request.host_name, request.host_id),)
        situation = Situation(
            request.host_id,
            (*seats, *(None,) * (most - len(seats))),
            options=differing(game, {**request.options, **overrides}),
            idle_since=at,
            locale=request.locale,
            pace=request.pace,
            seal=None if dealt_before else Chance(identity.id, self._services.shuffle).seal(1),
            strength=request.strength,
            hints=request.hints,
            match=request.match,
        )
        if request.given:
            situation = self._with_given(request.given, situation, at)
        table = Table(identity, situation, self._services, self)
        async with self.seating_lock:
            refusal = self._refused(table) or await may_sit(request.host_id, request.match, self._services)
            return refusal or await self._opened(table, identity, situation, request)

    async def erase(self, user_id: int, erase_rows: Callable[[int], Awaitable[None]]) -> Refusal | None:
        """Erase a person: first at every open table, then the rows. No one sits down meanwhile.

        Returns:
            `None`, or the refusal of a table; then it can be done again, as after any other failure.
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
        since = self._services.clock() - IN_USE
        in_use = (not each.asleep and each.idle_since > since for each in self.in_channel(table.channel_id))
        if sum(in_use) >= self._limit:
            return refuse("too_many_tables", count=self._limit)
        return None

    async def _opened(
        self, table: Table, identity: Identity, situation: Situation, request: TableRequest
    ) -> Table | Refusal:
        at, deal, given = identity.created_at, situation.deal, request.given
        row = table_row(identity, situation.by_clock(self._services.ahead()), at)
        first = None if deal is None else deal_row(situation, deal, at)
        who = request.host_id, request.host_name
        play = PlayRow(table.id, given.name, table.guild_id, *who, given.seat, at) if given else None
        try:
            await self._services.log.add_table(row, seat_rows(situation), request.rematch_of, first, play)
        except StaleLogError:
            return refuse("stale")
        except StoreError as error:
            return refuse("storage_failed", id=report(f"A new table cannot be saved: {error}", error))
        self._open[table.id] = table
        if given:
            self.publish(table, News(NewsKind.DEAL_STARTED))
        table.go_on()
        return table

    def _with_given(self, given: Given, lobby: Situation, at: float) -> Situation:
        """Return the situation of a new table at the start of the deal whose cards are given."""
        begun = start_given(replace(lobby, given=given.name), given.game, given.layout)
        return with_clock(lobby, begun, self._services.paces, self._services.offer_seconds, at)

    async def match_against(self, table_id: str, games: Mapping[str, Game]) -> Match | None:
        """Return the match against a table; `None` if there is none of that id whose deals are over.

        Raises:
            StoreError: The log cannot be read.
            UnreadableLogError: A log does not fit the rules of this program.
        """
        saved = await self._services.log.table(table_id)
        return match_against(saved, await self._services.deals_of(table_id), games) if saved else None

    async def _restore(self, saved: SavedTable, games: Mapping[str, Game]) -> None:
        try:
            identity, situation = restored(saved, games, await self._match_of(saved, games))
        except UnreadableLogError as error:
            report(f"Table {saved.table.id} is suspended because it cannot be restored: {error}")
        except Exception as error:  # noqa: BLE001 - one unreadable table must not stop the others
            report(f"Table {saved.table.id} is suspended because it cannot be restored", error)
        else:
            idle_since = min(situation.idle_since, self._services.clock())  # the clock may have been set back
            situation = replace(situation, idle_since=idle_since)
            self._open[identity.id] = Table(identity, situation, self._services, self)
            return
        self._suspended[saved.table.id] = Suspended(saved.table, saved.seats)

    async def _match_of(self, saved: SavedTable, games: Mapping[str, Game]) -> Match | None:
        """Return the match of a table that goes on."""
        first = first_table(saved.table.match)
        match = await self.match_against(first, games) if first else None
        if first and match is None:
            raise UnreadableLogError("the first table of its match is gone")
        return match

    def _new_id(self) -> str:
        while (name := "".join(secrets.choice(ALPHABET) for _ in range(6))) in (self._open | self._suspended):
            continue
        return name
