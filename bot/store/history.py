"""What was played: finished deals page by page, plays of given cards, and everything for a recount."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Column, Integer, Select, Table, and_, bindparam, func, or_, select, union, update

from bot.store.database import Part, Query, Rows, Step, grouped
from bot.store.ratings import STANDING, saved_standing
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

_SHEET = (
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
        found, gained = await self._database.read(*_SHEET, table=table_id)
        by_deal = grouped(gained)
        return tuple(
            SummarizedDeal(number, text, tuple(StandingRow(*row) for row in by_deal.get(number, ())))
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


class History(Part):
    """All deals and what they brought. Each value is read from one state of the database."""

    async def deals(self) -> AsyncIterator[SavedDeal]:
        """Yield every deal whose log is kept, finished or not."""
        for (table_id,) in await self._database.rows(select(tables.c.id).order_by(tables.c.id)):
            for each in await self.deals_of(table_id):
                yield each

    async def saved_deal(self, table_id: str, number: int) -> SavedDeal | None:
        """Return one deal, finished or not; `None` if its log is not kept."""
        found = await self._database.read(*_ONE_DEAL, table=table_id, deal=number)
        return next(_saved_deals(*found), None)

    async def deals_of(self, table_id: str) -> tuple[SavedDeal, ...]:
        """Return the deals of a table in their order, finished or not; none if their logs are not kept."""
        found = await self._database.read(*_DEALS, table=table_id)
        # In a thread: a long session has thousands of actions.
        return await asyncio.to_thread(lambda: tuple(_saved_deals(*found)))

    async def players(self) -> AsyncIterator[SavedPlayer]:
        """Yield every person of every server, with all standings in the order they were saved in."""
        for guild_id, user_id in await self._database.rows(_PLAYERS):
            found = await self._database.read(*_PLAYER, guild=guild_id, user=user_id)
            played, counted, sessions, results = found
            yield SavedPlayer(
                guild_id,
                user_id,
                tuple(map(saved_standing, played)),
                tuple(TallyRow(*row) for row in counted),
                tuple(RatedRow(*row) for row in sessions),
                tuple(RatingRow(*row) for row in results),
            )

    async def sessions(self) -> AsyncIterator[SavedSession]:
        """Yield every session that is over or was rated, with the standings of all its deals."""
        for (table_id,) in await self._database.rows(_SESSIONS):
            played, rated_, ended = await self._database.read(*_ONE_SESSION, table=table_id)
            standings_ = tuple(map(saved_standing, played))
            ended_at = ended[0][0] if ended else None
            yield SavedSession(table_id, standings_, tuple(RatedRow(*row) for row in rated_), ended_at)


def _saved_deals(table: Rows, found: Rows, taken: Rows, gained: Rows, play: Rows) -> Iterator[SavedDeal]:
    logs, results = grouped(taken), grouped(gained)
    for row in found:
        deal = DealRow(*row)
        log = tuple(ActionRow(*action) for action in logs.get(deal.number, ()))
        brought = tuple(map(saved_standing, results.get(deal.number, ())))
        yield SavedDeal(TableRow(*table[0]), deal, log, brought, PlayRow(*play[0]) if play else None)


def _of_table(table: Table, *chosen: Column[Any], key: str = "table_id") -> Select[*tuple[Any, ...]]:
    of_table = table.c[key] == bindparam("table")
    return select(*chosen).where(of_table).order_by(*table.primary_key.columns)


_DEALS = (
    _of_table(tables, *columns(tables, TableRow), key="id"),
    _of_table(deals, *columns(deals, DealRow)),
    _of_table(actions, actions.c.deal, *columns(actions, ActionRow)),
    _of_table(standings, standings.c.deal, *STANDING),
    _of_table(plays, *columns(plays, PlayRow)),
)
_NUMBERS = (None, deals.c.number, actions.c.deal, standings.c.deal, None)
_ONE_DEAL = tuple(
    query if number is None else query.where(number == bindparam("deal"))
    for query, number in zip(_DEALS, _NUMBERS, strict=True)
)

_PLAYERS = union(
    *(
        select(each.c.guild_id, each.c.user_id).where(each.c.user_id.is_not(None))
        for each in (tallies, standings, rated, ratings)
    )
).order_by("guild_id", "user_id")


def _of_player(table: Table, *chosen: Column[Any]) -> Select[*tuple[Any, ...]]:
    server, user = bindparam("guild", type_=ID), bindparam("user", type_=ID)
    return select(*chosen).where(table.c.guild_id == server, table.c.user_id == user)


_PLAYER = (
    _of_player(standings, *STANDING).order_by(*_KEY),
    _of_player(tallies, *columns(tallies, TallyRow)),
    _of_player(rated, *columns(rated, RatedRow)).order_by(rated.c.game, rated.c.sessions),
    _of_player(ratings, *columns(ratings, RatingRow)),
)

_SESSIONS = union(
    select(tables.c.id.label("table_id")).where(tables.c.ended_at.is_not(None)), select(rated.c.table_id)
).order_by("table_id")
_ONE_SESSION = (
    _of_table(standings, *STANDING),
    _of_table(rated, *columns(rated, RatedRow)),
    _of_table(tables, tables.c.ended_at, key="id"),
)
