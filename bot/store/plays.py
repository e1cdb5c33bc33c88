"""What came of given cards: each person who has played them, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import Integer, bindparam, func, or_, select, union

from bot.store.rows import Elsewhere, PlayRow
from bot.store.schema import ID, columns, deals, plays, seats, tables

if TYPE_CHECKING:
    from bot.store.database import Database

_given: Final = plays.c.given == bindparam("given")
_here: Final = plays.c.guild_id == bindparam("guild_id", type_=ID)
_mine: Final = plays.c.user_id == bindparam("user_id", type_=ID)

_ONE: Final = select(*columns(plays, PlayRow)).where(_given, _mine)
_BEGUN: Final = select(plays.c.table_id).where(_given).limit(1)
_BEST: Final = (
    select(*columns(plays, PlayRow))
    .where(_given, plays.c.points.is_not(None), or_(_here, _mine))
    .order_by(plays.c.points.desc(), plays.c.at, plays.c.table_id)
    .limit(bindparam("limit", type_=Integer))
)
_OTHERS: Final = select(func.count(), func.max(plays.c.points), func.sum(plays.c.points)).where(
    _given, plays.c.points.is_not(None), plays.c.guild_id != bindparam("guild_id", type_=ID)
)
_dealt: Final = select(deals.c.table_id).where(deals.c.table_id == tables.c.id).exists()
_of_match: Final = (tables.c.id == seats.c.table_id) & tables.c.match.startswith(bindparam("match"))
_KNOWING: Final = union(
    select(plays.c.user_id).where(plays.c.given.in_(bindparam("given"))),
    *(
        select(person).where(_of_match, or_(tables.c.ended_at.is_(None), _dealt))
        for person in (seats.c.user_id, seats.c.away_id)
    ),
)


class Plays:
    """Plays of given cards, by their name. Methods raise `StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, given: str, user_id: int) -> PlayRow | None:
        """Return a person's play, finished or not; `None` if there is none."""
        rows = await self._database.rows(_ONE, given=given, user_id=user_id)
        return PlayRow(*rows[0]) if rows else None

    async def begun(self, given: str) -> bool:
        """Return whether anyone has begun to play given cards, on any server."""
        return bool(await self._database.rows(_BEGUN, given=given))

    async def knowing(self, table_id: str, deals: int, match: str) -> frozenset[int]:
        """Return the people who have begun to play the deals of a table again, or are about to.

        Args:
            table_id: The table where they were played first.
            deals: How many they are.
            match: How the column `match` of a table begins that plays them in a match.
        """
        given = [f"{table_id}/{number}" for number in range(1, deals + 1)]
        rows = await self._database.rows(_KNOWING, given=given, match=match)
        return frozenset(user_id for (user_id,) in rows if user_id is not None)

    async def best(
        self, given: str, guild_id: int, user_id: int, limit: int = 25
    ) -> tuple[tuple[PlayRow, ...], Elsewhere]:
        """Return the best finished plays of a server, and what was played on others without any names.

        A person's own play is among the plays wherever it was.
        """
        facts = {"given": given, "guild_id": guild_id, "user_id": user_id, "limit": limit}
        best, ((count, most, total),) = await self._database.read(_BEST, _OTHERS, **facts)
        others = Elsewhere(count, most, int(total) / count) if count else Elsewhere(0, 0, 0.0)
        return tuple(PlayRow(*row) for row in best), others
