"""Everything that was ever played, read in batches, so that it takes little memory however much it is."""

from __future__ import annotations

import asyncio
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Integer, bindparam, select, tuple_, union

from bot.store.ratings import STANDING, saved_standing
from bot.store.rows import ActionRow, DealRow, PlayRow, SavedDeal, SavedPlayer, SavedSession, TableRow
from bot.store.schema import ID, actions, columns, deals, plays, rated, ratings, standings, tables, tallies
from bot.store.standing_rows import RatedRow, RatingRow, TallyRow

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping, Sequence

    from sqlalchemy import Column, Select, Table

    from bot.store.database import Database, Query, Rows

BATCH: Final = 10
"""How many tables or people are read at a time: each may have thousands of actions or standings."""


class History:
    """All deals and what they brought. Methods raise `StoreError`.

    Each batch is read from one state of the database; others may write meanwhile.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def deals(self) -> AsyncIterator[SavedDeal]:
        """Yield every deal whose log is kept, finished or not."""
        after = ""
        while ids := await self._database.rows(_TABLE_IDS, batch=BATCH, after=after):
            ((last,),) = ids[-1:]
            for each in _saved_deals(await self._database.read(*_DEALS, after=after, last=last)):
                yield each
            after = last

    async def saved_deal(self, table_id: str, number: int) -> SavedDeal | None:
        """Return one deal, finished or not; `None` if its log is not kept."""
        found = await self._database.read(*_ONE_DEAL, table=table_id, deal=number)
        return next(_saved_deals(found), None)

    async def deals_of(self, table_id: str) -> tuple[SavedDeal, ...]:
        """Return the deals of a table in their order, finished or not; none if their logs are not kept."""
        found = await self._database.read(*_ONE_TABLE, table=table_id)
        # In a thread: of a long evening there are thousands of actions.
        return await asyncio.to_thread(lambda: tuple(_saved_deals(found)))

    async def players(self) -> AsyncIterator[SavedPlayer]:
        """Yield every person of every server, with all standings in the order they were saved in."""
        server, user = -1, -1
        while ids := await self._database.rows(_PLAYER_IDS, batch=BATCH, server=server, user=user):
            until = dict(zip(("last_server", "last_user"), ids[-1], strict=True))
            found = await self._database.read(*_PLAYERS, server=server, user=user, **until)
            played, counted, sessions, results = (_grouped(rows, 2) for rows in found)
            for guild_id, user_id in ids:
                key = guild_id, user_id
                yield SavedPlayer(
                    guild_id,
                    user_id,
                    tuple(map(saved_standing, played.get(key, []))),
                    tuple(TallyRow(*row) for row in counted.get(key, [])),
                    tuple(RatedRow(*row) for row in sessions.get(key, [])),
                    tuple(RatingRow(*row) for row in results.get(key, [])),
                )
            server, user = ids[-1]

    async def sessions(self) -> AsyncIterator[SavedSession]:
        """Yield every session that is over or was rated, with the standings of all its deals."""
        after = ""
        while ids := await self._database.rows(_SESSION_IDS, batch=BATCH, after=after):
            ((last,),) = ids[-1:]
            found = await self._database.read(*_SESSIONS, after=after, last=last)
            played, rated_, ended = (_grouped(rows, 1) for rows in found)
            for (table_id,) in ids:
                yield SavedSession(
                    table_id,
                    tuple(map(saved_standing, played.get((table_id,), []))),
                    tuple(RatedRow(*row) for row in rated_.get((table_id,), [])),
                    *ended.get((table_id,), [(None,)])[0],
                )
            after = last


def _saved_deals(found: Sequence[Rows]) -> Iterator[SavedDeal]:
    known = {table.id: table for table in (TableRow(*row) for row in found[0])}
    logs, results = _grouped(found[2], 2), _grouped(found[3], 2)
    given = {play.table_id: play for play in (PlayRow(*row) for row in found[4])}
    for table_id, *row in found[1]:
        deal = DealRow(*row)
        key = table_id, deal.number
        log = tuple(ActionRow(*action) for action in logs.get(key, []))
        gained = tuple(map(saved_standing, results.get(key, [])))
        yield SavedDeal(known[table_id], deal, log, gained, given.get(table_id))


def _grouped(rows: Rows, width: int) -> Mapping[tuple[Any, ...], Rows]:
    """Return the rows of each key, without it. The key is their first columns, and they are in its order."""
    groups = groupby(rows, lambda row: row[:width])
    return {key: [row[width:] for row in group] for key, group in groups}


_BATCH: Final = bindparam("batch", type_=Integer)

_TABLE_IDS: Final = (
    select(tables.c.id).where(tables.c.id > bindparam("after")).order_by(tables.c.id).limit(_BATCH)
)


def _of_tables(table: Table, *chosen: Column[object], key: str = "table_id") -> Query:
    within = (table.c[key] > bindparam("after")) & (table.c[key] <= bindparam("last"))
    return select(*chosen).where(within).order_by(*table.primary_key.columns)


_DEALS: Final = (
    _of_tables(tables, *columns(tables, TableRow), key="id"),
    _of_tables(deals, deals.c.table_id, *columns(deals, DealRow)),
    _of_tables(actions, actions.c.table_id, actions.c.deal, *columns(actions, ActionRow)),
    _of_tables(standings, standings.c.table_id, standings.c.deal, *STANDING),
    _of_tables(plays, *columns(plays, PlayRow)),
)


def _of_table(table: Table, *chosen: Column[object]) -> Select[*tuple[Any, ...]]:
    key = table.c.table_id == bindparam("table")
    return select(*chosen).where(key).order_by(*table.primary_key.columns)


_TABLE: Final = select(*columns(tables, TableRow)).where(tables.c.id == bindparam("table"))
_LOGS: Final = (
    _of_table(deals, deals.c.table_id, *columns(deals, DealRow)),
    _of_table(actions, actions.c.table_id, actions.c.deal, *columns(actions, ActionRow)),
    _of_table(standings, standings.c.table_id, standings.c.deal, *STANDING),
)
_PLAY: Final = _of_table(plays, *columns(plays, PlayRow))
_ONE_TABLE: Final = (_TABLE, *_LOGS, _PLAY)
_ONE_DEAL: Final = (
    _TABLE,
    *(
        query.where(number == bindparam("deal"))
        for query, number in zip(_LOGS, (deals.c.number, actions.c.deal, standings.c.deal), strict=True)
    ),
    _PLAY,
)

_AFTER: Final = tuple_(bindparam("server", type_=ID), bindparam("user", type_=ID))
_LAST: Final = tuple_(bindparam("last_server", type_=ID), bindparam("last_user", type_=ID))


def _player_ids(table: Table) -> Query:
    key = table.c.guild_id, table.c.user_id
    after = select(*key).where(key[1].is_not(None), tuple_(*key) > _AFTER)
    return select(after.distinct().order_by(*key).limit(_BATCH).subquery())


_PLAYER_IDS: Final = (
    union(*map(_player_ids, (tallies, standings, rated, ratings)))
    .order_by("guild_id", "user_id")
    .limit(_BATCH)
)


def _of_players(table: Table, *chosen: Column[object]) -> Query:
    key = table.c.guild_id, table.c.user_id
    return select(*key, *chosen).where(tuple_(*key) > _AFTER, tuple_(*key) <= _LAST).order_by(*key)


_PLAYERS: Final = (
    _of_players(standings, *STANDING).order_by(standings.c.at, standings.c.table_id, standings.c.deal),
    _of_players(tallies, *columns(tallies, TallyRow)),
    _of_players(rated, *columns(rated, RatedRow)).order_by(rated.c.game, rated.c.sessions),
    _of_players(ratings, *columns(ratings, RatingRow)),
)

_OVER: Final = (
    select(tables.c.id.label("table_id")).where(tables.c.ended_at.is_not(None)),
    select(rated.c.table_id),
)
_SESSION_IDS: Final = (
    union(*(each.where(each.selected_columns[0] > bindparam("after")) for each in _OVER))
    .order_by("table_id")
    .limit(_BATCH)
)
_SESSIONS: Final = (
    _of_tables(standings, standings.c.table_id, *STANDING),
    _of_tables(rated, rated.c.table_id, *columns(rated, RatedRow)),
    _of_tables(tables, tables.c.id, tables.c.ended_at, key="id"),
)
