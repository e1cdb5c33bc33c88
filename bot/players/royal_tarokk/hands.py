"""How good a hand is in Royal Tarokk: the expected tricks of its side, and the chance of a number of them."""

from __future__ import annotations

from itertools import takewhile
from math import erf, sqrt
from typing import Final

from bot.rules.cards import KINGS, MOND, SKUS, SUIT, SUITS, TAROCKS, Cards, card

UPPER: Final = Cards.of("T17 T16 T15 T14")
XVIII: Final = card("T18")
DEFENDING: Final = 1.3
"""Expected tricks of the defenders before the features of the hand are added."""
ATTACKING: Final = 2.7
"""Added for the attackers, who have XIX and XX and the first lead."""
DOUBT: Final = 1.4
"""The standard deviation of the tricks."""


def tricks(hand: Cards, *, attacks: bool) -> float:
    """The expected tricks of a side with this hand: a line fitted to deals without announcements."""
    tarokks = hand & TAROCKS
    voids = sum(not hand & SUIT[suit] for suit in SUITS)
    return (
        DEFENDING
        + ATTACKING * attacks
        + 0.21 * len(tarokks)
        + 0.9 * (SKUS in hand)
        + 0.36 * (MOND in hand)
        + 0.45 * (XVIII in hand)
        + 0.2 * len(tarokks & UPPER)
        + 0.16 * len(hand & KINGS)
        + 0.3 * voids
    )


def chance_of(wanted: int, expected: float, doubt: float = DOUBT) -> float:
    """The chance of at least `wanted` tricks if `expected` are expected."""
    return (1.0 + erf((expected - wanted + 0.5) / (doubt * sqrt(2.0)))) / 2.0


def certain_tricks(hand: Cards) -> int:
    """The tricks that a hand wins in any case: with the highest tarokks without a gap."""
    return len(list(takewhile(lambda each: each in hand, TAROCKS.sorted)))
