"""The talon, in groups of cards that are taken together."""

from __future__ import annotations

from bot.rules.cards import NO_CARDS, Cards
from bot.rules.layout import Seat
from bot.rules.values import value


@value
class Walk:
    """The fact that a declarer looks at one group after the other and takes or refuses it.

    A game whose talon is taken in this way says how far the walk has come with a type derived from this one.
    """


@value
class Group:
    """Cards of the talon that are taken together."""

    name: str
    size: int
    cards: Cards = NO_CARDS
    """Empty while unknown."""
    shown: bool = False
    """Whether every player has seen the cards."""
    taker: Seat | None = None
    looker: Seat | None = None
    """The seat that has looked at the cards without showing them."""

    @classmethod
    def of(cls, name: str, cards: Cards) -> Group:
        """Return a group of cards, face down."""
        return cls(name, len(cards), cards)
