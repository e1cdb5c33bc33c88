"""Playing for few tricks, whether every trick must be won that can be or not: in any game that knows it.

What threatens a hand is written as a number of tricks: how many its cards are likely to win against its will.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, prod
from typing import Final

from bot.players.card_play import points
from bot.players.reading import Reading, above, number_below
from bot.rules.cards import SUIT, SUITS, TAROCK, TAROCKS, Card, Cards
from bot.rules.layout import Seat
from bot.rules.tricks import Play

TRICK: Final = 4.0
"""The card points that a trick is likely to hold."""
LOWEST_TAROCK: Final = 0.17
"""The tricks that the lowest tarock is likely to win: it must be played where a suit is lacking."""
HIGHEST_TAROCK: Final = 0.3
"""What the highest tarock wins beyond that."""
HIGHEST_OF_SUIT: Final = 0.35
"""What a suit wins of which only the highest card is held; others of the suit share the danger."""
ALONE: Final = 0.5
"""How a card counts of whose suit no other is out: it wins only where it is led."""
HIGH: Final = 0.1
"""What an opponent gains, in tricks of the declarer's, by keeping a lowest card rather than a highest."""


def danger(hand: Cards, unseen: Cards) -> float:
    """How many tricks a hand is likely to win, though it would rather not."""
    tarocks = hand & TAROCKS
    threat = LOWEST_TAROCK * len(tarocks) + HIGHEST_TAROCK * sum(lower_share(tarocks, unseen & TAROCKS))
    for suit in SUITS:
        shares = lower_share(hand & SUIT[suit], unseen & SUIT[suit])
        threat += HIGHEST_OF_SUIT * sum(shares) / max(1, len(shares))
    return threat


def lower_share(mine: Cards, theirs: Cards) -> list[float]:
    """For each of some cards the share of the others of its suit that it beats."""
    if not theirs:
        return [ALONE] * len(mine)
    return [number_below(each, theirs) / len(theirs) for each in mine]


def exactly(wanted: int, expected: float) -> float:
    """The chance of no trick, or of exactly one, where so many are expected; none of fewer than no trick."""
    return exp(-expected) * expected**wanted if wanted >= 0 else 0.0


def likeliest(reading: Reading, value: Callable[[Card], float]) -> Card:
    """The card of the highest value; the strongest of several that have the same."""
    return max(reversed(reading.playable), key=value)


def winning(reading: Reading, seat: Seat, trick: tuple[Play, ...]) -> float:
    """How likely a seat wins a trick in the end, if everybody still to play beats it who can."""
    best, led, later = reading.best(trick), trick[0].card.suit, reading.later(trick)
    risks = {each: reading.risk(each, led, best.card) for each in later}
    if seat == best.seat:
        return prod(1.0 - risk for risk in risks.values())
    if seat not in risks:
        return 0.0
    # Whoever else beats the trick is as likely to be beaten in turn as to stay on top.
    return risks[seat] * prod(1.0 - risk / 2 for each, risk in risks.items() if each != seat)


def with_tricks(reading: Reading, wanted: int) -> Callable[[Card], float]:
    """Judges a card by the chance that the player ends with exactly so many tricks, none or one."""
    missing = wanted - reading.public.tricks_won[reading.seat]

    def value(card: Card) -> float:
        wins = winning(reading, reading.seat, reading.trick_with(card))
        rest = danger(reading.view.hand.minus(card), reading.unseen)
        return wins * exactly(missing - 1, rest) + (1.0 - wins) * exactly(missing, rest)

    return value


def with_points(reading: Reading) -> Callable[[Card], float]:
    """Judges a card by the card points the player will have to take, now and later."""

    def value(card: Card) -> float:
        trick = reading.trick_with(card)
        stake = sum(points(play.card) for play in trick) + len(reading.later(trick)) * TRICK / 4
        rest = danger(reading.view.hand.minus(card), reading.unseen)
        return -winning(reading, reading.seat, trick) * stake - TRICK * rest

    return value


def ducking(reading: Reading) -> Callable[[Card], float]:
    """Judges a card by the tricks the player will win, where everybody may stay below and wants to."""

    def value(card: Card) -> float:
        trick = reading.trick_with(card)
        return -stuck_with(reading, trick) - danger(reading.view.hand.minus(card), reading.unseen)

    return value


def stuck_with(reading: Reading, trick: tuple[Play, ...]) -> float:
    """How likely a player wins the trick just played to, if nobody beats it who need not."""
    best = reading.best(trick)
    if best.seat != reading.seat:
        return 0.0
    return prod(1.0 - must_beat(reading, each, trick[0].card, best.card) for each in reading.later(trick))


def must_beat(reading: Reading, seat: Seat, led: Card, best: Card) -> float:
    """How likely a seat that is still to play has nothing that stays below the best card of a trick."""
    suit, higher = SUIT[led.suit], above(best)
    void, beats = 1.0 - reading.chance(seat, suit), reading.chance(seat, higher)
    if best.suit != led.suit:
        return void * (1.0 - reading.chance(seat, TAROCKS - higher)) * beats
    follows = (1.0 - reading.chance(seat, suit - higher)) * beats
    return follows if led.suit == TAROCK else follows + void * reading.chance(seat, TAROCKS)


def forcing(reading: Reading, victim: Seat) -> Callable[[Card], float]:
    """Judges a card by how likely another has to win the trick; low cards are kept to force with."""

    def value(card: Card) -> float:
        trick = reading.trick_with(card)
        (lower,) = lower_share(Cards(1 << card), reading.unseen & SUIT[card.suit])
        return winning(reading, victim, trick) + HIGH * lower

    return value
