"""The cards as dealt, and the seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias

from bot.rules.cards import Card, Cards
from bot.rules.values import value

Seat: TypeAlias = int
"""The number of a place at the table, from 0 in playing order (counter-clockwise)."""


def as_int(value: object) -> int:
    """Return a house rule or session value that is known to be an integer."""
    assert isinstance(value, int), f"not an integer: {value!r}"
    return value


@value
class Layout:
    """The cards as dealt, by whom, and under which house rules."""

    hands: tuple[Cards, ...]
    talon: tuple[Card, ...]
    """In the order in which it was dealt."""
    dealer: Seat
    options: Mapping[str, object] = field(default_factory=dict)
    """The house rules that differ from the game's default."""
    session: Mapping[str, object] = field(default_factory=dict)
    """The session values that this deal inherits from earlier ones."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.hands)

    def next(self, seat: Seat, steps: int = 1) -> Seat:
        """Return the seat a number of places further on in playing order."""
        return (seat + steps) % self.seats
