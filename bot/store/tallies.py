"""What standings add up to: by server, person, game and month, with sums over all games and all months."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import case

from bot.store.database import Step
from bot.store.rows import SavedStanding, TallyRow
from bot.store.schema import tallies
from bot.store.upsert import adding_or_updating

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sqlalchemy import ColumnElement

    from bot.store.upsert import NewRow

ALL: Final = ""
"""Stands for the game or the month where all games or all months are added up."""

COUNTS: Final = (
    *("people_deals", "people_wins", "people_net"),
    *("computers_deals", "computers_wins", "computers_net"),
)
"""The columns that are added up."""


def parts(standing: SavedStanding) -> Iterator[TallyRow]:
    """Yield what a standing of a person adds to each tally in which it counts."""
    row, at = standing.row, standing.at
    month = datetime.fromtimestamp(int(at), UTC).strftime("%Y-%m")
    counts, none = (1, int(row.net > 0), row.net), (0, 0, 0)
    among_people, with_computers = (none, counts) if row.computers else (counts, none)
    for key in product((ALL, standing.game), (ALL, month)):
        yield TallyRow(*key, row.name, at, int(not row.computers), *among_people, *with_computers)


def added_up(standings: Iterable[SavedStanding]) -> dict[tuple[str, str], TallyRow]:
    """Return the tallies of one person by game and month. Standings come in the order they were saved in."""
    found: dict[tuple[str, str], TallyRow] = {}
    for standing in standings:
        for part in parts(standing):
            key = part.game, part.month
            found[key] = _sum(found[key], part) if key in found else part
    return found


def _sum(before: TallyRow, part: TallyRow) -> TallyRow:
    later = part if part.named_at >= before.named_at else before
    counts = {name: getattr(before, name) + getattr(part, name) for name in COUNTS}
    return later._replace(among_people=before.among_people | part.among_people, **counts)


def counting(standings: Iterable[SavedStanding]) -> Step:
    """Return the step that adds the standings of a finished deal to the tallies.

    Rows are locked in the order of their keys, so that two tables of one server can finish at the same time.
    """
    rows = [
        {"guild_id": each.guild_id, "user_id": each.row.user_id, **part._asdict()}
        for each in sorted(standings, key=lambda each: each.row.user_id or 0)
        if each.row.user_id is not None
        for part in parts(each)
    ]
    return Step(_ADD, rows)


_LATEST: Final = ("name", "named_at")


def _changes(part: NewRow) -> dict[str, ColumnElement[Any]]:
    """`_sum` in SQL."""
    later = part.named_at >= tallies.c.named_at
    return {
        **{each: case((later, part[each]), else_=tallies.c[each]) for each in _LATEST},
        "among_people": tallies.c.among_people.bitwise_or(part.among_people),
        **{name: tallies.c[name] + part[name] for name in COUNTS},
    }


_ADD: Final = adding_or_updating(tallies, _changes)
