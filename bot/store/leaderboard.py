"""The leaderboard of a server, computed from its finished deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.store.rows import Rank, Tally

if TYPE_CHECKING:
    from bot.store.database import Database

_PAGE: Final = """
WITH played AS (
    SELECT * FROM standings
    WHERE guild_id = :guild AND user_id IS NOT NULL AND (:game IS NULL OR game = :game)
), tallies AS (
    SELECT user_id,
           count(*) FILTER (WHERE computers = 0) AS people_deals,
           count(*) FILTER (WHERE computers = 0 AND net > 0) AS people_wins,
           coalesce(sum(net) FILTER (WHERE computers = 0), 0) AS people_net,
           count(*) FILTER (WHERE computers > 0) AS computer_deals,
           count(*) FILTER (WHERE computers > 0 AND net > 0) AS computer_wins,
           coalesce(sum(net) FILTER (WHERE computers > 0), 0) AS computer_net
    FROM played GROUP BY user_id
)
SELECT user_id,
       (SELECT name FROM played WHERE played.user_id = tallies.user_id
        ORDER BY at DESC, table_id, deal DESC LIMIT 1),
       people_deals, people_wins, people_net, computer_deals, computer_wins, computer_net
FROM tallies
ORDER BY people_deals > 0 DESC, people_net DESC, computer_net DESC, user_id
LIMIT :limit OFFSET :offset
"""

_SIZE: Final = """
SELECT count(DISTINCT user_id) FROM standings WHERE guild_id = :guild AND (:game IS NULL OR game = :game)
"""


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
        rows = await self._database.rows(
            _PAGE, {"guild": guild_id, "game": game, "limit": limit, "offset": offset}
        )
        return tuple(
            Rank(place, user_id, name, Tally(*counts[:3]), Tally(*counts[3:]))
            for place, (user_id, name, *counts) in enumerate(rows, start=offset + 1)
        )

    async def size(self, guild_id: int, game: str | None = None) -> int:
        """Return how many lines the leaderboard has.

        Raises:
            StoreError: It could not be read.
        """
        rows = await self._database.rows(_SIZE, {"guild": guild_id, "game": game})
        return int(rows[0][0])
