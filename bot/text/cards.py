"""Cards in words: short as on the table (`♥K`, `XXI`), long for whoever listens (`king of hearts`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.cards import COURTS, MOND, PAGAT, SKUS, SUIT, SUITS, TAROCK, Card, Cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.text.language import Language

SYMBOLS: Final[Mapping[str, str]] = dict(zip(SUITS, "♠♥♦♣", strict=True))
HONOURS: Final = (SKUS, MOND, PAGAT)


def numeral(number: int) -> str:
    """A tarock's number in Roman numerals as the packs print it: `IIII` for 4, yet `IX` and `XIV`."""
    if number == 4:
        return "IIII"
    units = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    return "X" * (number // 10) + units[number % 10]


def short_name(w: Language, card: Card) -> str:
    """A card in a few characters: `♥K`, `XXI`, `Sküs`."""
    if card == SKUS:
        return w.term("card", str(card))
    if card.suit == TAROCK:
        return numeral(int(card.rank))
    return f"{SYMBOLS[card.suit]}{card.rank}"


def long_name(w: Language, card: Card) -> str:
    """A card in words: `king of hearts`, `Pagat (I)`, `tarock XVI`."""
    if card in HONOURS:
        return w.term("card", str(card))
    if card.suit == TAROCK:
        return w.term("card", "tarock", numeral=numeral(int(card.rank)))
    return w("card.suited", rank=rank_name(w, card), suit=card.suit)


def card_label(w: Language, card: Card) -> str:
    """A card on a button or in a list of choices: `♥K · king of hearts`, `XVI · tarock 16`.

    A tarock has its number in both ways: the pictures print Arabic ones, all other words Roman ones.
    """
    if card in HONOURS:
        return w.term("card.label", str(card))
    if card.suit == TAROCK:
        return w.term("card.label", "tarock", short=short_name(w, card), number=card.rank)
    return w("card.label", short=short_name(w, card), long=long_name(w, card))


def rank_name(w: Language, card: Card) -> str:
    """What a card is called among its own suit: `king`, `10`, `XVI`."""
    if card.suit == TAROCK:
        return short_name(w, card)
    return w(f"rank.{card.rank}") if card.rank in (*COURTS, "1") else card.rank


def list_cards(w: Language, cards: Iterable[Card]) -> str:
    """Some cards by their short names, in the order given."""
    return w("list.comma").join(short_name(w, card) for card in cards)


def suit_groups(w: Language, cards: Cards) -> str:
    """Cards suit by suit, in words: `tarocks XX, I; hearts king, 3`."""
    groups = []
    for suit in TAROCK + SUITS:
        ranks = w("list.comma").join(rank_name(w, card) for card in cards & SUIT[suit])
        if ranks:
            group = "tarocks" if suit == TAROCK else "group"
            groups.append(w.term("hand", group, suit=suit, count=len(cards & SUIT[suit]), ranks=ranks))
    return w("list.semicolon").join(groups)


def hand_in_words(w: Language, hand: Cards, playable: Cards | None) -> str:
    """A hand as the description of its picture (at most 1024 characters): what may be chosen now comes first.

    Args:
        w: the reader's words.
        hand: all cards of the hand.
        playable: those the player may choose now; None where there is nothing to choose.
    """
    if not hand:
        return w("hand.empty")
    if playable is None or not playable & hand:
        return w("hand.all", count=len(hand), groups=suit_groups(w, hand))
    chosen, rest = playable & hand, hand - playable
    if not rest:
        return w("hand.any", count=len(hand), groups=suit_groups(w, hand))
    return w("hand.some", count=len(hand), playable=suit_groups(w, chosen), rest=suit_groups(w, rest))
