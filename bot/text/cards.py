"""Cards as text: short (`♥K`, `XXI`), and long for screen readers (`king of hearts`).

The pictures print both numbers. Texts have Roman ones, as books on tarock do; in Japanese Arabic ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from bot.rules.cards import COURTS, MOND, PAGAT, SKUS, SUIT, SUITS, TAROCK, Card, Cards
from bot.rules.cards import card as card_of


class Language(Protocol):
    """A language with the terms of one game, implemented by `Words`."""

    @property
    def aloud(self) -> bool:
        """Whether texts have words for signs."""

    def __hash__(self) -> int:
        """Equal languages have equal hashes, so that words can be cached."""

    def __call__(self, key: str, /, **facts: str | int | Cards) -> str: ...

    def term(self, kind: str, id: str, /, **facts: str | int | Cards) -> str:  # noqa: A002 - as in `Words`
        ...

    def own(self, kind: str, id: str) -> str:  # noqa: A002 - as in `Words`
        ...

    def number(self, number: int) -> str: ...


SYMBOLS: Final[Mapping[str, str]] = dict(zip(SUITS, "♠♥♦♣", strict=True))
SUITED: Final = re.compile(f"[{''.join(SYMBOLS.values())}](10|[{''.join(COURTS)}1-9])")
"""A card of a suit as its short name."""
FEW: Final = 6
"""The most cards that are read aloud one by one."""
HONOURS: Final = (SKUS, MOND, PAGAT)


def numeral(number: int) -> str:
    """Return a tarock's number as the pictures print it: `IV`, `XIX`."""
    units = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    return "X" * (number // 10) + units[number % 10]


def short_name(w: Language, card: Card) -> str:
    """Return a card in a few characters: `♥K`, `XXI`, `Sküs`; in Japanese `タロック21`."""
    if w.aloud:
        return long_name(w, card)
    if card == SKUS:
        return w.term("card", str(card))
    if card.suit == TAROCK:
        return w("card.numbered", **_numbers(card))
    return f"{SYMBOLS[card.suit]}{card.rank}"


def long_name(w: Language, card: Card) -> str:
    """Return a card in words: `king of hearts`, `Pagat (I)`, `tarock XVI`."""
    if card in HONOURS:
        return w.term("card", str(card))
    if card.suit == TAROCK:
        return w.term("card", "tarock", **_numbers(card))
    return w("card.suited", rank=rank_name(w, card), suit=card.suit)


def with_long_names(w: Language, text: str) -> str:
    """Return a text with cards of suits in words, where the signs of suits cannot be written."""
    suits = {symbol: suit for suit, symbol in SYMBOLS.items()}
    return SUITED.sub(lambda found: long_name(w, card_of(suits[found[0][0]] + found[1])), text)


def card_label(w: Language, card: Card) -> str:
    """Return a card as the label of a choice: `♥K · king of hearts`, `XVI · tarock 16`."""
    if w.aloud:
        return long_name(w, card)
    if card in HONOURS:
        return w.term("card.label", str(card))
    if card.suit == TAROCK:
        return w.term("card.label", "tarock", **_numbers(card))
    return w("card.label", short=short_name(w, card), long=long_name(w, card))


def rank_name(w: Language, card: Card) -> str:
    """Return a card's name within its suit: `king`, `10`, `XVI`; in Japanese `16`."""
    if card == SKUS:
        return short_name(w, card)
    if card.suit == TAROCK:
        return w("rank.tarock", **_numbers(card))
    return w(f"rank.{card.rank}") if card.rank in (*COURTS, "1") else card.rank


def _numbers(tarock: Card) -> dict[str, str]:
    return {"numeral": numeral(int(tarock.rank)), "number": tarock.rank}


def list_cards(w: Language, cards: Iterable[Card]) -> str:
    """Return the short names of cards, in the order given: `♥K, XXI, XIV`, `♥K、タロック21、14`.

    A long hand that is read aloud is told suit by suit.
    """
    if w.aloud and isinstance(cards, Cards) and len(cards) > FEW:
        return suit_groups(w, cards)
    names, follows = [], False
    for card in cards:
        is_numbered = card.suit == TAROCK and card != SKUS
        names.append(rank_name(w, card) if is_numbered and follows else short_name(w, card))
        follows = is_numbered
    return w("list.comma").join(names)


def suit_groups(w: Language, cards: Cards) -> str:
    """Return cards suit by suit, in words: `tarocks XX, I; hearts king, 3`."""
    groups = []
    for suit in TAROCK + SUITS:
        ranks = w("list.comma").join(rank_name(w, card) for card in cards & SUIT[suit])
        if ranks:
            group = "tarocks" if suit == TAROCK else "group"
            groups.append(w.term("hand", group, suit=suit, count=len(cards & SUIT[suit]), ranks=ranks))
    return w("list.semicolon").join(groups)


def hand_in_words(w: Language, hand: Cards, playable: Cards | None) -> str:
    """Return a hand as the description of its picture, at most 1024 characters, playable cards first.

    `playable`: the cards the player may choose now; `None` if there is no choice to make.
    """
    if not hand:
        return w("hand.empty")
    if playable is None or not playable & hand:
        return w("hand.all", count=len(hand), groups=suit_groups(w, hand))
    chosen, rest = playable & hand, hand - playable
    if not rest:
        return w("hand.any", count=len(hand), groups=suit_groups(w, hand))
    return w("hand.some", count=len(hand), playable=suit_groups(w, chosen), rest=suit_groups(w, rest))
