"""Tricks: the cards played to one, what may be played to it, and who wins it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from bot.rules.cards import ALONE, CARDS, PAGAT, SUIT, SUIT_OF, TAROCK, TAROCKS, TRULL, Card, Cards, union
from bot.rules.layout import Seat
from bot.rules.reasons import Reason


class Play(NamedTuple):
    seat: Seat
    card: Card


PLAYS: Final = tuple(tuple(Play(seat, each) for each in CARDS) for seat in range(5))


class Trick(NamedTuple):
    """A completed trick: its cards in playing order, and who won it."""

    plays: tuple[Play, ...]
    winner: Seat

    @property
    def cards(self) -> Cards:
        return union([ALONE[play.card] for play in self.plays])

    def played_by(self, seat: Seat) -> Card | None:
        return next((play.card for play in self.plays if play.seat == seat), None)


SUIT_BITS: Final = tuple(suit.bits for suit in SUIT_OF)
"""All cards of the suit of each card as bits, by its number."""


def follow(hand: Cards, trick: tuple[Play, ...]) -> Cards:
    """The cards that may be played to a trick: of the suit led, failing that tarocks, failing that any."""
    if not trick:
        return hand
    bits = hand.bits
    return Cards(bits & SUIT_BITS[trick[0].card] or bits & TAROCKS.bits or bits)


def follow_and_win(takes: Callable[[tuple[Play, ...]], Play], hand: Cards, trick: tuple[Play, ...]) -> Cards:
    able = follow(hand, trick)
    if not trick:
        return able
    seat = trick[0].seat  # it makes no difference whose card it is
    winning = [each for each in able if takes((*trick, Play(seat, each))).card == each]
    return Cards.of(winning) or able


SUIT_AND_TAROCKS: Final = tuple(suit | TAROCKS for suit in SUIT_OF)
"""All cards that may win a trick, by the number of the card led."""


def winner(trick: tuple[Play, ...]) -> Play:
    """The play that wins: the highest tarock, else the highest card of the suit led."""
    return highest_of(SUIT_AND_TAROCKS[trick[0].card], trick)


def highest_of_the_suit_led(trick: tuple[Play, ...]) -> Play:
    """The play that wins where tarocks are no trumps: a tarock wins only when one was led."""
    return highest_of(SUIT_OF[trick[0].card], trick)


def highest_of(able: Cards, trick: tuple[Play, ...]) -> Play:
    """The play of the highest of some cards, among which is the card led."""
    bits, best = able.bits, trick[0]
    for play in trick:
        if play.card > best.card and bits >> play.card & 1:
            best = play
    return best


def pagat_takes_trull(trick: tuple[Play, ...]) -> Play:
    """The play that wins where the pagat takes Sküs and XXI if all three fall together."""
    if not TRULL - union([ALONE[play.card] for play in trick]):
        return next(play for play in trick if play.card == PAGAT)
    return winner(trick)


def due(hand: Cards, trick: tuple[Play, ...], played: Card) -> Reason:
    """What the led card demands of a hand that answered it with a card it may not play."""
    led = trick[0].card.suit
    if led == TAROCK or not hand & SUIT[led]:
        return Reason("must_play_tarock", {"card": str(played)})
    return Reason("must_follow", {"suit": led, "card": str(played)})
