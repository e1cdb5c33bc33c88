"""The leaderboards of a server, read from the tallies of its finished deals and from the ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Double, Select, Table, and_, cast, func, outerjoin, select

from bot.store.database import Part, Query
from bot.store.ratings import ALL, BEST, COUNTS, SESSIONS, WORST, Skill
from bot.store.rows import Rank, Rating, Statistics, Tally
from bot.store.schema import in_order, rated, ratings, standings, tallies


class Measure(StrEnum):
    """What players are ranked by."""

    POINTS = "points"
    """Game points gained from the other players."""
    AVERAGE = "average"
    """Game points gained per deal, from `AVERAGED` deals on."""
    DEALS = "deals"
    BEST = "best"
    """Game points gained in the best deal."""
    CONTRACTS = "contracts"
    """Contracts made as declarer."""
    RATING = "rating"
    """From `SESSIONS` rated sessions on; nothing else can be compared across games."""


AVERAGED = 20
"""How many deals a person must have played before an average is shown."""


class Listing(NamedTuple):
    """Selects a leaderboard of a server."""

    game: str = ALL
    """The name of a game, or `ALL` across all games."""
    period: str = ALL
    """A month or a year in UTC, such as `2026-11` or `2026`, or `ALL`."""
    measure: Measure = Measure.RATING
    computers: bool = False
    """Whether deals with computers count instead of those among people."""


COURSE = 100
"""How many deals or sessions a chart shows."""


class Leaderboard(Part):
    """Ranks players, and returns the statistics of one."""

    async def page(
        self, guild_id: int, listing: Listing, *, offset: int = 0, limit: int = 10
    ) -> tuple[Rank, ...]:
        """Return some lines of a leaderboard, best first."""
        rows = await self._database.rows(page_of(guild_id, listing, offset, limit))
        return tuple(_rank(place, row) for place, row in enumerate(rows, start=offset + 1))

    async def rank_of(self, guild_id: int, user_id: int, listing: Listing) -> Rank | None:
        """Return the line of a person in a leaderboard; `None` if there is none."""
        lines = _lines(guild_id, listing)
        place = func.row_number().over(order_by=_order(lines, listing.measure)).label("place")
        ranked = lines.add_columns(place).subquery()
        *line, place_ = ranked.c
        query = select(place_, *line).where(ranked.c.user_id == user_id)
        return next((_rank(place, row) for place, *row in await self._database.rows(query)), None)

    async def size(self, guild_id: int, listing: Listing) -> int:
        """Return how many lines a leaderboard has."""
        lines = _lines(guild_id, listing).with_only_columns(func.count(), maintain_column_froms=True)
        ((size,),) = await self._database.rows(lines)
        return int(size)

    async def of(self, guild_id: int, user_id: int) -> Statistics:
        def of_person(table: Table, *chosen: ColumnElement[Any]) -> Query:
            whose = table.c.guild_id == guild_id, table.c.user_id == user_id
            return in_order(table, *whose, table.c.period == ALL, of=(table.c.game, *chosen))

        counted, rating = await self._database.read(
            of_person(tallies, tallies.c.computers, tallies.c.named_at, tallies.c.name, *_TALLY),
            of_person(ratings, ratings.c.rating, ratings.c.sessions),
        )
        by_key = {(game, computers): _tally(row) for game, computers, _at, _name, *row in counted}
        _, name = max(((at, name) for _game, _computers, at, name, *_row in counted), default=(0.0, ""))
        games = {game: (by_key.get((game, 0)), by_key.get((game, 1))) for game, _computers in by_key}
        return Statistics(name, games, {game: Rating(value, number) for game, value, number in rating})

    async def gains(self, guild_id: int, user_id: int, game: str, *, computers: bool) -> tuple[int, ...]:
        """Return the net points of a person's latest deals, the earliest first, at most `COURSE`."""
        kind = standings.c.computers > 0 if computers else standings.c.computers == 0
        whose = standings.c.guild_id == guild_id, standings.c.user_id == user_id, standings.c.game == game
        latest = (standings.c.at.desc(), standings.c.table_id.desc(), standings.c.deal.desc())
        query = select(standings.c.net).where(*whose, kind).order_by(*latest).limit(COURSE)
        return tuple(net for (net,) in reversed(await self._database.rows(query)))

    async def ratings(self, guild_id: int, user_id: int, game: str) -> tuple[int, ...]:
        """Return the ratings of a person after the latest sessions, the earliest first, at most `COURSE`."""
        whose = rated.c.guild_id == guild_id, rated.c.user_id == user_id, rated.c.game == game
        query = select(rated.c.mu, rated.c.sigma).where(*whose).order_by(rated.c.sessions.desc())
        return tuple(Skill(*row).rating for row in reversed(await self._database.rows(query.limit(COURSE))))


def _rank(place: int, row: Sequence[Any]) -> Rank:
    user_id, name, value, sessions, *tally = row
    return Rank(place, user_id, name, _tally(tally), None if value is None else Rating(value, sessions))


def _tally(row: Sequence[Any]) -> Tally | None:
    """Return the value of a row with the columns of `_TALLY`; `None` if it was not found."""
    if row[0] is None:
        return None
    *counts, best, best_table, best_deal, worst, worst_table, worst_deal = row
    return Tally._make((*counts, best, f"{best_table}/{best_deal}", worst, f"{worst_table}/{worst_deal}"))


_TALLY = tuple(tallies.c[name] for name in (*COUNTS, *BEST, *WORST))

_ORDERS: Mapping[Measure, Sequence[ColumnElement[Any]]] = {
    Measure.POINTS: (tallies.c.net.desc(),),
    Measure.AVERAGE: ((cast(tallies.c.net, Double) / tallies.c.deals).desc(),),
    Measure.DEALS: (tallies.c.deals.desc(), tallies.c.net.desc()),
    Measure.BEST: (tallies.c.best.desc(),),
    Measure.CONTRACTS: (tallies.c.made.desc(), tallies.c.failed),
    Measure.RATING: (ratings.c.rating.desc(),),
}
"""The order of the players; equal players are in the order of their ids."""


def _order(lines: Select[*tuple[Any, ...]], measure: Measure) -> Sequence[ColumnElement[Any]]:
    return (*_ORDERS[measure], lines.selected_columns[0])


def _lines(guild_id: int, listing: Listing) -> Select[*tuple[Any, ...]]:
    """Select the players in a leaderboard: their ids, names, ratings and tallies.

    By rating, the tallies are those of the same period; else the ratings are the current ones.
    """
    same = and_(*(ratings.c[name] == tallies.c[name] for name in ("guild_id", "user_id", "game")))
    computers, shown = tallies.c.computers == int(listing.computers), ratings.c.sessions >= SESSIONS
    if listing.measure is Measure.RATING:
        first, chosen = ratings, shown
        joined = outerjoin(ratings, tallies, same & (ratings.c.period == tallies.c.period) & computers)
    else:
        first, chosen = tallies, computers
        joined = outerjoin(tallies, ratings, same & (ratings.c.period == ALL) & shown)
    if listing.measure is Measure.AVERAGE:
        chosen &= tallies.c.deals >= AVERAGED
    which = first.c.guild_id == guild_id, first.c.game == listing.game, first.c.period == listing.period
    query = select(first.c.user_id, first.c.name, ratings.c.rating, ratings.c.sessions, *_TALLY)
    return query.select_from(joined).where(*which, chosen)


def page_of(guild_id: int, listing: Listing, offset: int, limit: int) -> Query:
    lines = _lines(guild_id, listing)
    return lines.order_by(*_order(lines, listing.measure)).limit(limit).offset(offset)
