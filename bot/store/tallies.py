"""What standings add up to: by server, person, game and period, deals with computers apart."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import case

from bot.store.database import Step
from bot.store.schema import tallies
from bot.store.standing_rows import SavedStanding, TallyRow
from bot.store.upsert import adding_or_updating

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sqlalchemy import ColumnElement

    from bot.store.upsert import NewRow

ALL: Final = ""
"""Stands for all time as a period, and for all games together in a rating."""

COUNTS: Final = ("deals", "wins", "net", "made", "failed", "kept", "missed")
"""The columns that are added up."""

BEST: Final = ("best", "best_table", "best_deal")
WORST: Final = ("worst", "worst_table", "worst_deal")
LATEST: Final = ("name", "named_at")


def periods(at: float) -> tuple[str, str, str]:
    """Return the periods in which a time counts: all time, its year and its month in UTC."""
    month = datetime.fromtimestamp(int(at), UTC).strftime("%Y-%m")
    return ALL, month[:4], month


def parts(standing: SavedStanding) -> Iterator[TallyRow]:
    """Yield what a standing of a person adds to each tally in which it counts."""
    row, extreme = standing.row, (standing.row.net, standing.table_id, standing.deal)
    contracts, announcements = (int(row.contract > 0), int(row.contract < 0)), (row.kept, row.missed)
    for period in periods(standing.at):
        key = standing.game, period, int(row.computers > 0)
        counts = (1, int(row.net > 0), row.net, *contracts, *announcements)
        yield TallyRow(*key, row.name, standing.at, *counts, *extreme, *extreme)


def added_up(standings: Iterable[SavedStanding]) -> dict[tuple[str, str, int], TallyRow]:
    """Return the tallies of one person by their keys. Standings come in the order they were saved in."""
    found: dict[tuple[str, str, int], TallyRow] = {}
    for standing in standings:
        for part in parts(standing):
            key = part.game, part.period, part.computers
            found[key] = _sum(found[key], part) if key in found else part
    return found


def _sum(before: TallyRow, part: TallyRow) -> TallyRow:
    chosen = {
        LATEST: part if part.named_at >= before.named_at else before,
        BEST: part if part.best > before.best else before,
        WORST: part if part.worst < before.worst else before,
    }
    counts = {name: getattr(before, name) + getattr(part, name) for name in COUNTS}
    others = {name: getattr(row, name) for names, row in chosen.items() for name in names}
    return before._replace(**counts, **others)


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


def _changes(part: NewRow) -> dict[str, ColumnElement[Any]]:
    """`_sum` in SQL."""
    chosen = {
        LATEST: part.named_at >= tallies.c.named_at,
        BEST: part.best > tallies.c.best,
        WORST: part.worst < tallies.c.worst,
    }
    return {
        **{name: tallies.c[name] + part[name] for name in COUNTS},
        **{
            name: case((is_chosen, part[name]), else_=tallies.c[name])
            for names, is_chosen in chosen.items()
            for name in names
        },
    }


_ADD: Final = adding_or_updating(tallies, _changes)
