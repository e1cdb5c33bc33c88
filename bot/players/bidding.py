"""Judging a hand before the play, in any tarock game: what its cards promise the player who stands alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.rules.cards import KINGS, MOND, PAGAT, SKUS, SUIT, SUITS, TAROCKS, Cards
from bot.rules.deal import Action, View

QUEENS: Final = Cards.of("SQ HQ DQ CQ")
XV_TO_XX: Final = Cards.of("T15 T16 T17 T18 T19 T20")
"""The tarocks that mostly win where they are played, below the two highest."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What the features of a hand are worth, in card points expected; a game fills in its own."""

    base: float
    tarock: float
    skus: float
    mond: float
    pagat: float
    high: float
    king: float
    king_and_queen: float
    void: float
    singleton: float
    """One card of a suit, other than its king."""
    queen_alone: float
    """A queen without its king."""


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
    bids = (move.action.argument for move in reversed(view.public.calls) if move.action.verb == "bid")
    return next(bids, "")


def quietest(actions: tuple[Action, ...]) -> Action:
    """The action that commits a player to least: to pass or be done, else the first there is.

    Raises:
        ValueError: there is nothing to choose from.
    """
    if not actions:
        raise ValueError("a player can only choose when asked")
    return next((action for action in actions if action.verb in {"pass", "done"}), actions[0])
