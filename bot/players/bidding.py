"""Judging a hand before the play, in any tarock game: what its cards promise the player who stands alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.rules.auctions import HOLD
from bot.rules.cards import KINGS, MOND, PAGAT, SKUS, SUIT, SUITS, TAROCKS, Cards
from bot.rules.moves import Action
from bot.rules.view import View

QUEENS: Final = Cards.of("SQ HQ DQ CQ")
XV_TO_XX: Final = Cards.of("T15 T16 T17 T18 T19 T20")
"""The tarocks that mostly win where they are played, below the two highest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What the features of a hand are worth, in card points expected; a game fills in its own."""

    base: float = 0.0
    """Any hand."""
    tarock: float
    """Each tarock; what is said of single ones below comes on top of it."""
    skus: float
    mond: float
    pagat: float
    high: float
    """Each tarock from XV to XX."""
    king: float
    king_and_queen: float = 0.0
    """Both of one suit, beyond the king."""
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
"""What cards promise as they are played, apart from what was laid away."""


def strength(hand: Cards, weights: Weights) -> float:
    """The card points that a hand promises."""
    return tarock_strength(hand & TAROCKS, weights) + sum(
        suit_strength(hand & SUIT[suit], weights) for suit in SUITS
    )


def tarock_strength(tarocks: Cards, weights: Weights) -> float:
    """The share of the tarocks, and of a hand that has nothing else."""
    return (
        weights.base
        + weights.tarock * len(tarocks)
        + weights.high * len(tarocks & XV_TO_XX)
        + weights.skus * (SKUS in tarocks)
        + weights.mond * (MOND in tarocks)
        + weights.pagat * (PAGAT in tarocks)
    )


def suit_strength(cards: Cards, weights: Weights) -> float:
    """The share of the cards of one suit, of which there may be none."""
    if not cards:
        return weights.void
    king, queen = bool(cards & KINGS), bool(cards & QUEENS)
    worth = weights.king * king
    worth += weights.king_and_queen * (king and queen) + weights.queen_alone * (queen and not king)
    return worth + weights.singleton * (len(cards) == 1 and not king)


def standing(view: View) -> str:
    """The contract of the last bid, if there is one."""
    bids = (move.action.argument for move in reversed(view.open.calls) if move.action.verb == "bid")
    return next(bids, "")


def contract_named(view: View, call: Action) -> str:
    """The contract that a bid names or a hold repeats; none for a pass."""
    return standing(view) if call == HOLD else call.argument
