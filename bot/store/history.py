"""What was played: finished deals page by page, plays of given cards, and everything for a recount."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Column, Select, Table, and_, bindparam, func, or_, select, union, update

from bot.store.database import Part, Query, Rows, Step, grouped
from bot.store.ratings import standings_of
from bot.store.rows import (
    NO_SERVER,
    ActionRow,
    DealRow,
    Elsewhere,
    PlayRow,
    RatedRow,
    RatingRow,
    SavedDeal,
    SavedPlayer,
    SavedSession,
    SavedStanding,
    StandingRow,
    TableRow,
    TallyRow,
)
from bot.store.schema import (
    actions,
    columns,
    deals,
    in_order,
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
        which = [standings.c.guild_id == guild_id]
        order = _KEY  # as the index has it that finds the deals
        if table_id:
            which.append(standings.c.table_id == table_id)
            order = (standings.c.table_id, standings.c.deal, standings.c.at)
        elif user_id is not None:
            which.append(standings.c.user_id == user_id)
        latest = select(*_KEY).where(*which).distinct().order_by(*(column.desc() for column in order))
        page = latest.limit(limit).offset(offset).subquery()
        # Joined by its own key: SQLite would look for the deals of a page among all those of the server.
        of_deal = (standings.c[name] == page.c[name] for name in ("table_id", "deal"))
        rows = await self._database.rows(
            select(standings.c.game, *_KEY, *columns(standings, StandingRow))
            .join(page, and_(*of_deal))
            .order_by(*(page.c[column.name].desc() for column in order), standings.c.seat)
        )
        return tuple(
            FinishedDeal(table_id, number, game, at, tuple(StandingRow(*row[4:]) for row in group))
            for (game, at, table_id, number), group in groupby(rows, lambda row: row[:4])
        )

    async def of_table(self, table_id: str) -> tuple[SummarizedDeal, ...]:
        """Return the finished deals of a table in their order; none if they are not kept."""
        over = deals.c.table_id == table_id, deals.c.result.is_not(None)
        own = (standings.c.deal, *columns(standings, StandingRow))
        found, gained = await self._database.read(
            in_order(deals, *over, of=(deals.c.number, deals.c.summary)),
            in_order(standings, standings.c.table_id == table_id, of=own),
        )
        by_deal = grouped(gained)
        return tuple(
            SummarizedDeal(number, text, tuple(StandingRow(*row) for row in by_deal.get(number, ())))
            for number, text in found
        )

    async def summarize(self, table_id: str, summaries: Mapping[int, str]) -> None:
        """Save the summaries of finished deals of a table, as JSON by the numbers of the deals."""
        rows = [{"table": table_id, "deal": deal, "text": each} for deal, each in summaries.items()]
        which = deals.c.table_id == bindparam("table"), deals.c.number == bindparam("deal")
        await self._database.write(Step(update(deals).where(*which).values(summary=bindparam("text")), rows))


class Plays(Part):
    """Plays of given cards, by the name of the cards."""

    async def of(self, given: str, user_id: int) -> PlayRow | None:
        """Return a person's play, finished or not; `None` if there is none."""
        query = select(*columns(plays, PlayRow)).where(plays.c.given == given, plays.c.user_id == user_id)
        return next((PlayRow(*row) for row in await self._database.rows(query)), None)

    async def begun(self, given: str) -> bool:
        """Return whether a person on any server has begun to play given cards."""
        return bool(
            await self._database.rows(select(plays.c.table_id).where(plays.c.given == given).limit(1))
        )

    async def knowing(self, table_id: str, number: int, match: str) -> frozenset[int]:
        """Return the people who have begun to play the deals of a table again, or are about to.

        `match`: how the column `match` begins at a table that plays them in a match.
        """
        given = [f"{table_id}/{each}" for each in range(1, number + 1)]
        dealt = select(deals.c.table_id).where(deals.c.table_id == tables.c.id).exists()
        of_match = (tables.c.id == seats.c.table_id) & tables.c.match.startswith(match)
        query = union(
            select(plays.c.user_id).where(plays.c.given.in_(given)),
            *(
                select(person).where(of_match, or_(tables.c.ended_at.is_(None), dealt))
                for person in (seats.c.user_id, seats.c.away_id)
            ),
        )
        return frozenset(user_id for (user_id,) in await self._database.rows(query) if user_id is not None)

    async def best(self, given: str, guild_id: int, user_id: int) -> tuple[tuple[PlayRow, ...], Elsewhere]:
        """Return the 25 best finished plays of a server, and what was played on others without any names.

        A person's own play is among the plays wherever it was. Outside servers nobody sees whose plays the
        others are.
        """
        finished = (plays.c.given == given) & plays.c.points.is_not(None)
        here = plays.c.guild_id == guild_id
        if guild_id == NO_SERVER:
            here &= plays.c.user_id.is_not(None) & (plays.c.user_id == user_id)
        best, ((count, most, total),) = await self._database.read(
            select(*columns(plays, PlayRow))
            .where(finished, or_(here, plays.c.user_id == user_id))
            .order_by(plays.c.points.desc(), plays.c.at, plays.c.table_id)
            .limit(25),
            select(func.count(), func.max(plays.c.points), func.sum(plays.c.points)).where(finished, ~here),
        )
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
        found = await self._database.read(*_deals(table_id, number))
        return next(_saved_deals(*found), None)

    async def deals_of(self, table_id: str) -> tuple[SavedDeal, ...]:
        """Return the deals of a table in their order, finished or not; none if their logs are not kept."""
        found = await self._database.read(*_deals(table_id))
        # In a thread: a long session has thousands of actions.
        return await asyncio.to_thread(lambda: tuple(_saved_deals(*found)))

    async def players(self) -> AsyncIterator[SavedPlayer]:
        """Yield every person of every server, with all standings in the order they were saved in."""
        for guild_id, user_id in await self._database.rows(_PLAYERS):
            played, counted, sessions, results = await self._database.read(*_of_player(guild_id, user_id))
            yield SavedPlayer(
                guild_id,
                user_id,
                tuple(SavedStanding(*row) for row in played),
                tuple(TallyRow(*row) for row in counted),
                tuple(RatedRow(*row) for row in sessions),
                tuple(RatingRow(*row) for row in results),
            )

    async def sessions(self) -> AsyncIterator[SavedSession]:
        """Yield every session that is over or was rated, with the standings of all its deals."""
        for (table_id,) in await self._database.rows(_SESSIONS):
            played, results, ended = await self._database.read(
                standings_of(table_id),
                in_order(rated, rated.c.table_id == table_id, of=columns(rated, RatedRow)),
                select(tables.c.ended_at).where(tables.c.id == table_id),
            )
            yield SavedSession(
                table_id,
                tuple(SavedStanding(*row) for row in played),
                tuple(RatedRow(*row) for row in results),
                ended[0][0] if ended else None,
            )


