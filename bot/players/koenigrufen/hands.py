"""How good a hand is, for each kind of contract in Königrufen and for the birds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.players.avoiding import danger
from bot.players.bidding import QUEENS, Weights, strength
from bot.rules.cards import KINGS, MOND, PACK_54, SKUS, SUIT, SUITS, TAROCKS, Card, Cards, card

DEALT: Final = Weights(
    base=0.0,
    tarock=1.9,
    skus=5.0,
    mond=4.8,
    pagat=0.4,
    high=0.9,
    king=3.4,
    king_and_queen=0.0,
    void=1.8,
    singleton=0.6,
    queen_alone=0.6,
)
"""What the features of twelve cards add to the declarer's card points, in any contract for points."""
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


BIRDS: Final[Mapping[str, Bird]] = {
    "pagat": Bird(card("T1"), 20, hopeless=15.2, gain=0.15),
    "uhu": Bird(card("T2"), 40, hopeless=14.5, gain=0.11),
    "kakadu": Bird(card("T3"), 60, hopeless=13.5, gain=0.09),
}


def for_points(hand: Cards) -> float:
    """How good a hand is for contracts in which tarocks are trumps."""
    return strength(hand, DEALT)


def for_suits(hand: Cards) -> float:
    """How good a hand is for contracts in which they are not: the card points it should make alone."""
    suits = [hand & SUIT[suit] for suit in SUITS]
    both = sum(bool(suit & KINGS) and bool(suit & QUEENS) for suit in suits)
    long = sum(len(suit) ** 2 for suit in suits)
    top = len(hand & Cards.of((SKUS, MOND)))
    return 5.5 * len(hand & KINGS) + 3.0 * len(hand & QUEENS) + 3.0 * both + 0.3 * long + 4.5 * top


def for_few_tricks(hand: Cards) -> float:
    """How good a hand is for winning few tricks: the higher, the fewer."""
    return -danger(hand, PACK_54 - hand)


def length(hand: Cards) -> int:
    """How long the tarocks of a hand will last: each counts double, the five highest once more."""
    return 2 * len(hand & TAROCKS) + len(hand & HIGHEST)
