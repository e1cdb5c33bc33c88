"""How good a hand is in Illustrated Tarokk."""

from __future__ import annotations

from typing import Final

from bot.players.bidding import Weights, strength
from bot.rules.cards import PACK_54, TAROCKS, Cards

PACK_42: Final = PACK_54 - Cards.of("S9 S8 S7 C9 C8 C7 H2 H3 H4 D2 D3 D4")
HIGH_HONOURS: Final = Cards.of("T22 T21")
HIGHEST: Final = Cards.of("T22 T21 T20 T19 T18")

DEALT: Final = Weights(
    base=0.0,
    tarock=1.6,
    skus=7.7,
    mond=4.5,
    pagat=-1.2,
    high=2.7,
    king=0.1,
    king_and_queen=0.0,
    void=1.75,
    singleton=0.0,
    queen_alone=0.4,
)
"""What the features of nine cards add to the card points of the declarer's side, as dealt deals showed."""
PLAYED: Final = Weights(
    base=-5.0,
    tarock=1.5,
    skus=5.7,
    mond=5.2,
    pagat=2.7,
    high=0.6,
    king=5.7,
    king_and_queen=0.0,
    void=5.0,
    singleton=0.2,
    queen_alone=0.0,
)
"""What cards promise as they are played, apart from what was laid away."""


def quality(hand: Cards) -> float:
    """How good a hand is for winning card points."""
    return strength(hand, DEALT)


def length(hand: Cards) -> int:
    """How long the tarokks of a hand will last: each counts double, the five highest once more."""
    return 2 * len(hand & TAROCKS) + len(hand & HIGHEST)
