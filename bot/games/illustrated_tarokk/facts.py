"""What Illustrated Tarokk counts besides what every game knows."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rules.cards import Card
from bot.rules.layout import Seat


@dataclass(frozen=True, slots=True)
class Invitation:
    """A seat that has invited by a jump, or by yielding the game, and the card that this shows (4.4)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Stated:
    """How many tarokks some seats have discarded between them."""

    seats: tuple[Seat, ...]
    number: int


@dataclass(frozen=True, slots=True)
class DiscardedTarokks:
    """How many tarokks were discarded, as far as that is stated to all (6.2.4)."""

    counts: tuple[Stated, ...]
