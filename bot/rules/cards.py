"""Cards, sets of cards and card points.

The 54 cards have one order for all packs: the four suits with eight cards each, weakest card first, then the
tarocks. A card of a higher number beats a card of a lower one wherever both may win a trick. Players sort a
hand in descending order: tarocks, spades, hearts, diamonds, clubs.
The codes are those of the deal record: `T1`..`T22`, and a suit letter with a rank (`SK`, `H1`, `C10`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

TAROCK: Final = "T"
SUITS: Final = "SHDC"
BLACK: Final = "SC"
COURTS: Final = "JCQK"  # weakest first, as are the pips below
BLACK_PIPS: Final = ("7", "8", "9", "10")
RED_PIPS: Final = ("4", "3", "2", "1")


def _codes() -> tuple[str, ...]:
    suits = [
        suit + rank
        for suit in reversed(SUITS)
        for rank in (*(BLACK_PIPS if suit in BLACK else RED_PIPS), *COURTS)
    ]
    return (*suits, *(f"{TAROCK}{number}" for number in range(1, 23)))


CODES: Final = _codes()


class Card(int):
    """One card, as its place in the order of all 54; its text is its code."""

    __slots__ = ()

    def __str__(self) -> str:
        return CODES[self]

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return format(CODES[self], spec)

    @property
    def suit(self) -> str:
        return CODES[self][0]

    @property
    def rank(self) -> str:
        return CODES[self][1:]


CARDS: Final = tuple(Card(number) for number in range(len(CODES)))
_BY_CODE: Final = {str(each): each for each in CARDS}


def card(code: str) -> Card:
    """The card of a code.

    Raises:
        ValueError: there is no such card.
    """
    try:
        return _BY_CODE[code]
    except KeyError:
        raise ValueError(f"no such card: {code!r}") from None


class Cards:
    """A set of cards. Iteration and text are in the order of a hand: tarocks, then S H D C, high to low.

    >>> hand = Cards.of("HK T1 C10 T22 S7")
    >>> print(hand)
    T22 T1 S7 HK C10
    >>> hand & TRULL
    Cards('T22 T1')
    >>> card("HK") in hand, len(hand - TAROCKS)
    (True, 3)
    """

    __slots__ = ("bits",)
    bits: int  # bit `n` is the card of number `n`

    def __init__(self, bits: int = 0) -> None:
        self.bits = bits

    @classmethod
    def of(cls, cards: str | Iterable[Card]) -> Cards:
        """Make a set of some cards, or of the codes in a text.

        Raises:
            ValueError: a code is not a card's, or a card occurs twice.
        """
        many = [card(code) for code in cards.split()] if isinstance(cards, str) else list(cards)
        bits = 0
        for each in many:
            bits |= 1 << each
        if bits.bit_count() != len(many):
            raise ValueError(f"a card occurs twice in: {' '.join(map(str, many))}")
        return cls(bits)

    def __contains__(self, each: object) -> bool:
        return isinstance(each, int) and bool(self.bits >> each & 1)

    def __iter__(self) -> Iterator[Card]:
        return iter(_sorted(self))

    @property
    def sorted(self) -> tuple[Card, ...]:
        return _sorted(self)

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __and__(self, other: Cards) -> Cards:
        return Cards(self.bits & other.bits)

    def __or__(self, other: Cards) -> Cards:
        return Cards(self.bits | other.bits)

    def __sub__(self, other: Cards) -> Cards:
        return Cards(self.bits & ~other.bits)

    def __le__(self, other: Cards) -> bool:
        return not self.bits & ~other.bits

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self.bits == other.bits

    def __hash__(self) -> int:
        return hash(self.bits)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"

    def count(self, kind: Cards) -> int:
        return (self.bits & kind.bits).bit_count()

    def isdisjoint(self, other: Cards) -> bool:
        return not self.bits & other.bits

    def plus(self, each: Card) -> Cards:
        return Cards(self.bits | 1 << each)

    def minus(self, each: Card) -> Cards:
        return Cards(self.bits & _OTHERS[each])


def union(sets: Iterable[Cards]) -> Cards:
    bits = 0
    for each in sets:
        bits |= each.bits
    return Cards(bits)


def by_card(values: Sequence[T]) -> Callable[[Cards], tuple[T, ...]]:
    """Make a function that lists the values of the cards in a set, in the order of a hand.

    Looking them up is faster than iterating over the cards: the 54 bits of a set are six groups of nine, and
    each group has a table with the values for every pattern of nine bits.
    """

    def patterns(group: int) -> tuple[tuple[T, ...], ...]:
        found: list[tuple[T, ...]] = [()]
        for value in values[9 * group : 9 * group + 9]:
            found += [(value, *lower) for lower in found]
        return tuple(found)

    a, b, c, d, e, f = map(patterns, range(6))

    def listed(cards: Cards) -> tuple[T, ...]:
        bits = cards.bits
        low = c[bits >> 18 & 511] + b[bits >> 9 & 511] + a[bits & 511]
        return f[bits >> 45] + e[bits >> 36 & 511] + d[bits >> 27 & 511] + low

    return listed


_sorted: Final = by_card(CARDS)
_OTHERS: Final = tuple(~(1 << each) for each in CARDS)

HAND_ORDER: Final = CARDS[::-1]

NO_CARDS: Final = Cards()
PACK_54: Final = Cards.of(CARDS)
PACK_42: Final = PACK_54 - Cards.of("S9 S8 S7 C9 C8 C7 H2 H3 H4 D2 D3 D4")
"""Five cards of a suit: the courts, and the ten or the ace."""
PACK_40: Final = PACK_42 - Cards.of("H1 D1")
ALONE: Final = tuple(map(Cards, (1 << each for each in CARDS)))
SUIT: Final = {suit: Cards.of(each for each in CARDS if each.suit == suit) for suit in TAROCK + SUITS}
SUIT_OF: Final = tuple(SUIT[each.suit] for each in CARDS)
TAROCKS: Final = SUIT[TAROCK]
KINGS: Final = Cards.of("SK HK DK CK")
PAGAT: Final = card("T1")
MOND: Final = card("T21")
SKUS: Final = card("T22")
TRULL: Final = Cards.of((SKUS, MOND, PAGAT))
PROTECTED: Final = KINGS | TRULL
"""The cards that are worth five points, which no game with a discard allows to be discarded."""


_COURT_VALUES: Final = {"Q": 4, "C": 3, "J": 2}


def _value(each: Card) -> int:
    return 5 if each in KINGS or each in TRULL else _COURT_VALUES.get(each.rank, 1)


VALUE: Final = tuple(_value(each) for each in CARDS)
"""Card points by card number: trull and kings 5, queen 4, cavalier 3, jack 2, all others 1."""
_WORTH: Final = [Cards.of(each for each in CARDS if VALUE[each] >= points) for points in range(1, 6)]


def face_value(cards: Cards) -> int:
    return sum([cards.count(each) for each in _WORTH])


def counted_in_threes(cards: Cards) -> int:
    """The card points of a pile counted in threes: 2 less for each three cards, 1 less for a remainder.

    Two piles that together are the whole pack always have the same sum.
    """
    lots, rest = divmod(len(cards), 3)
    return face_value(cards) - 2 * lots - (1 if rest else 0)
