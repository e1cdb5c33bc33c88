"""The talon, as the groups of cards in which it is taken."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rules.cards import NO_CARDS, Cards
from bot.rules.layout import Seat


@dataclass(frozen=True)
class Group:
    """Some cards of the talon that are taken together, as far as they are known."""

    name: str
    size: int
    cards: Cards = NO_CARDS
    """Empty while they are not known."""
    shown: bool = False
    """Lying face up, or turned down again after everybody has seen it."""
    taker: Seat | None = None
    looker: Seat | None = None
    """Who has looked at it without showing it."""

    @classmethod
    def of(cls, name: str, cards: Cards) -> Group:
        """The group of some cards, face down."""
        return cls(name, len(cards), cards)
