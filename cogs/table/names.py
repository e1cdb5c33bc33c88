"""The names and badges of players as messages and pictures show them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables import Occupant, Table
from bot.text import Words
from bot.text.names import plain, safe
from card_images import Badge


def name_of(w: Words, occupant: Occupant) -> str:
    """A player's name for a message; computer players are marked."""
    name = safe(occupant.name)
    return w("name.computer", name=name) if occupant.is_computer else name


def names_of(w: Words, table: Table) -> list[str]:
    """The names of those who hold the seats now, by seat: for seats, totals and the table itself."""
    return _names(w, table.occupants)


def listed_names_of(w: Words, table: Table) -> list[str]:
    """The names of `names_of` for the list of the seats, where a reader aloud hears who is a computer."""
    return [
        w("name.computer_listed", name=safe(each.name)) if each and each.is_computer else name
        for each, name in zip(table.occupants, names_of(w, table), strict=True)
    ]


def players_of(w: Words, table: Table) -> list[str]:
    """The names of those who play or have played the latest deal, by seat: for all that is said of it."""
    return _names(w, table.players)


def best_players_of(w: Words, table: Table) -> list[str]:
    """The names of those who played the best deal of the session, by the seats of the end."""
    return _names(w, table.best_players)


def _names(w: Words, seated: Sequence[Occupant | None]) -> list[str]:
    return [w("name.free") if each is None else name_of(w, each) for each in seated]


def plain_names_of(w: Words, table: Table) -> list[str]:
    """The names of `names_of`, unescaped, for places that know no formatting."""
    return [badge.name for badge in badges_of(w, table)]


def plain_players_of(w: Words, table: Table) -> list[str]:
    """The names of `players_of`, unescaped, for places that know no formatting."""
    return [badge.name for badge in badges_of_players(w, table)]


def badges_of(w: Words, table: Table) -> tuple[Badge, ...]:
    return _badges(w, table.occupants)


def badges_of_players(w: Words, table: Table) -> tuple[Badge, ...]:
    return _badges(w, table.players)


def _badges(w: Words, seated: Sequence[Occupant | None]) -> tuple[Badge, ...]:
    return tuple(
        Badge(w("name.free"), seat) if each is None else badge_of(seat, each)
        for seat, each in enumerate(seated)
    )


def badge_of(seat: int, occupant: Occupant) -> Badge:
    return Badge(plain(occupant.name), seat, occupant.user_id, occupant.is_computer)
