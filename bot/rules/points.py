"""Card points, as integers."""

from __future__ import annotations

from typing import Final

from bot.rules.cards import CARDS, KINGS, TRULL, Card, Cards

_COURT_VALUES: Final = {"Q": 4, "C": 3, "J": 2}


def _value(each: Card) -> int:
    return 5 if each in KINGS or each in TRULL else _COURT_VALUES.get(each.rank, 1)


VALUE: Final = tuple(_value(each) for each in CARDS)
"""Card points by card number: trull and kings 5, queen 4, cavalier 3, jack 2, all others 1."""
_WORTH: Final = [Cards.of(each for each in CARDS if VALUE[each] >= points) for points in range(1, 6)]
"""The cards with at least one card point, two, and so on."""


def face_value(cards: Cards) -> int:
    """The sum of the card points of single cards."""
    return sum([cards.count(each) for each in _WORTH])


def counted_in_threes(cards: Cards) -> int:
    """The card points of a pile counted in threes: 2 less for each three cards, 1 less for a remainder.

    Two piles that together are the whole pack always have the same sum.
    """
    lots, rest = divmod(len(cards), 3)
    return face_value(cards) - 2 * lots - (1 if rest else 0)
