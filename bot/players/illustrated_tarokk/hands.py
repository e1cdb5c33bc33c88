"""How good a hand is in Illustrated Tarokk."""

from __future__ import annotations

from typing import Final

from bot.players.bidding import Weights, strength
from bot.rules.cards import Cards

HIGH_HONOURS: Final = Cards.of("T22 T21")

DEALT: Final = Weights(
    tarock=1.6,
    skus=7.7,
    mond=4.5,
    pagat=-1.2,
    high=2.7,
    king=0.1,
    void=1.75,
    queen_alone=0.4,
)
"""What the features of nine cards add to the card points of the declarer's side, as dealt deals showed."""


def quality(hand: Cards) -> float:
    """How good a hand is for winning card points."""
    return strength(hand, DEALT)
