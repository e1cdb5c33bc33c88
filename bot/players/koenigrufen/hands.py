"""How good a hand is, for each kind of contract in Königrufen and for the birds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.players.avoiding import danger
from bot.players.bidding import QUEENS, Weights, strength
from bot.players.last_tricks import Bird
from bot.rules.cards import KINGS, MOND, PACK_54, SKUS, SUIT, SUITS, Cards, card

DEALT: Final = Weights(
    tarock=1.9,
    skus=5.0,
    mond=4.8,
    pagat=0.4,
    high=0.9,
    king=3.4,
    void=1.8,
    singleton=0.6,
    queen_alone=0.6,
)
"""What the features of twelve cards add to the declarer's card points, in any contract for points."""
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
