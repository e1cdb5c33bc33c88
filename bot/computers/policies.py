"""How cards are chosen within a play-out: quickly, by maxims that only count the cards in other hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from bot.rules.cards import CARDS, KINGS, MOND, PAGAT, SKUS, SUIT, SUITS, TAROCKS, VALUE
from bot.rules.layout import Seat
from bot.rules.playing import BEATEN_BY, Choose
from bot.rules.tricks import Play

ALL_TAROCKS: Final = TAROCKS.bits
BY_VALUE: Final = tuple(
    sum(1 << each for each in CARDS if VALUE[each] == value and each not in TAROCKS) for value in (5, 4, 3, 2)
)
"""The figures of the suits, most valuable first."""
EMPTY: Final = sum(1 << each for each in CARDS if VALUE[each] == 1 and each not in TAROCKS)
PLAIN_TAROCKS: Final = ALL_TAROCKS & ~(1 << PAGAT)
THE_PAGAT: Final = 1 << PAGAT
THE_KINGS: Final = KINGS.bits
HONOURS: Final = 1 << SKUS | 1 << MOND
EACH_SUIT: Final = tuple(SUIT[suit].bits for suit in SUITS)


def at_random(random: Random) -> Choose:
    """Return a choice of any card, all equally likely."""
    chance = random.random

    def choose(_seat: Seat, able: int, _trick: list[Play], _best: int, _hands: Sequence[int]) -> int:
        return any_of(able, chance())

    return choose


def for_points(sides: tuple[tuple[Seat, ...], ...], size: int, random: Random) -> Choose:
    """Return a choice by the usual maxims of games about card points.

    `sides`: the seats of each side; the first side leads tarocks.
    `size`: the number of cards in a trick.
    """
    friends = {seat: side for side in sides for seat in side}
    beaten_by, chance = BEATEN_BY[True], random.random

    def choose(seat: Seat, able: int, trick: list[Play], best: int, hands: Sequence[int]) -> int:
        if not trick:
            return lead(able, sum(hands) & ~able, size - 1, chance, draws=seat in sides[0])
        last, winning = len(trick) == size - 1, able & beaten_by[best]
        taker = next(each for each, card in trick if card == best)
        if taker in friends[seat] and (last or not winning or 1 << best & HIGH):
            return smear(able)
        if not winning:
            return cheapest(able)
        return best_winner(winning) if last else least_winner(able, winning)

    return choose


def lead(able: int, others: int, hands: int, chance: Callable[[], float], *, draws: bool) -> int:
    """Return the card to lead: a tarock that draws others, a sure winner, a king, or a card of no value.

    `others`: the cards of the other hands.
    `chance`: returns a number from 0 to 1.
    `draws`: whether to draw the others' tarocks with enough of one's own.
    """
    theirs = others & ALL_TAROCKS
    if not theirs and (sure := unbeaten(able, others)):
        return sure.bit_length() - 1
    if draws and theirs and outlasts(able & ALL_TAROCKS, theirs, hands):
        return drawing(able & PLAIN_TAROCKS, theirs)
    kings = able & THE_KINGS
    if kings and chance() < 0.5:
        return any_of(kings, chance())
    return any_of(able & EMPTY or able & ~THE_PAGAT or able, chance())


def unbeaten(able: int, others: int) -> int:
    """Return the cards of the suits in which no other hand has the highest card."""
    return sum(mine for suit in EACH_SUIT if (mine := able & suit) > others & suit)


def outlasts(tarocks: int, theirs: int, hands: int) -> bool:
    """Whether the leader keeps two tarocks longer than other hands that share theirs evenly, rounded up."""
    return tarocks.bit_count() > 1 - -theirs.bit_count() // hands


def drawing(tarocks: int, theirs: int) -> int:
    """Return the highest tarock, but the XXI only if the Sküs cannot capture it."""
    safe = tarocks & ~(1 << MOND) if theirs & 1 << SKUS else tarocks
    return (safe or tarocks).bit_length() - 1


HIGH: Final = sum(1 << each for each in TAROCKS if each >= PAGAT + 16)
"""Tarocks that mostly win."""


def any_of(cards: int, chance: float) -> int:
    """Return one of some cards, by a number from 0 to 1."""
    for _ in range(int(chance * cards.bit_count())):
        cards &= cards - 1
    return (cards & -cards).bit_length() - 1


def smear(able: int) -> int:
    """Return the card to give to a friend who wins the trick."""
    if able & THE_PAGAT:
        return PAGAT
    for cards in BY_VALUE:
        if found := able & cards:
            return (found & -found).bit_length() - 1
    return (able & -able).bit_length() - 1


def cheapest(able: int) -> int:
    """Return the card to give to a trick that is lost: the one that is worth least."""
    if empty := able & EMPTY:
        return (empty & -empty).bit_length() - 1
    for cards in (*reversed(BY_VALUE[1:]), PLAIN_TAROCKS & ~HONOURS):
        if found := able & cards:
            return (found & -found).bit_length() - 1
    return (able & ~THE_PAGAT or able).bit_length() - 1


def best_winner(winning: int) -> int:
    """Return the card to win a trick with that no seat can beat any more."""
    if winning & THE_PAGAT:
        return PAGAT
    if suits := winning & ~ALL_TAROCKS:
        return suits.bit_length() - 1
    return (winning & -winning).bit_length() - 1


def least_winner(able: int, winning: int) -> int:
    """Return a card that wins so far, if it is worth trying: a king, or a small tarock."""
    if suits := winning & ~ALL_TAROCKS:
        return suits.bit_length() - 1
    winning &= ~THE_PAGAT
    return (winning & -winning).bit_length() - 1 if winning else cheapest(able)


def avoiding() -> Choose:
    """Return a choice for contracts in which tricks are avoided: the highest card that does not win."""
    beaten_by = BEATEN_BY[True]

    def choose(_seat: Seat, able: int, trick: list[Play], best: int, _hands: Sequence[int]) -> int:
        if not trick:
            return (able & -able).bit_length() - 1
        return (able & ~beaten_by[best] or able).bit_length() - 1

    return choose


def without_trumps(sides: tuple[tuple[Seat, ...], ...], size: int, random: Random) -> Choose:
    """Return a choice by maxims for contracts in which a tarock never beats the suit that was led.

    `sides`: the seats of each side.
    `size`: the number of cards in a trick.
    """
    friends = {seat: side for side in sides for seat in side}
    beaten_by, chance = BEATEN_BY[False], random.random

    def choose(seat: Seat, able: int, trick: list[Play], best: int, _hands: Sequence[int]) -> int:
        if not trick:
            return any_of(able & THE_KINGS or able & EMPTY or able, chance())
        last, winning = len(trick) == size - 1, able & beaten_by[best]
        taker = next(each for each, card in trick if card == best)
        if taker in friends[seat] and (last or not winning or 1 << best & THE_KINGS):
            return extreme(able, BY_WORTH)
        return winning.bit_length() - 1 if winning else extreme(able, BY_WORTH[::-1])

    return choose


BY_WORTH: Final = tuple(sum(1 << each for each in CARDS if VALUE[each] == value) for value in (5, 4, 3, 2, 1))
"""All cards by their card points, most valuable first."""


def extreme(able: int, groups: tuple[int, ...]) -> int:
    """Return the lowest card of the first group that has any."""
    found = next(filter(None, map(able.__and__, groups)))
    return (found & -found).bit_length() - 1
