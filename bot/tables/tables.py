"""All open tables: opening one, finding one, and bringing them back after a restart."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from bot.store import StoreError
from bot.tables.incidents import report
from bot.tables.news import News, NewsKind, Teller
from bot.tables.saving import Identity, UnreadableLogError, restored, seat_rows, table_row
from bot.tables.seating import differing
from bot.tables.shuffle import Shuffle, SystemShuffle
from bot.tables.situation import Occupant, Situation, TableState, refuse
from bot.tables.table import Means, Table

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bot.players import Player
    from bot.rules.game import Game
    from bot.rules.reasons import Refusal
    from bot.store import SavedTable, Store
    from bot.tables.news import Listener

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""What the name of a table is made of; nothing in it looks like something else."""

TABLES_PER_CHANNEL: Final = 5
"""How many tables may be open in a channel."""


class Tables:
    """Every table that has not ended."""

    def __init__(self, means: Means, limit: int, figures: Mapping[str, Mapping[str, object]]) -> None:
        self.door = asyncio.Lock()
        self._means = means
        self._limit = limit
        self._figures = figures
        self._teller = Teller()
        self._open: dict[str, Table] = {}

    @classmethod
    async def open(
        cls,
        store: Store,
        games: Mapping[str, Game],
        player_for: Callable[[str], Player],
        *,
        shuffle: Shuffle | None = None,
        pause: float = 1.2,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] = time.time,
        limit: int = TABLES_PER_CHANNEL,
        figures: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
    ) -> Tables:
        """Bring back every open table from the store; `resume` lets them go on.

        Args:
            store: where they are saved.
            games: the games that can be played, by name.
            player_for: makes a computer player for the name of a game.
            shuffle: where chance comes from; the operating system, if not given.
            pause: seconds a computer player takes before it moves.
            sleep: waits so many seconds.
            clock: the time in seconds since 1970.
            limit: how many tables may be open in a channel.
            figures: by game, the tables of figures that new tables of it are played by.

        Raises:
            StoreError: the store cannot be read or written.
        """
        means = Means(store.log, player_for, shuffle or SystemShuffle(), pause, sleep, clock)
        tables = cls(means, limit, figures)
        for saved in await store.log.open_tables():
            await tables._restore(saved, games)
        return tables

    def resume(self) -> None:
        """Tell that the tables are back and let their computers move: to be called once all listen."""
        for table in tuple(self._open.values()):
            table.resume()

    async def close(self) -> None:
        """Stop all computers, once what is being saved is saved and told."""
        for table in tuple(self._open.values()):
            await table.close()
        await self.quiet()

    async def quiet(self) -> None:
        """Wait until no computer is to move, nothing is being saved and everything is told."""
        while tasks := [task for table in self._open.values() for task in table.tasks] + [
            *self._teller.tasks
        ]:
            await asyncio.wait(tasks)

    def get(self, table_id: str) -> Table | None:
        """The open table of that name, if there is one."""
        return self._open.get(table_id)

    def in_channel(self, channel_id: int) -> tuple[Table, ...]:
        """The open tables of a channel, oldest first."""
        return tuple(table for table in self._open.values() if table.channel_id == channel_id)

    def of_user(self, user_id: int) -> tuple[Table, ...]:
        """The open tables that a person sits at, oldest first."""
        return tuple(table for table in self._open.values() if table.seat_of(user_id) is not None)

    def sits_elsewhere(self, user_id: int, table: Table) -> bool:
        """Whether a person sits at another table of the same channel."""
        return any(
            other is not table and other.channel_id == table.channel_id for other in self.of_user(user_id)
        )

    def listen(self, listener: Listener) -> None:
        """Tell somebody all news from now on: after saving, in order, whatever becomes of the telling."""
        self._teller.listen(listener)

    def tell(self, table: Table, news: News) -> None:
        """Pass on a table's news; with its end the table is forgotten here."""
        if news.kind is NewsKind.ENDED:
            self._open.pop(table.id, None)
        self._teller.tell(table, news)

    async def create(
        self,
        guild_id: int,
        channel_id: int,
        host_id: int,
        host_name: str,
        game: Game,
        options: Mapping[str, object],
        locale: str,
    ) -> Table | Refusal:
        """Open a table in a channel, its host on the first seat. The caller shows it; no news is told.

        Returns:
            The table, or a refusal: `already_playing_here`, `too_many_tables` with their `count`,
            `storage_failed` with the `id` under which the reason was logged.

        Raises:
            ValueError: the game has no such option.
        """
        identity = Identity(
            self._new_id(),
            guild_id,
            channel_id,
            game,
            locale,
            self._means.clock(),
        )
        free = (None,) * (max(game.seats) - 1)
        situation = Situation(
            host_id,
            (Occupant(host_name, host_id), *free),
            options=differing(game, {**options, **self._figures.get(game.name, {})}),
        )
        table = Table(identity, situation, self._means, self)
        async with self.door:
            return self._refused(table) or await self._opened(table, identity, situation)

    def _refused(self, table: Table) -> Refusal | None:
        if self.sits_elsewhere(table.host_id, table):
            return refuse("already_playing_here")
        if len(self.in_channel(table.channel_id)) >= self._limit:
            return refuse("too_many_tables", count=self._limit)
        return None

    async def _opened(self, table: Table, identity: Identity, situation: Situation) -> Table | Refusal:
        row = table_row(identity, situation, identity.created_at)
        try:
            await self._means.log.add_table(row, seat_rows(situation))
        except StoreError as error:
            return refuse("storage_failed", id=report(f"A new table cannot be saved: {error}", error))
        self._open[table.id] = table
        return table

    async def _restore(self, saved: SavedTable, games: Mapping[str, Game]) -> None:
        try:
            identity, situation = restored(saved, games)
        except UnreadableLogError as error:
            report(f"Table {saved.table.id} is ended, it cannot be brought back: {error}")
        except Exception as error:  # noqa: BLE001 - one table that cannot be read must not stop the others
            report(f"Table {saved.table.id} is ended, it cannot be brought back", error)
        else:
            self._open[identity.id] = Table(identity, situation, self._means, self)
            return
        ended = replace(saved.table, state=TableState.ENDED, ended_at=self._means.clock())
        await self._means.log.save_table(ended, saved.seats)

    def _new_id(self) -> str:
        while (name := "".join(secrets.choice(ALPHABET) for _ in range(6))) in self._open:
            continue
        return name
