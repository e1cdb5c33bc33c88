"""What standings add up to: by server, person, game and month, with sums over all games and all months."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product
from typing import TYPE_CHECKING, Final

from sqlalchemy import case
from sqlalchemy.dialects.postgresql import insert

from bot.store.database import Step
from bot.store.schema import tallies

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.store.rows import StandingRow

ALL: Final = ""
"""Stands for the game or the month where all games or all months are added up."""

COUNTS: Final = tuple(f"{who}_{what}" for who in ("people", "computers") for what in ("deals", "wins", "net"))
"""The columns that are added up: of deals without computer players, and of those with at least one."""


def month_of(at: float) -> str:
    """Return the month of a time in UTC, such as `2026-11`."""
    return datetime.fromtimestamp(int(at), UTC).strftime("%Y-%m")


def keys_of(game: str, at: float) -> Iterator[tuple[str, str]]:
    """Yield the game and month of every tally in which a deal counts."""
    return product((ALL, game), (ALL, month_of(at)))


def counts_of(net: int, computers: int) -> dict[str, int]:
    """Return what one standing adds to the counts of a tally."""
    which = "computers" if computers else "people"
    added = {f"{which}_deals": 1, f"{which}_wins": int(net > 0), f"{which}_net": net}
    return {name: added.get(name, 0) for name in COUNTS}


def counting(guild_id: int, game: str, at: float, standings: Iterable[StandingRow]) -> Step:
    """Return the step that adds the standings of a finished deal to the tallies.

    Rows are locked in the order of their keys, so that two tables of one server can finish at the same time.
    """
    rows = [
        {
            "guild_id": guild_id,
            "user_id": each.user_id,
            "game": of_game,
            "month": month,
            "name": each.name,
            "named_at": at,
            "among_people": int(not each.computers),
            **counts_of(each.net, each.computers),
        }
        for each in sorted(standings, key=lambda each: each.user_id or 0)
        if each.user_id is not None
        for of_game, month in keys_of(game, at)
    ]
    return Step(_ADD, rows)


_new: Final = insert(tallies)
_later: Final = _new.excluded.named_at >= tallies.c.named_at
_ADD: Final = _new.on_conflict_do_update(
    index_elements=list(tallies.primary_key.columns),
    set_={
        **{name: case((_later, _new.excluded[name]), else_=tallies.c[name]) for name in ("name", "named_at")},
        "among_people": tallies.c.among_people.bitwise_or(_new.excluded.among_people),
        **{name: tallies.c[name] + _new.excluded[name] for name in COUNTS},
    },
)
