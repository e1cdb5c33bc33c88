"""What was played: finished deals page by page, plays of given cards, and everything for a recount."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    Integer,
    Select,
    Table,
    and_,
    bindparam,
    func,
    or_,
    select,
    tuple_,
    union,
    update,
)

from bot.store.database import Part, Query, Rows, Step
from bot.store.rows import (
    ActionRow,
    DealRow,
    Elsewhere,
    PlayRow,
    RatedRow,
    RatingRow,
    SavedDeal,
    SavedPlayer,
    SavedSession,
    StandingRow,
    TableRow,
    TallyRow,
)
from bot.store.schema import (
    ID,
    actions,
    columns,
    deals,
    plays,
    rated,
    ratings,
    seats,
    standings,
    tables,
    tallies,
)
from bot.store.standings import STANDING, saved_standing

_KEY = (standings.c.at, standings.c.table_id, standings.c.deal)


class FinishedDeal(NamedTuple):
    """A finished deal, and what it brought to each seat."""

    table_id: str
    number: int
    """The number of the deal at its table, from 1."""
    game: str
    at: float
    """When it ended, in seconds since 1970."""
    standings: tuple[StandingRow, ...]
    """By seat."""


class SummarizedDeal(NamedTuple):
    """A finished deal, void or not, on the sheet of a session."""

    number: int
    summary: str | None
    """JSON; `None` if an earlier version of this program saved the deal."""
    standings: tuple[StandingRow, ...]
    """By seat."""


def _query(order: Sequence[Column[Any]], *given: Column[Any]) -> Query:
    """Select the standings of a page of deals of a server.

    Args:
        order: The columns of `_KEY` in the order in which an index has them.
        given: The columns whose values restrict the deals.
    """
    which = (column == bindparam(column.name) for column in (standings.c.guild_id, *given))
    latest = (
        select(*_KEY)
        .where(*which)
        .distinct()
        .order_by(*(column.desc() for column in order))
        .limit(bindparam("limit", type_=Integer))
        .offset(bindparam("offset", type_=Integer))
        .subquery()
    )
    # Joined by its own key: SQLite would look for the deals of a page among all those of the server.
    of_deal = (standings.c[name] == latest.c[name] for name in ("table_id", "deal"))
    return (
        select(standings.c.game, *_KEY, *columns(standings, StandingRow))
        .join(latest, and_(*of_deal))
        .order_by(*(latest.c[column.name].desc() for column in order), standings.c.seat)
    )


_ALL = _query(_KEY)
_OF_PERSON = _query(_KEY, standings.c.user_id)
_OF_TABLE = _query(_KEY[1:] + _KEY[:1], standings.c.table_id)

_SESSION = (
    select(deals.c.number, deals.c.summary)
    .where(deals.c.table_id == bindparam("table"), deals.c.result.is_not(None))
    .order_by(deals.c.number),
    select(standings.c.deal, *columns(standings, StandingRow))
    .where(standings.c.table_id == bindparam("table"))
    .order_by(standings.c.deal, standings.c.seat),
)
_SUMMARIZE = (
    update(deals)
    .where(deals.c.table_id == bindparam("table"), deals.c.number == bindparam("deal"))
    .values(summary=bindparam("text"))
)


class FinishedDeals(Part):
    """Finished deals: page by page without the void ones, or all of a table."""

    async def page(
        self,
        guild_id: int,
        user_id: int | None = None,
        table_id: str = "",
        *,
        offset: int = 0,
        limit: int = 10,
    ) -> tuple[FinishedDeal, ...]:
        """Return some finished deals of a server, the latest first; of one table or person if it is given."""
        facts = {"guild_id": guild_id, "offset": offset, "limit": limit}
        if table_id:
            rows = await self._database.rows(_OF_TABLE, **facts, table_id=table_id)
        elif user_id is None:
            rows = await self._database.rows(_ALL, **facts)
        else:
            rows = await self._database.rows(_OF_PERSON, **facts, user_id=user_id)
        return tuple(
            FinishedDeal(table_id, number, game, at, tuple(StandingRow(*row[4:]) for row in group))
            for (game, at, table_id, number), group in groupby(rows, lambda row: row[:4])
        )

    async def of_table(self, table_id: str) -> tuple[SummarizedDeal, ...]:
        """Return the finished deals of a table in their order; none if they are not kept."""
        found, gained = await self._database.read(*_SESSION, table=table_id)
        by_deal = _grouped(gained, 1)
        return tuple(
            SummarizedDeal(number, text, tuple(StandingRow(*row) for row in by_deal.get((number,), ())))
            for number, text in found
        )

    async def summarize(self, table_id: str, summaries: Mapping[int, str]) -> None:
        """Save the summaries of finished deals of a table, as JSON by the numbers of the deals."""
        rows = [{"table": table_id, "deal": deal, "text": each} for deal, each in summaries.items()]
        await self._database.write(Step(_SUMMARIZE, rows))


_given = plays.c.given == bindparam("given")
_here = plays.c.guild_id == bindparam("guild_id", type_=ID)
_mine = plays.c.user_id == bindparam("user_id", type_=ID)

_ONE = select(*columns(plays, PlayRow)).where(_given, _mine)
_BEGUN = select(plays.c.table_id).where(_given).limit(1)
_BEST = (
    select(*columns(plays, PlayRow))
    .where(_given, plays.c.points.is_not(None), or_(_here, _mine))
    .order_by(plays.c.points.desc(), plays.c.at, plays.c.table_id)
    .limit(25)
)
_OTHERS = select(func.count(), func.max(plays.c.points), func.sum(plays.c.points)).where(
    _given, plays.c.points.is_not(None), ~_here
)
_dealt = select(deals.c.table_id).where(deals.c.table_id == tables.c.id).exists()
_of_match = (tables.c.id == seats.c.table_id) & tables.c.match.startswith(bindparam("match"))
_KNOWING = union(
    select(plays.c.user_id).where(plays.c.given.in_(bindparam("given"))),
    *(
        select(person).where(_of_match, or_(tables.c.ended_at.is_(None), _dealt))
        for person in (seats.c.user_id, seats.c.away_id)
    ),
)


class Plays(Part):
    """Plays of given cards, by the name of the cards."""

    async def of(self, given: str, user_id: int) -> PlayRow | None:
        """Return a person's play, finished or not; `None` if there is none."""
        rows = await self._database.rows(_ONE, given=given, user_id=user_id)
        return PlayRow(*rows[0]) if rows else None

    async def begun(self, given: str) -> bool:
        """Return whether a person on any server has begun to play given cards."""
        return bool(await self._database.rows(_BEGUN, given=given))

    async def knowing(self, table_id: str, deals: int, match: str) -> frozenset[int]:
        """Return the people who have begun to play the deals of a table again, or are about to.

        Args:
            table_id: The table where they were played first.
            deals: How many they are.
            match: How the column `match` begins at a table that plays them in a match.
        """
        given = [f"{table_id}/{number}" for number in range(1, deals + 1)]
        rows = await self._database.rows(_KNOWING, given=given, match=match)
        return frozenset(user_id for (user_id,) in rows if user_id is not None)

    async def best(self, given: str, guild_id: int, user_id: int) -> tuple[tuple[PlayRow, ...], Elsewhere]:
        """Return the 25 best finished plays of a server, and what was played on others without any names.

        A person's own play is among the plays wherever it was.
        """
        facts = {"given": given, "guild_id": guild_id, "user_id": user_id}
        best, ((count, most, total),) = await self._database.read(_BEST, _OTHERS, **facts)
        others = Elsewhere(count, most, int(total) / count) if count else Elsewhere(0, 0, 0.0)
        return tuple(PlayRow(*row) for row in best), others


