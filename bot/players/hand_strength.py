"""How strong a hand is before the play, in any tarock game: expected card points, and length in tarocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.rules.cards import KINGS, MOND, PAGAT, SKUS, SUIT, SUITS, TAROCKS, Card, Cards

QUEENS: Final = Cards.of("SQ HQ DQ CQ")
XV_TO_XX: Final = Cards.of("T15 T16 T17 T18 T19 T20")
"""The tarocks below the two highest that win most tricks they are played to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What the features of a hand are worth, in expected card points; each game has its own figures."""

    base: float = 0.0
    """Any hand."""
    tarock: float
    """Each tarock; the figures for single ones below are added to it."""
    skus: float
    mond: float
    pagat: float
    high: float
    """Each tarock from XV to XX."""
    king: float
    king_and_queen: float = 0.0
    """King and queen of a suit, in addition to the king."""
    void: float
    """A suit without a card."""
    singleton: float = 0.0
    """One card of a suit, other than its king."""
    queen_alone: float = 0.0
    """A queen without its king."""


AS_PLAYED: Final = Weights(
    base=-5.0,
    tarock=1.5,
    skus=5.7,
    mond=5.2,
    pagat=2.7,
    high=0.6,
    king=5.7,
    void=5.0,
    singleton=0.2,
)
"""For a hand as it is played, without the discard."""


def strength(hand: Cards, weights: Weights) -> float:
    """The expected card points of a hand."""
    return tarock_strength(hand & TAROCKS, weights) + sum(
        suit_strength(hand & SUIT[suit], weights) for suit in SUITS
    )


def tarock_strength(tarocks: Cards, weights: Weights) -> float:
    """The expected card points of the tarocks, and of any hand."""
    return (
        weights.base
        + weights.tarock * len(tarocks)
        + weights.high * len(tarocks & XV_TO_XX)
        + weights.skus * (SKUS in tarocks)
        + weights.mond * (MOND in tarocks)
        + weights.pagat * (PAGAT in tarocks)
    )


def suit_strength(cards: Cards, weights: Weights) -> float:
    """The expected card points of the cards of one suit; of a void if there are none."""
    if not cards:
        return weights.void
    king, queen = bool(cards & KINGS), bool(cards & QUEENS)
    worth = weights.king * king
    worth += weights.king_and_queen * (king and queen) + weights.queen_alone * (queen and not king)
    return worth + weights.singleton * (len(cards) == 1 and not king)


HIGHEST_FIVE: Final = Cards.of("T22 T21 T20 T19 T18")


def length(hand: Cards) -> int:
    """How long the tarocks of a hand will last: each counts double, the five highest once more."""
    return 2 * len(hand & TAROCKS) + len(hand & HIGHEST_FIVE)


class LateTrick(NamedTuple):
    """A low tarock that is to win one of the last tricks: its chance grows with the length of the tarocks.

    The line was fitted to deals in which computers tried it.
    """

    card: Card
    hopeless: float
    """The length at which the chance is 0."""
    gain: float
    """How much the chance grows with each point of length."""

    def chance(self, hand: Cards, spare: int = 0) -> float:
        """The chance that a hand wins the trick with the card, if it can spare so much length."""
        if self.card not in hand:
            return 0.0
        return min(1.0, max(0.0, self.gain * (length(hand) - spare - self.hopeless)))
