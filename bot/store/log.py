"""The event log: tables, their seats, the cards of every deal, and every action in order."""

from __future__ import annotations

from dataclasses import astuple
from typing import TYPE_CHECKING, Final

from bot.store.errors import StaleLogError
from bot.store.rows import ActionRow, DealEnd, DealRow, SavedTable, SeatRow, TableRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import aiosqlite

    from bot.store.database import Database

_ADD_TABLE: Final = (
    "INSERT INTO tables (id, guild_id, channel_id, host_id, game, options, locale, state, engine, session,"
    " created_at, ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_OPEN_TABLES: Final = (
    "SELECT id, guild_id, channel_id, host_id, game, options, locale, state, engine, session,"
    " created_at, ended_at FROM tables WHERE ended_at IS NULL ORDER BY created_at, id"
)
_SAVE_TABLE: Final = (
    "UPDATE tables SET host_id = ?, options = ?, state = ?, session = ?, ended_at = ? WHERE id = ?"
)
_ADD_SEAT: Final = "INSERT INTO seats (table_id, seat, user_id, away_id, name) VALUES (?, ?, ?, ?, ?)"
_ADD_DEAL: Final = (
    "INSERT INTO deals (table_id, number, dealer, session, hands, talon, started_at, result, ended_at,"
    " misdeals) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_LATEST_DEAL: Final = (
    "SELECT number, dealer, session, hands, talon, started_at, result, ended_at, misdeals"
    " FROM deals WHERE table_id = ? ORDER BY number DESC LIMIT 1"
)
_FINISH_DEAL: Final = "UPDATE deals SET result = ?, ended_at = ? WHERE table_id = ? AND number = ?"
_LENGTH: Final = (
    "SELECT (SELECT count(*) FROM actions WHERE table_id = deals.table_id AND deal = number)"
    " FROM deals WHERE table_id = ? AND number = ? AND ended_at IS NULL"
)
_ADD_ACTION: Final = "INSERT INTO actions (table_id, deal, seq, seat, action, at) VALUES (?, ?, ?, ?, ?, ?)"
_ADD_STANDING: Final = (
    "INSERT INTO standings (table_id, deal, guild_id, game, at,"
    " seat, user_id, name, points, net, computers, declarer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


class Log:
    """The event log. Every method is one transaction and raises `StoreError` if that fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_table(self, table: TableRow, seats: Iterable[SeatRow]) -> None:
        """Save a new table."""
        async with self._database.transaction() as connection:
            await connection.execute(_ADD_TABLE, astuple(table))
            await _save_seats(connection, table.id, seats)

    async def save_table(self, table: TableRow, seats: Iterable[SeatRow]) -> None:
        """Save what changes at a table other than by actions: host, house rules, seats, state, end."""
        async with self._database.transaction() as connection:
            await _save_table(connection, table)
            await _save_seats(connection, table.id, seats)

    async def start_deal(self, table: TableRow, seats: Iterable[SeatRow], deal: DealRow) -> None:
        """Save a new deal with its cards, and the session and seats it begins with."""
        async with self._database.transaction() as connection:
            await _save_table(connection, table)
            await _save_seats(connection, table.id, seats)
            await connection.execute(_ADD_DEAL, (table.id, *astuple(deal)))

    async def append(
        self,
        table: TableRow,
        deal: int,
        expected: int,
        actions: Sequence[ActionRow],
        at: float,
        end: DealEnd | None = None,
    ) -> None:
        """Save the next actions of a deal, and its result if they end it.

        Args:
            table: The table as it is after these actions.
            deal: The number of the deal.
            expected: How many actions the deal's log has before these.
            actions: The actions in order.
            at: When they were taken, in seconds since 1970.
            end: The result and the standings; `None` while the deal goes on.

        Raises:
            StaleLogError: The log has another length, or the deal is over or unknown; nothing was saved.
        """
        async with self._database.transaction() as connection:
            if await _length(connection, table.id, deal) != expected:
                raise StaleLogError(f"The log of deal {deal} at table {table.id} is not at {expected}.")
            await connection.executemany(
                _ADD_ACTION,
                [
                    (table.id, deal, seq, each.seat, each.action, at)
                    for seq, each in enumerate(actions, expected)
                ],
            )
            if end is not None:
                await _finish(connection, table, deal, at, end)

    async def open_tables(self) -> tuple[SavedTable, ...]:
        """Return every table that has not ended, oldest first, with its latest deal."""
        found = await self._database.rows(_OPEN_TABLES)
        return tuple([await self._saved(TableRow(*row)) for row in found])

    async def _saved(self, table: TableRow) -> SavedTable:
        rows, key = self._database.rows, (table.id,)
        seats = await rows(
            "SELECT seat, user_id, away_id, name FROM seats WHERE table_id = ? ORDER BY seat", key
        )
        latest = await rows(_LATEST_DEAL, key)
        deal = DealRow(*latest[0]) if latest else None
        actions = await rows(
            "SELECT seat, action FROM actions WHERE table_id = ? AND deal = ? ORDER BY seq",
            (table.id, deal.number if deal else 0),
        )
        saved = await rows("SELECT count(*) FROM actions WHERE table_id = ?", key)
        return SavedTable(
            table=table,
            seats=tuple(SeatRow(*row) for row in seats),
            deal=deal,
            actions=tuple(ActionRow(*row) for row in actions),
            saved_actions=saved[0][0],
        )


async def _length(connection: aiosqlite.Connection, table_id: str, deal: int) -> int | None:
    counted = list(await connection.execute_fetchall(_LENGTH, (table_id, deal)))
    return int(counted[0][0]) if counted else None


async def _save_table(connection: aiosqlite.Connection, table: TableRow) -> None:
    changed = (table.host_id, table.options, table.state, table.session, table.ended_at)
    await connection.execute(_SAVE_TABLE, (*changed, table.id))


async def _save_seats(connection: aiosqlite.Connection, table_id: str, seats: Iterable[SeatRow]) -> None:
    await connection.execute("DELETE FROM seats WHERE table_id = ?", (table_id,))
    await connection.executemany(_ADD_SEAT, [(table_id, *astuple(each)) for each in seats])


async def _finish(
    connection: aiosqlite.Connection, table: TableRow, deal: int, at: float, end: DealEnd
) -> None:
    await _save_table(connection, table)
    await connection.execute(_FINISH_DEAL, (end.result, at, table.id, deal))
    whose = (table.id, deal, table.guild_id, table.game, at)
    await connection.executemany(_ADD_STANDING, [(*whose, *astuple(each)) for each in end.standings])
