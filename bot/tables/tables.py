"""All open tables: opening one, finding one, and restoring them after a restart."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from bot.store import StoreError
from bot.tables.incidents import report
from bot.tables.news import News, NewsKind
from bot.tables.publisher import Publisher
from bot.tables.saving import Identity, UnreadableLogError, restored, seat_rows, table_row
from bot.tables.seating import differing
from bot.tables.situation import Occupant, Situation, TableState, refuse
from bot.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bot.rules.game import Game
    from bot.rules.reasons import Refusal
    from bot.store import SavedTable, TableRow
    from bot.tables.publisher import Listener
    from bot.tables.services import TableServices

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""What the id of a table is made of: no two of these are easily confused."""

TABLES_PER_CHANNEL: Final = 5
"""How many tables may be open in a channel."""


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A table to be opened: where, by whom, and what is played."""

    guild_id: int
    channel_id: int
    host_id: int
    host_name: str
    game: Game
    options: Mapping[str, object]
    """House rules by name; those not named have the game's default."""
    locale: str
    """The language of the public messages."""


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
        self._suspended: dict[str, TableRow] = {}

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
            limit: How many tables may be open in a channel.
            overrides: House rules that the operator has set for new tables, by the name of the game.

        Raises:
            StoreError: The log cannot be read.
        """
        tables = cls(services, limit, overrides)
        for saved in await services.log.open_tables():
            tables._restore(saved, games)
        return tables

    def resume(self) -> None:
        """Publish that the tables are restored and let computers act. Call it once all listeners listen."""
        for table in tuple(self._open.values()):
            table.resume()

    async def close(self) -> None:
        """Stop all computers, after changes that have begun have been saved and published."""
        for table in tuple(self._open.values()):
            await table.close()
        await self.quiet()

    async def quiet(self) -> None:
        """Wait until no computer is asked, no change is being saved and all news has been published."""
        while tasks := self.tasks:
            await asyncio.wait(tasks)

    @property
    def tasks(self) -> tuple[asyncio.Task[object], ...]:
        """The tasks now running at any table, and those passing news on."""
        at_tables = (task for table in self._open.values() for task in table.tasks)
        return (*at_tables, *self._publisher.tasks)

    def get(self, table_id: str) -> Table | None:
        """Return an open table by its id, or `None`."""
        return self._open.get(table_id)

    def count(self) -> dict[str, int]:
        """Return how many open tables are in each state."""
        counted = Counter(table.state for table in self._open.values())
        return {state.value: counted[state] for state in TableState if state is not TableState.ENDED}

    def in_channel(self, channel_id: int) -> tuple[Table, ...]:
        """Return the open tables of a channel, oldest first."""
        return tuple(table for table in self._open.values() if table.channel_id == channel_id)

    @property
    def suspended(self) -> tuple[TableRow, ...]:
        """The tables that this program cannot restore, oldest first."""
        return tuple(self._suspended.values())

    def is_suspended(self, table_id: str) -> bool:
        """Whether a table is one that this program cannot restore."""
        return table_id in self._suspended

    def of_server(self, guild_id: int) -> tuple[Table, ...]:
        """Return the open tables of a server, oldest first."""
        return tuple(table for table in self._open.values() if table.guild_id == guild_id)

    def of_user(self, user_id: int) -> tuple[Table, ...]:
        """Return the open tables that a person sits at, oldest first."""
        return tuple(table for table in self._open.values() if table.seat_of(user_id) is not None)

    def sits_elsewhere(self, user_id: int, table: Table) -> bool:
        """Whether a person sits at another table of the same channel."""
        return any(
            other is not table and other.channel_id == table.channel_id for other in self.of_user(user_id)
        )

    def listen(self, listener: Listener) -> None:
        """Pass all news from now on to a listener: after saving, and in order for each table."""
        self._publisher.listen(listener)

    def publish(self, table: Table, news: News) -> None:
        """Pass on news of a table; one that has ended is forgotten."""
        if news.kind is NewsKind.ENDED:
            self._open.pop(table.id, None)
        self._publisher.publish(table, news)

    async def create(self, request: TableRequest) -> Table | Refusal:
        """Open a table with its host on the first seat. No news is published: the caller shows it.

        Returns:
            The table, or a refusal: `already_playing_here`, `too_many_tables` with their `count`,
            `storage_failed` with the `id` under which the reason was logged.

        Raises:
            ValueError: The game has no such option.
        """
        game, created_at = request.game, self._services.clock()
        identity = Identity(
            self._new_id(), request.guild_id, request.channel_id, game, request.locale, created_at
        )
        free = (None,) * (max(game.seats) - 1)
        situation = Situation(
            request.host_id,
            (Occupant(request.host_name, request.host_id), *free),
            options=differing(game, {**request.options, **self._overrides.get(game.name, {})}),
        )
        table = Table(identity, situation, self._services, self)
        async with self.seating_lock:
            return self._refused(table) or await self._opened(table, identity, situation)

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
        if len(self.in_channel(table.channel_id)) >= self._limit:
            return refuse("too_many_tables", count=self._limit)
        return None

    async def _opened(self, table: Table, identity: Identity, situation: Situation) -> Table | Refusal:
        row = table_row(identity, situation, identity.created_at)
        try:
            await self._services.log.add_table(row, seat_rows(situation))
        except StoreError as error:
            return refuse("storage_failed", id=report(f"A new table cannot be saved: {error}", error))
        self._open[table.id] = table
        return table

    def _restore(self, saved: SavedTable, games: Mapping[str, Game]) -> None:
        try:
            identity, situation = restored(saved, games)
        except UnreadableLogError as error:
            report(f"Table {saved.table.id} is suspended because it cannot be restored: {error}")
        except Exception as error:  # noqa: BLE001 - one unreadable table must not stop the others
            report(f"Table {saved.table.id} is suspended because it cannot be restored", error)
        else:
            self._open[identity.id] = Table(identity, situation, self._services, self)
            return
        self._suspended[saved.table.id] = saved.table

    def _new_id(self) -> str:
        while (name := "".join(secrets.choice(ALPHABET) for _ in range(6))) in (self._open | self._suspended):
            continue
        return name
