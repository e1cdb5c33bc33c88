"""The leaderboard of a server, read from the tallies of its finished deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import Integer, and_, bindparam, func, select

from bot.store.rows import Rank, Tally
from bot.store.schema import tallies
from bot.store.tallies import ALL, COUNTS

if TYPE_CHECKING:
    from bot.store.database import Database

_OF: Final = and_(*(tallies.c[name] == bindparam(name) for name in ("guild_id", "game", "month")))
_SIZE: Final = select(func.count()).select_from(tallies).where(_OF)
_PAGE: Final = (
    select(tallies.c.user_id, tallies.c.name, *(tallies.c[name] for name in COUNTS))
    .where(_OF)
    .order_by(
        tallies.c.among_people.desc(),
        tallies.c.people_net.desc(),
        tallies.c.computers_net.desc(),
        tallies.c.user_id,
    )
    .limit(bindparam("limit", type_=Integer))
    .offset(bindparam("offset", type_=Integer))
)


class Standings:
    """Players ranked by what they gained among people; those who never played without computers come last."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(
        self,
        guild_id: int,
        game: str | None = None,
        month: str | None = None,
        *,
        offset: int = 0,
        limit: int = 10,
    ) -> tuple[Rank, ...]:
        """Return some lines of a server's leaderboard, best first.

        Args:
            guild_id: The server.
            game: The name of a game, or `None` for all games together.
            month: A month in UTC, such as `2026-11`, or `None` for all months together.
            offset: How many lines to skip.
            limit: How many lines to return.

        Raises:
            StoreError: They could not be read.
        """
        which = {"guild_id": guild_id, "game": game or ALL, "month": month or ALL}
        rows = await self._database.rows(_PAGE, **which, offset=offset, limit=limit)
        return tuple(
            Rank(place, user_id, name, Tally(*counts[:3]), Tally(*counts[3:]))
            for place, (user_id, name, *counts) in enumerate(rows, start=offset + 1)
        )

    async def size(self, guild_id: int, game: str | None = None, month: str | None = None) -> int:
        """Return how many lines the leaderboard has.

        Raises:
            StoreError: It could not be read.
        """
        which = {"guild_id": guild_id, "game": game or ALL, "month": month or ALL}
        ((size,),) = await self._database.rows(_SIZE, **which)
        return int(size)
