"""What a hand of Royal Tarokk promises: how many tricks its side takes, and which announcements come true."""

from __future__ import annotations

from itertools import takewhile
from math import erf, sqrt
from typing import Final

from bot.rules.cards import KINGS, MOND, SKUS, SUIT, SUITS, TAROCKS, Cards, card

UPPER: Final = Cards.of("T17 T16 T15 T14")
XVIII: Final = card("T18")
DEFENDING: Final = 1.3
"""The tricks that the defenders take without anything of what follows."""
ATTACKING: Final = 2.7
"""What the attackers, who have XIX and XX and lead, take beyond that."""
DOUBT: Final = 1.4
"""How far the tricks taken lie from those expected, as a standard deviation."""


def tricks(hand: Cards, *, attacks: bool) -> float:
    """How many tricks a side may expect of which one hand is known: a line fitted to deals without a word."""
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
    """How likely a side takes so many tricks, or more, where so many are expected."""
    return (1.0 + erf((expected - wanted + 0.5) / (doubt * sqrt(2.0)))) / 2.0


def certain_tricks(hand: Cards) -> int:
    """How many tricks nobody can keep from a hand: those of the tarokks that no other is above."""
    return len(list(takewhile(lambda each: each in hand, TAROCKS.sorted)))
