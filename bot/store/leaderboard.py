"""The leaderboard of a server, computed from its finished deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, and_, func, select

from bot.store.rows import Rank, Tally
from bot.store.schema import standings

if TYPE_CHECKING:
    from bot.store.database import Database, Query


class Standings:
    """Players ranked by what they gained among people; those who never played without computers come last."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(
        self, guild_id: int, game: str | None = None, *, offset: int = 0, limit: int = 10
    ) -> tuple[Rank, ...]:
        """Return some lines of a server's leaderboard, best first.

        Args:
            guild_id: The server.
            game: The name of a game, or `None` for all games together.
            offset: How many lines to skip.
            limit: How many lines to return.

        Raises:
            StoreError: They could not be read.
        """
        rows = await self._database.rows(_page(guild_id, game).limit(limit).offset(offset))
        return tuple(
            Rank(place, user_id, name, Tally(*counts[:3]), Tally(*counts[3:]))
            for place, (user_id, name, *counts) in enumerate(rows, start=offset + 1)
        )

    async def size(self, guild_id: int, game: str | None = None) -> int:
        """Return how many lines the leaderboard has.

        Raises:
            StoreError: It could not be read.
        """
        users = select(func.count(standings.c.user_id.distinct())).where(_of(guild_id, game))
        ((size,),) = await self._database.rows(users)
        return int(size)


def _of(guild_id: int, game: str | None) -> ColumnElement[bool]:
    of_game = () if game is None else (standings.c.game == game,)
    return and_(standings.c.guild_id == guild_id, *of_game)


def _page(guild_id: int, game: str | None) -> Query:
    played = select(standings).where(_of(guild_id, game), standings.c.user_id.is_not(None)).cte("played")
    people, computers = _tally(played.c, played.c.computers == 0), _tally(played.c, played.c.computers > 0)
    tallies = (
        select(
            played.c.user_id,
            *(column.label(f"people_{name}") for name, column in people.items()),
            *(column.label(f"computer_{name}") for name, column in computers.items()),
        )
        .group_by(played.c.user_id)
        .cte("tallies")
    )
    newest = played.alias("newest")
    name = (
        select(newest.c.name)
        .where(newest.c.user_id == tallies.c.user_id)
        .order_by(newest.c.at.desc(), newest.c.table_id, newest.c.deal.desc())
        .limit(1)
        .scalar_subquery()
    )
    return select(tallies.c.user_id, name, *list(tallies.c)[1:]).order_by(
        (tallies.c.people_deals > 0).desc(),
        tallies.c.people_net.desc(),
        tallies.c.computer_net.desc(),
        tallies.c.user_id,
    )


def _tally(played: Any, which: ColumnElement[bool]) -> dict[str, ColumnElement[int]]:
    return {
        "deals": func.count().filter(which),
        "wins": func.count().filter(which, played.net > 0),
        "net": func.coalesce(func.sum(played.net).filter(which), 0),
    }
