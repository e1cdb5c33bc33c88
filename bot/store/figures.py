"""How much is played: figures for the operator, without names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, case, func, literal, null, select, union_all

from bot.store.database import Part
from bot.store.rows import DayFigures
from bot.store.schema import plays, standings, tables


class Figures(Part):
    async def by_day(self, beginnings: Sequence[float]) -> tuple[DayFigures, ...]:
        """Count what was played on some days.

        `beginnings`: when each day begins, and when the last one ends, in order.
        """
        first, *middle, end = beginnings
        happened = _happened(first, end).subquery()
        # One pass, and the same in both databases: they disagree about how a number becomes a whole one.
        day: ColumnElement[int] = literal(0)
        if middle:
            day = case(*((happened.c.at < at, number) for number, at in enumerate(middle)), else_=len(middle))
        query = select(
            day.label("day"),
            func.count(func.nullif(happened.c.guild_id, 0).distinct()),
            func.sum(happened.c.opened),
            func.sum(happened.c.deals),
            func.count(happened.c.user_id.distinct()),
        ).group_by("day")
        found = {number: DayFigures(*counts) for number, *counts in await self._database.rows(query)}
        return tuple(found.get(number, DayFigures(0, 0, 0, 0)) for number in range(len(beginnings) - 1))


def _happened(first: float, end: float) -> Any:
    """Select the tables that were opened and the people who finished a deal: time, server, person, counts."""

    def during(at: ColumnElement[float]) -> ColumnElement[bool]:
        return (at >= first) & (at < end)

    is_first = case((standings.c.seat == 0, 1), else_=0)  # every deal has this seat
    one, none = literal(1), literal(0)
    finished = select(
        *(standings.c.at, standings.c.guild_id, standings.c.user_id),
        *(none.label("opened"), is_first.label("deals")),
    )
    given = select(plays.c.at, plays.c.guild_id, plays.c.user_id, none, one)
    opened = select(tables.c.created_at, tables.c.guild_id, null(), one, none)
    return union_all(
        finished.where(during(standings.c.at)),
        given.where(during(plays.c.at), plays.c.points.is_not(None)),
        opened.where(during(tables.c.created_at)),
    )
