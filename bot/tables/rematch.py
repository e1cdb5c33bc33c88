"""A rematch: another table for those who sat at one that has ended."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.computers.players import Strength
from bot.tables.hints import Hints
from bot.tables.pace import Pace
from bot.tables.request import TableRequest
from bot.tables.situation import Occupant

if TYPE_CHECKING:
    from bot.rules.game import Game
    from bot.rules.layout import Seat
    from bot.store import SavedTable, SeatRow


def rematch(saved: SavedTable, game: Game, user_id: int, name: str) -> TableRequest | None:
    """Return the request for a rematch, opened by one of the people; `None` if this one did not sit there.

    Computers and this person have the seats that they had. The others' seats are free until they press, too.

    Args:
        saved: The table that has ended.
        game: Its game.
        user_id: Who opens the rematch, and is its host.
        name: That person's name.
    """
    own, table = seat_of(saved, user_id), saved.table
    if own is None:
        return None
    seated = {
        each.seat: Occupant(each.name, strength=Strength(each.strength) if each.strength else None)
        for each in saved.seats
        if _is_computer(each)
    }
    seated[own] = Occupant(name, user_id)
    return TableRequest(
        guild_id=table.guild_id,
        channel_id=table.channel_id,
        host_id=user_id,
        host_name=name,
        game=game,
        # A rule that this version does not know has its default.
        options={
            each: value for each, value in json.loads(table.options).items() if game.allows(each, value)
        },
        locale=table.locale,
        pace=Pace(table.pace),
        strength=Strength(table.strength),
        hints=Hints(table.hints),
        seats=tuple(seated.get(seat) for seat in range(max(each.seat for each in saved.seats) + 1)),
        rematch_of=table.id,
    )


def seat_of(saved: SavedTable, user_id: int) -> Seat | None:
    """Return the seat that a person had in the end, or had left to a computer; `None` for anyone else."""
    return next((each.seat for each in saved.seats if user_id in (each.user_id, each.away_id)), None)


def people_of(saved: SavedTable) -> tuple[int, ...]:
    """Return the people who had a seat in the end, or had left one to a computer."""
    users = (user for each in saved.seats for user in (each.user_id, each.away_id))
    return tuple(user for user in users if user is not None)


def _is_computer(row: SeatRow) -> bool:
    return row.user_id is None and row.away_id is None
