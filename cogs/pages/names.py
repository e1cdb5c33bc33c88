"""The names of players as messages show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.text.names import plain, safe
from card_images import Badge

if TYPE_CHECKING:
    from bot.tables import Occupant, Table
    from bot.text import Words


def name_of(w: Words, occupant: Occupant) -> str:
    """A player's name for a message; computer players are marked."""
    name = safe(occupant.name)
    return w("name.computer", name=name) if occupant.is_computer else name


def names_of(w: Words, table: Table) -> list[str]:
    """The names of all players by seat."""
    return [w("name.free") if each is None else name_of(w, each) for each in table.occupants]


def plain_names_of(w: Words, table: Table) -> list[str]:
    """The names of all players by seat, unescaped, for places that know no formatting."""
    return [w("name.free") if each is None else plain(each.name) for each in table.occupants]


def badges_of(w: Words, table: Table) -> tuple[Badge, ...]:
    """The badges of all players by seat."""
    return tuple(
        Badge(w("name.free"), seat) if each is None else badge_of(seat, each)
        for seat, each in enumerate(table.occupants)
    )


def badge_of(seat: int, occupant: Occupant) -> Badge:
    """The badge of a player."""
    return Badge(plain(occupant.name), seat, occupant.user_id, occupant.is_computer)
