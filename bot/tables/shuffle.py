"""Chance: the shuffled pack, and who deals first."""

from __future__ import annotations

from dataclasses import dataclass, field
from secrets import SystemRandom
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bot.rules.cards import Card, Cards
    from bot.rules.layout import Seat


class Shuffle(Protocol):
    """Where chance comes from."""

    def deck(self, pack: Cards) -> tuple[Card, ...]:
        """Shuffle a pack; the top card comes first."""

    def first_dealer(self, seats: int) -> Seat:
        """Draw who deals first."""


@dataclass(frozen=True)
class SystemShuffle:
    """Chance from the operating system: nobody can foretell it, and nothing in the program repeats it."""

    random: SystemRandom = field(default_factory=SystemRandom)

    def deck(self, pack: Cards) -> tuple[Card, ...]:
        """Shuffle a pack; the top card comes first."""
        return tuple(self.random.sample(pack.sorted, len(pack)))

    def first_dealer(self, seats: int) -> Seat:
        """Draw who deals first."""
        return self.random.randrange(seats)
