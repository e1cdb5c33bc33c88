"""Public facts that only Illustrated Tarokk has."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rules.cards import Card
from bot.rules.layout import Seat


@dataclass(frozen=True)
class Invitation:
    """An invitation by a jump or by a yielded game: the inviting seat and the card it shows (4.4)."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class Stated:
    """How many tarokks some seats have discarded together."""

    seats: tuple[Seat, ...]
    number: int


@dataclass(frozen=True)
class DiscardedTarokks:
    """The public counts of discarded tarokks (6.2.4)."""

    counts: tuple[Stated, ...]
