"""The cards as dealt, and the seats they were dealt to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.rules.cards import Card, Cards

Seat: TypeAlias = int
"""A place at the table, from 0, counter-clockwise: in playing order."""


def whole(value: object) -> int:
    """A house rule, or something inherited from the deals before, that is a whole number."""
    assert isinstance(value, int), f"no whole number: {value!r}"
    return value


@dataclass(frozen=True)
class Layout:
    """The cards as dealt, by whom, and under which house rules."""

    hands: tuple[Cards, ...]
    talon: tuple[Card, ...]
    """From the top, or the first dealt, to the last."""
    dealer: Seat
    options: Mapping[str, object] = field(default_factory=dict)
    """Every house rule that differs from the game's default."""
    session: Mapping[str, object] = field(default_factory=dict)
    """What this deal inherits from those before it."""

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.hands)

    def next(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat so many places further on in playing order."""
        return (seat + steps) % self.seats