def _saved_deals(table: Rows, found: Rows, taken: Rows, gained: Rows, play: Rows) -> Iterator[SavedDeal]:
    logs, results = grouped(taken), grouped(gained)
    for row in found:
        deal = DealRow(*row)
        log = tuple(ActionRow(*action) for action in logs.get(deal.number, ()))
        brought = tuple(SavedStanding(*each) for each in results.get(deal.number, ()))
        yield SavedDeal(TableRow(*table[0]), deal, log, brought, PlayRow(*play[0]) if play else None)


def _deals(table_id: str, number: int | None = None) -> tuple[Query, ...]:
    """Select what `_saved_deals` takes: of all deals of a table, or of one."""

    def of_deal(table: Table, deal: Column[Any], *chosen: Column[Any]) -> Query:
        which = [table.c.table_id == table_id, *([] if number is None else [deal == number])]
        return in_order(table, *which, of=chosen)

    return (
        select(*columns(tables, TableRow)).where(tables.c.id == table_id),
        of_deal(deals, deals.c.number, *columns(deals, DealRow)),
        of_deal(actions, actions.c.deal, actions.c.deal, *columns(actions, ActionRow)),
        of_deal(standings, standings.c.deal, standings.c.deal, *columns(standings, SavedStanding)),
        select(*columns(plays, PlayRow)).where(plays.c.table_id == table_id),
    )


_PLAYERS = union(
    *(
        select(each.c.guild_id, each.c.user_id).where(each.c.user_id.is_not(None))
        for each in (tallies, standings, rated, ratings)
    )
).order_by("guild_id", "user_id")


def _of_player(guild_id: int, user_id: int) -> tuple[Query, ...]:
    def of_player(table: Table, *chosen: Column[Any]) -> Select[*tuple[Any, ...]]:
        return select(*chosen).where(table.c.guild_id == guild_id, table.c.user_id == user_id)

    return (
        of_player(standings, *columns(standings, SavedStanding)).order_by(*_KEY),
        of_player(tallies, *columns(tallies, TallyRow)),
        of_player(rated, *columns(rated, RatedRow)).order_by(rated.c.game, rated.c.sessions),
        of_player(ratings, *columns(ratings, RatingRow)),
    )


_SESSIONS = union(
    select(tables.c.id.label("table_id")).where(tables.c.ended_at.is_not(None)), select(rated.c.table_id)
).order_by("table_id")
