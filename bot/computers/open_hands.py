"""How cards are chosen within a play-out by players who see all hands, and so know who can win each trick.

These are the hands of a sampled world: no player sees real hidden cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from bot.computers.policies import (
    ALL_TAROCKS,
    BY_VALUE,
    EACH_SUIT,
    EMPTY,
    HIGH,
    PLAIN_TAROCKS,
    THE_KINGS,
    THE_PAGAT,
    any_of,
    best_winner,
    cheapest,
    drawing,
    smear,
)
from bot.rules.layout import Seat
from bot.rules.playing import BEATEN_BY, Choose
from bot.rules.tricks import SUIT_BITS, Play

BEATS: Final = BEATEN_BY[True]
"""By card: the cards that beat it; tarocks are trumps."""
MIDDLING: Final = PLAIN_TAROCKS & ~HIGH
"""Tarocks that are good enough to make an opponent pay, and not too good to lose."""
FIGURE: Final = 2.0
"""What it costs to lead a figure to a trick that is lost, in card points."""
TAROCK: Final = 3.0
"""What it costs to lead a tarock to such a trick."""


class Later(NamedTuple):
    """The seats that play to a trick after one of them."""

    friends: tuple[Seat, ...]
    opponents: tuple[Seat, ...]


def seeing_all(sides: tuple[tuple[Seat, ...], ...], after: Mapping[Seat, Seat], random: Random) -> Choose:
    """Return a choice for games about card points in which tarocks are trumps.

    `sides`: the seats of each side; the first side draws tarocks.
    """
    later = {seat: yet_to_play(seat, side, after) for side in sides for seat in side}
    chance, declarers = random.random, sides[0]

    def choose(seat: Seat, able: int, trick: list[Play], best: int, hands: Sequence[int]) -> int:
        friends, opponents = later[seat][len(trick)]
        if not trick:
            return lead(able, hands, friends, opponents, chance, draws=seat in declarers)
        led, ours = SUIT_BITS[trick[0].card], False
        for each, card in trick:
            if card == best:
                ours = each in later[seat][0].friends
        friendly, hostile = able_to_win(hands, friends, led), able_to_win(hands, opponents, led)
        return follow(able, best, friendly, hostile, ours=ours)

    return choose


def yet_to_play(seat: Seat, side: Sequence[Seat], after: Mapping[Seat, Seat]) -> tuple[Later, ...]:
    """Return who plays to a trick after a seat of a side, by how many have played before it."""
    others = [after[seat]]
    while (each := after[others[-1]]) != seat:
        others.append(each)
    found = []
    for number in range(len(others), -1, -1):
        to_come = others[:number]
        friends = tuple(each for each in to_come if each in side)
        found.append(Later(friends, tuple(each for each in to_come if each not in side)))
    return tuple(found)


def able_to_win(hands: Sequence[int], seats: tuple[Seat, ...], led: int) -> int:
    """Return the cards that some seats may play to a suit: the suit, or else tarocks; no discards."""
    found = 0
    for seat in seats:
        hand = hands[seat]
        found |= hand & led or hand & ALL_TAROCKS
    return found


def follow(able: int, best: int, friendly: int, hostile: int, *, ours: bool) -> int:
    """Return the card to play to a trick.

    `best`: the best card so far.
    `friendly`: the cards that friends may still win with.
    `hostile`: those that opponents may.
    `ours`: whether the best card so far is a friend's.
    """
    threat = hostile & BEATS[best]
    if ours and not threat:
        return smear(able)
    to_beat = strongest(threat) if threat else best
    if sure := able & BEATS[to_beat]:
        return best_winner(sure)
    if friendly & BEATS[to_beat]:
        return smear(able)
    if not ours and (forcing := able & BEATS[best] & MIDDLING):
        return forcing.bit_length() - 1
    return cheapest(able & ~BEATS[best] or able)


def lead(
    able: int,
    hands: Sequence[int],
    friends: tuple[Seat, ...],
    opponents: tuple[Seat, ...],
    chance: Callable[[], float],
    *,
    draws: bool,
) -> int:
    """Return the card to lead: a tarock that draws others, a winner, a card to a friend's, or the least loss.

    `chance`: returns a number from 0 to 1.
    `draws`: whether to draw the opponents' tarocks with enough of one's own.
    """
    if draws and outlasts(able & ALL_TAROCKS, [hands[each] & ALL_TAROCKS for each in opponents]):
        return drawing(able & PLAIN_TAROCKS, able_to_win(hands, opponents, ALL_TAROCKS))
    winners = helped = 0
    losses = []
    for suit in EACH_SUIT:
        if not (held := able & suit):
            continue
        highest, hostile = held.bit_length() - 1, able_to_win(hands, opponents, suit)
        if not hostile & BEATS[highest]:
            winners |= 1 << highest
        elif (friendly := able_to_win(hands, friends, suit)) and not hostile & BEATS[strongest(friendly)]:
            helped |= held
        else:
            lowest = held & -held
            own = 0.0 if lowest & EMPTY else FIGURE
            losses.append((own + most_points(hostile) + chance(), lowest))
    if winners:
        return any_of(winners & THE_KINGS or winners, chance())
    if helped:
        return smear(helped)
    if tarocks := able & MIDDLING:
        losses.append((TAROCK + chance(), tarocks & -tarocks))
    if losses:
        return min(losses)[1].bit_length() - 1
    return any_of(able & ~THE_PAGAT or able, chance())


def outlasts(tarocks: int, theirs: Sequence[int]) -> bool:
    """Whether the leader has at least two tarocks more than each opponent, one of whom has some."""
    longest = max(each.bit_count() for each in theirs)
    return longest > 0 and tarocks.bit_count() > longest + 1


def strongest(cards: int) -> int:
    """Return the strongest of some cards that are of one suit or tarocks, which are the highest bits."""
    return cards.bit_length() - 1


def most_points(cards: int) -> int:
    """Return the most card points of a suit card, beyond those of an empty card."""
    return next((4 - at for at, figures in enumerate(BY_VALUE) if cards & figures), 0)
