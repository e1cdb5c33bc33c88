"""Winning one of the last tricks with a low tarock, in any tarock game: how long tarocks must be for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.rules.cards import TAROCKS, Card, Cards

HIGHEST: Final = Cards.of("T22 T21 T20 T19 T18")


@dataclass(frozen=True, slots=True)
class Bird:
    """A card to win one of the last tricks with, and how likely that is: a line found by trying it."""

    card: Card
    value: int
    """Game points, announced."""
    hopeless: float
    """Tarocks of this length never bring it home."""
    gain: float
    """How much likelier it becomes with each point of length."""

    def chance(self, hand: Cards, spare: int = 0) -> float:
        """How likely a hand brings it home, with so much length left over."""
        if self.card not in hand:
            return 0.0
        return min(1.0, max(0.0, self.gain * (length(hand) - spare - self.hopeless)))

    def prospect(self, hand: Cards) -> float:
        """The game points to be expected from announcing it."""
        return self.value * (2.0 * self.chance(hand) - 1.0)


def length(hand: Cards) -> int:
    """How long the tarocks of a hand will last: each counts double, the five highest once more."""
    return 2 * len(hand & TAROCKS) + len(hand & HIGHEST)
