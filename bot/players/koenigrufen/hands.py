"""How good a hand is in Königrufen, for each kind of contract and for the birds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.koenigrufen.tables import ANNOUNCED, BIRDS
from bot.players.few_tricks import danger
from bot.players.hand_strength import QUEENS, LateTrick, Weights, strength
from bot.rules.cards import KINGS, MOND, PACK_54, SKUS, SUIT, SUITS, TAROCKS, Cards

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
LINES: Final[Mapping[str, tuple[float, float]]] = {
    "pagat": (15.2, 0.15),
    "uhu": (14.5, 0.11),
    "kakadu": (13.5, 0.09),
}
"""For each bird the length of tarocks at which it is hopeless, and the chance gained with each point more."""
BIRD_ODDS: Final = {bird.id: LateTrick(bird.card, *LINES[bird.id]) for bird in BIRDS}
DANGER_OF_ONE: Final = 1.28
"""The danger of hands that win exactly one trick most often."""
UNFIT: Final = 1.0
"""What is taken off hands with other numbers of tarocks and kings than those that mostly win one trick."""
STAKES: Final = {bird.id: ANNOUNCED * bird.value for bird in BIRDS}
"""Game points of each announced bird."""


def bird_prospect(bird: str, hand: Cards) -> float:
    """The game points expected from announcing a bird."""
    return STAKES[bird] * (2.0 * BIRD_ODDS[bird].chance(hand) - 1.0)


def for_points(hand: Cards) -> float:
    """How good a hand is for contracts in which tarocks are trumps."""
    return strength(hand, DEALT)


def for_suits(hand: Cards) -> float:
    """How good a hand is for contracts without trumps: the expected card points of a lone declarer."""
    suits = [hand & SUIT[suit] for suit in SUITS]
    both = sum(bool(suit & KINGS) and bool(suit & QUEENS) for suit in suits)
    long = sum(len(suit) ** 2 for suit in suits)
    top = len(hand & Cards.of((SKUS, MOND)))
    return 5.5 * len(hand & KINGS) + 3.0 * len(hand & QUEENS) + 3.0 * both + 0.3 * long + 4.5 * top


def for_few_tricks(hand: Cards) -> float:
    """How good a hand is for winning few tricks."""
    return -danger(hand, PACK_54 - hand)


def for_one_trick(hand: Cards) -> float:
    """How good a hand is for winning exactly one trick, at best 0.0.

    Safer hands win none as easily as others win two. Of hands without two or three tarocks, or with several
    kings, no more than half win one.
    """
    fits = len(hand & TAROCKS) in {2, 3} and len(hand & KINGS) <= 1
    return -abs(danger(hand, PACK_54 - hand) - DANGER_OF_ONE) - UNFIT * (not fits)