BATCH = 10
"""How many tables or people are read at a time: each may have thousands of actions or standings."""


class History(Part):
    """All deals and what they brought.

    Each batch is read from one state of the database; others may write meanwhile.
    """

    async def deals(self) -> AsyncIterator[SavedDeal]:
        """Yield every deal whose log is kept, finished or not."""
        after = ""
        while ids := await self._database.rows(_TABLE_IDS, batch=BATCH, after=after):
            (first,), (after,) = ids[0], ids[-1]
            for each in _saved_deals(await self._database.read(*_DEALS, first=first, last=after)):
                yield each

    async def saved_deal(self, table_id: str, number: int) -> SavedDeal | None:
        """Return one deal, finished or not; `None` if its log is not kept."""
        found = await self._database.read(*_ONE_DEAL, first=table_id, last=table_id, deal=number)
        return next(_saved_deals(found), None)

    async def deals_of(self, table_id: str) -> tuple[SavedDeal, ...]:
        """Return the deals of a table in their order, finished or not; none if their logs are not kept."""
        found = await self._database.read(*_DEALS, first=table_id, last=table_id)
        # In a thread: a long session has thousands of actions.
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
                    tuple(map(saved_standing, played.get(key, ()))),
                    tuple(TallyRow(*row) for row in counted.get(key, ())),
                    tuple(RatedRow(*row) for row in sessions.get(key, ())),
                    tuple(RatingRow(*row) for row in results.get(key, ())),
                )
            server, user = ids[-1]

    async def sessions(self) -> AsyncIterator[SavedSession]:
        """Yield every session that is over or was rated, with the standings of all its deals."""
        after = ""
        while ids := await self._database.rows(_SESSION_IDS, batch=BATCH, after=after):
            (first,), (after,) = ids[0], ids[-1]
            found = await self._database.read(*_SESSIONS, first=first, last=after)
            played, rated_, ended = (_grouped(rows, 1) for rows in found)
            for (table_id,) in ids:
                yield SavedSession(
                    table_id,
                    tuple(map(saved_standing, played.get((table_id,), ()))),
                    tuple(RatedRow(*row) for row in rated_.get((table_id,), ())),
                    *ended.get((table_id,), [(None,)])[0],
                )


