"""The finished deals of a server, the latest first."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import Integer, and_, bindparam, select, update

from bot.store.database import Step
from bot.store.schema import columns, deals, standings
from bot.store.standing_rows import StandingRow

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Column

    from bot.store.database import Database, Query

KEY: Final = (standings.c.at, standings.c.table_id, standings.c.deal)


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
    """What the sheet of a session tells of a finished deal, void or not."""

    number: int
    summary: str | None
    """JSON; `None` if an earlier version of this program saved the deal."""
    standings: tuple[StandingRow, ...]
    """By seat."""


def _query(order: Sequence[Column[Any]], *given: Column[Any]) -> Query:
    """Select the standings of a page of deals of a server.

    Args:
        order: The columns of `KEY` in the order in which an index has them.
        given: The columns whose values say which deals are meant.
    """
    which = (column == bindparam(column.name) for column in (standings.c.guild_id, *given))
    latest = (
        select(*KEY)
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
        select(standings.c.game, *KEY, *columns(standings, StandingRow))
        .join(latest, and_(*of_deal))
        .order_by(*(latest.c[column.name].desc() for column in order), standings.c.seat)
    )


_ALL: Final = _query(KEY)
_OF_PERSON: Final = _query(KEY, standings.c.user_id)
_OF_TABLE: Final = _query(KEY[1:] + KEY[:1], standings.c.table_id)

_SESSION: Final = (
    select(deals.c.number, deals.c.summary)
    .where(deals.c.table_id == bindparam("table"), deals.c.result.is_not(None))
    .order_by(deals.c.number),
    select(standings.c.deal, *columns(standings, StandingRow))
    .where(standings.c.table_id == bindparam("table"))
    .order_by(standings.c.deal, standings.c.seat),
)
_SUMMARIZE: Final = (
    update(deals)
    .where(deals.c.table_id == bindparam("table"), deals.c.number == bindparam("deal"))
    .values(summary=bindparam("text"))
)


class FinishedDeals:
    """Reads finished deals: page by page without the void ones, which brought nothing, or all of a table."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(
        self,
        guild_id: int,
        user_id: int | None = None,
        table_id: str = "",
        *,
        offset: int = 0,
        limit: int = 10,
    ) -> tuple[FinishedDeal, ...]:
        """Return some finished deals of a server, or of a person or a table there, the latest first.

        Args:
            guild_id: The server.
            user_id: Whose deals, or `None` for those of all.
            table_id: The table, if the deals of one are meant; a person is then not asked for.
            offset: How many deals to skip.
            limit: How many deals to return.

        Raises:
            StoreError: They could not be read.
        """
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
        """Return the finished deals of a table in their order; none if they are not kept.

        Raises:
            StoreError: They could not be read.
        """
        found, gained = await self._database.read(*_SESSION, table=table_id)
        by_deal = {deal: tuple(rows) for deal, rows in groupby(gained, itemgetter(0))}
        return tuple(
            SummarizedDeal(number, text, tuple(StandingRow(*row[1:]) for row in by_deal.get(number, ())))
            for number, text in found
        )

    async def summarize(self, table_id: str, summaries: Mapping[int, str]) -> None:
        """Save the summaries of finished deals of a table, as JSON by the numbers of the deals.

        Raises:
            StoreError: They could not be saved.
        """
        rows = [{"table": table_id, "deal": deal, "text": each} for deal, each in summaries.items()]
        await self._database.write(Step(_SUMMARIZE, rows))
