"""Card points, counted in whole numbers."""

from __future__ import annotations

from typing import Final

from bot.rules.cards import CARDS, KINGS, TRULL, Card, Cards

_COURT_VALUES: Final = {"Q": 4, "C": 3, "J": 2}


def _value(each: Card) -> int:
    return 5 if each in KINGS or each in TRULL else _COURT_VALUES.get(each.rank, 1)


VALUE: Final = tuple(_value(each) for each in CARDS)
"""Card points of each single card: trull and kings 5, queen 4, cavalier 3, jack 2, every other card 1."""


def face_value(cards: Cards) -> int:
    """The card points of all cards added up, each by itself."""
    return sum(VALUE[each] for each in cards)


def counted_in_threes(cards: Cards) -> int:
    """The card points of a pile in lots of three: each lot is worth 2 less than its cards, a rest 1 less.

    Two piles that make up the whole pack always come to the same total together.
    """
    lots, rest = divmod(len(cards), 3)
    return face_value(cards) - 2 * lots - (1 if rest else 0)
