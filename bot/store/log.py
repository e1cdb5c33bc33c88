"""The event log: tables, their seats, the cards of every deal, and every action in order.

Every write is compare-and-set: it gives the number of its save, and raises `StaleLogError` if that is not
the next one. Nothing is saved then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, bindparam, case, delete, func, insert, not_, or_, select, update

from bot.shards import EVERY, Shards
from bot.store import schema
from bot.store.database import Part, Query, Rows, Step, Work, grouped
from bot.store.ratings import counting, rating
from bot.store.rows import (
    ActionRow,
    DealEnd,
    DealRow,
    Played,
    PlayRow,
    SavedStanding,
    SavedTable,
    SeatRow,
    SessionEnd,
    StandingRow,
    TableRow,
)
from bot.store.schema import columns, in_order

_FIXED = ("id", "guild_id", "channel_id", "game", "engine", "created_at", "rematch", "given")
_CHANGING = tuple(name for name in TableRow._fields if name not in _FIXED)

_SAVE_TABLE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"), schema.tables.c.saves == bindparam("saved"))
    .values({name: bindparam(name) for name in _CHANGING})
)
_RUNNING = select(schema.tables.c.id).where(schema.tables.c.ended_at.is_(None))
_HAS_REMATCH = or_(
    schema.tables.c.rematch.in_(_RUNNING), schema.tables.c.rematch.in_(select(schema.deals.c.table_id))
)
_REMATCH = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .where(or_(schema.tables.c.rematch.is_(None), not_(_HAS_REMATCH)))
    .values(rematch=bindparam("rematch"))
)
_FINISH_PLAY = (
    update(schema.plays)
    .where(schema.plays.c.table_id == bindparam("table"))
    .values({name: bindparam(name) for name in Played._fields})
)
_FREE_SEATS = delete(schema.seats).where(schema.seats.c.table_id == bindparam("table"))
_FINISH_DEAL = (
    update(schema.deals)
    .where(schema.deals.c.table_id == bindparam("table"), schema.deals.c.number == bindparam("deal"))
    .values({name: bindparam(name) for name in ("result", "ended_at", "summary")})
)


class Log(Part):
    """The event log. Every method is one transaction."""

    async def server_of(self, table_id: str) -> int | None:
        """Return the server of a table, even of one that has ended; `None` if there is none."""
        query = select(schema.tables.c.guild_id).where(schema.tables.c.id == table_id)
        return next((server for (server,) in await self._database.rows(query)), None)

    async def server_of_player(self, user_id: int) -> int | None:
        """Return the server of the open table that a person plays at, of several the one opened last.

        A table comes later if it is asleep, and last if a computer plays there for the person.
        """
        table, seat = schema.tables.c, schema.seats.c
        query = (
            select(table.guild_id)
            .join_from(schema.tables, schema.seats)
            .where(table.ended_at.is_(None), or_(seat.user_id == user_id, seat.away_id == user_id))
            .order_by(case((seat.user_id == user_id, 0), else_=1), table.asleep, table.created_at.desc())
            .limit(1)
        )
        return next((server for (server,) in await self._database.rows(query)), None)

    async def add_table(
        self,
        table: TableRow,
        seats: Iterable[SeatRow],
        rematch_of: str = "",
        deal: DealRow | None = None,
        play: PlayRow | None = None,
    ) -> None:
        """Save a new table; at a table of given cards with its only deal and the play of them.

        `rematch_of`: the id of the ended table whose players have a rematch there; empty for none. The new
        table replaces a rematch that has closed without a deal.

        Raises:
            StaleLogError: The ended table has had its rematch, or the person has played these cards.
        """
        noted = Step(_REMATCH, [{"table": rematch_of, "rematch": table.id}], guards=True)
        added = [Step(insert(schema.tables), [table._asdict()]), _take_seats(table, seats)]
        added += [Step(insert(schema.deals), [{"table_id": table.id, **deal._asdict()}])] if deal else []
        added += [Step(insert(schema.plays), [play._asdict()], guards=True)] if play else []
        await self._database.write(*([noted] if rematch_of else []), *added)

    async def save_table(
        self, table: TableRow, seats: Iterable[SeatRow], ended: SessionEnd | None = None
    ) -> None:
        """Save what changes at a table other than by actions: host, house rules, seats, state, end.

        Raises:
            StaleLogError: Another writer has saved the table.
        """
        await self._database.write(*_save(table, seats), *_rating(table, ended))

    async def start_deal(self, table: TableRow, seats: Iterable[SeatRow], deal: DealRow) -> None:
        """Save a new deal with its cards, and the session and seats it begins with.

        Raises:
            StaleLogError: Another writer has saved the table.
        """
        row = {"table_id": table.id, **deal._asdict()}
        await self._database.write(*_save(table, seats), Step(insert(schema.deals), [row], guards=True))

    async def append(
        self,
        table: TableRow,
        deal: int,
        length: int,
        actions: Sequence[ActionRow],
        at: float,
        end: DealEnd | None = None,
        seats: Iterable[SeatRow] | None = None,
        ended: SessionEnd | None = None,
    ) -> None:
        """Save the next actions of a deal, and the end of the deal or of the session if they bring it.

        `table`: as it is after these actions.
        `length`: how many actions the deal's log has before these.
        `seats`: `None` if they have not changed.

        Raises:
            StaleLogError: Another writer has saved the table, or the deal has these actions or is unknown.
        """
        key = {"table_id": table.id, "deal": deal, "at": at}
        rows = [{**key, "seq": seq, **each._asdict()} for seq, each in enumerate(actions, length)]
        saved = [_save_table(table)] if seats is None else _save(table, seats)
        steps = [*saved, Step(insert(schema.actions), rows, guards=True)]
        if end is not None:
            over = {"result": end.result, "ended_at": at, "summary": end.summary}
            whose = table.id, deal, table.guild_id, table.game, at
            standings = [SavedStanding(*whose, **each._asdict()) for each in end.standings]
            steps += [
                Step(_FINISH_DEAL, [{"table": table.id, "deal": deal, **over}]),
                Step(insert(schema.standings), [each._asdict() for each in standings]),
                Step(_FINISH_PLAY, [{"table": table.id, **end.played._asdict()}] if end.played else []),
                counting(standings),
            ]
        await self._database.write(*steps, *_rating(table, ended))

    async def open_tables(self, shards: Shards = EVERY) -> tuple[SavedTable, ...]:
        """Return every table of some shards that has not ended, oldest first, with its latest deal."""
        mine = schema.of_shards(schema.tables.c.guild_id, shards)
        return await self._tables(schema.tables.c.ended_at.is_(None) & mine)

    async def place_elsewhere(self, table_id: str, shards: Shards) -> tuple[int, int] | None:
        """Return the server and channel of a table that has not ended, unless it is of a range of shards."""
        table = schema.tables.c
        elsewhere = ~schema.of_shards(table.guild_id, shards)
        query = select(table.guild_id, table.channel_id)
        found = query.where(table.id == table_id, table.ended_at.is_(None), elsewhere)
        return next(((server, channel) for server, channel in await self._database.rows(found)), None)

    async def table(self, table_id: str) -> SavedTable | None:
        """Return a table with its latest deal, even if it has ended; `None` if there is none of that id."""
        found = await self._tables(schema.tables.c.id == table_id)
        return found[0] if found else None

    async def _tables(self, which: ColumnElement[bool]) -> tuple[SavedTable, ...]:
        return _saved_tables(await self._database.read(*_queries(which)))


def _rating(table: TableRow, ended: SessionEnd | None) -> tuple[Work, ...]:
    return (rating(table, ended.teams, ended.at),) if ended else ()


def _save(table: TableRow, seats: Iterable[SeatRow]) -> tuple[Step, ...]:
    return _save_table(table), Step(_FREE_SEATS, [{"table": table.id}]), _take_seats(table, seats)


def _save_table(table: TableRow) -> Step:
    values = {name: getattr(table, name) for name in _CHANGING}
    return Step(_SAVE_TABLE, [{"table": table.id, "saved": table.saves - 1, **values}], guards=True)


def _take_seats(table: TableRow, seats: Iterable[SeatRow]) -> Step:
    return Step(insert(schema.seats), [{"table_id": table.id, **each._asdict()} for each in seats])


def _queries(which: ColumnElement[bool]) -> tuple[Query, ...]:
    """Return what restores tables. The rows of all but the first query begin with the id of their table."""
    tables, seats, deals, actions = schema.tables, schema.seats, schema.deals, schema.actions
    standings = schema.standings
    ids = select(tables.c.id).where(which)
    latest = (
        select(deals.c.table_id, func.max(deals.c.number).label("number"))
        .where(deals.c.table_id.in_(ids))
        .group_by(deals.c.table_id)
        .subquery()
    )
    return (
        select(*columns(tables, TableRow)).where(which).order_by(tables.c.created_at, tables.c.id),
        in_order(seats, seats.c.table_id.in_(ids), of=(seats.c.table_id, *columns(seats, SeatRow))),
        select(deals.c.table_id, *columns(deals, DealRow)).join(
            latest, (deals.c.table_id == latest.c.table_id) & (deals.c.number == latest.c.number)
        ),
        select(actions.c.table_id, *columns(actions, ActionRow))
        .join(latest, (actions.c.table_id == latest.c.table_id) & (actions.c.deal == latest.c.number))
        .order_by(actions.c.table_id, actions.c.seq),
        select(actions.c.table_id, func.count())
        .where(actions.c.table_id.in_(ids))
        .group_by(actions.c.table_id),
        in_order(
            standings,
            standings.c.table_id.in_(ids),
            of=(standings.c.table_id, standings.c.deal, *columns(standings, StandingRow)),
        ),
    )


def _saved_tables(found: Sequence[Rows]) -> tuple[SavedTable, ...]:
    tables, *others = found
    seats, deals, actions, saved_actions, standings = map(grouped, others)

    def saved(table: TableRow) -> SavedTable:
        return SavedTable(
            table=table,
            seats=tuple(SeatRow(*row) for row in seats.get(table.id, ())),
            deal=next((DealRow(*row) for row in deals.get(table.id, ())), None),
            actions=tuple(ActionRow(*row) for row in actions.get(table.id, ())),
            saved_actions=sum(number for (number,) in saved_actions.get(table.id, ())),
            standings={
                deal: tuple(StandingRow(*row) for row in rows)
                for deal, rows in grouped(standings.get(table.id, [])).items()
            },
        )

    return tuple(saved(TableRow(*row)) for row in tables)