def _saved_deals(found: Sequence[Rows]) -> Iterator[SavedDeal]:
    known = {table.id: table for table in (TableRow(*row) for row in found[0])}
    logs, results = _grouped(found[2], 2), _grouped(found[3], 2)
    given = {play.table_id: play for play in (PlayRow(*row) for row in found[4])}
    for table_id, *row in found[1]:
        deal = DealRow(*row)
        key = table_id, deal.number
        log = tuple(ActionRow(*action) for action in logs.get(key, ()))
        gained = tuple(map(saved_standing, results.get(key, ())))
        yield SavedDeal(known[table_id], deal, log, gained, given.get(table_id))


def _grouped(rows: Rows, width: int) -> Mapping[tuple[Any, ...], Rows]:
    """Return the rows of each key, without it. The key is their first columns, and they are in its order."""
    groups = groupby(rows, lambda row: row[:width])
    return {key: [row[width:] for row in group] for key, group in groups}


_BATCH = bindparam("batch", type_=Integer)

_TABLE_IDS = select(tables.c.id).where(tables.c.id > bindparam("after")).order_by(tables.c.id).limit(_BATCH)


def _of_tables(table: Table, *chosen: Column[Any], key: str = "table_id") -> Select[*tuple[Any, ...]]:
    within = table.c[key].between(bindparam("first"), bindparam("last"))
    return select(*chosen).where(within).order_by(*table.primary_key.columns)


_LOGS = (
    _of_tables(deals, deals.c.table_id, *columns(deals, DealRow)),
    _of_tables(actions, actions.c.table_id, actions.c.deal, *columns(actions, ActionRow)),
    _of_tables(standings, standings.c.table_id, standings.c.deal, *STANDING),
)
_TABLE = _of_tables(tables, *columns(tables, TableRow), key="id")
_PLAY = _of_tables(plays, *columns(plays, PlayRow))
_DEALS = (_TABLE, *_LOGS, _PLAY)
_NUMBERS = (deals.c.number, actions.c.deal, standings.c.deal)
_ONE_DEAL = (
    _TABLE,
    *(query.where(each == bindparam("deal")) for query, each in zip(_LOGS, _NUMBERS, strict=True)),
    _PLAY,
)

_AFTER = tuple_(bindparam("server", type_=ID), bindparam("user", type_=ID))
_LAST = tuple_(bindparam("last_server", type_=ID), bindparam("last_user", type_=ID))


def _player_ids(table: Table) -> Query:
    key = table.c.guild_id, table.c.user_id
    after = select(*key).where(key[1].is_not(None), tuple_(*key) > _AFTER)
    return select(after.distinct().order_by(*key).limit(_BATCH).subquery())


_PLAYER_IDS = (
    union(*map(_player_ids, (tallies, standings, rated, ratings)))
    .order_by("guild_id", "user_id")
    .limit(_BATCH)
)


def _of_players(table: Table, *chosen: Column[object]) -> Query:
    key = table.c.guild_id, table.c.user_id
    return select(*key, *chosen).where(tuple_(*key) > _AFTER, tuple_(*key) <= _LAST).order_by(*key)


_PLAYERS = (
    _of_players(standings, *STANDING).order_by(*_KEY),
    _of_players(tallies, *columns(tallies, TallyRow)),
    _of_players(rated, *columns(rated, RatedRow)).order_by(rated.c.game, rated.c.sessions),
    _of_players(ratings, *columns(ratings, RatingRow)),
)

_OVER = (
    select(tables.c.id.label("table_id")).where(tables.c.ended_at.is_not(None)),
    select(rated.c.table_id),
)
_SESSION_IDS = (
    union(*(each.where(each.selected_columns[0] > bindparam("after")) for each in _OVER))
    .order_by("table_id")
    .limit(_BATCH)
)
_SESSIONS = (
    _of_tables(standings, standings.c.table_id, *STANDING),
    _of_tables(rated, rated.c.table_id, *columns(rated, RatedRow)),
    _of_tables(tables, tables.c.id, tables.c.ended_at, key="id"),
)
