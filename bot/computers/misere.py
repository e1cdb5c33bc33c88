"""Playing to win few tricks, in any game with such contracts, whether or not tricks must be won if possible.

The danger of a hand is the number of tricks that its cards are expected to win.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, prod
from typing import Final

from bot.computers.card_play import points
from bot.computers.inference import Inference, above, number_below
from bot.rules.cards import SUIT, SUITS, TAROCK, TAROCKS, Card, Cards
from bot.rules.layout import Seat
from bot.rules.tricks import Play

TRICK: Final = 4.0
"""Expected card points of a trick."""
LOWEST_TAROCK: Final = 0.17
"""Expected tricks of the lowest tarock, which must be played in case of a void."""
HIGHEST_TAROCK: Final = 0.3
"""Additional expected tricks of the highest tarock."""
HIGHEST_OF_SUIT: Final = 0.35
"""Expected tricks of a suit of which only the highest card is held; other cards reduce it."""
ALONE: Final = 0.5
"""The share of lower cards assumed if no other of the suit is out: the card wins only if it is led."""
HIGH: Final = 0.1
"""What an opponent gains by keeping the lowest card instead of the highest, in tricks of the declarer."""


def danger(hand: Cards, unseen: Cards) -> float:
    """The expected number of tricks of a hand that tries to win none."""
    tarocks = hand & TAROCKS
    threat = LOWEST_TAROCK * len(tarocks) + HIGHEST_TAROCK * sum(lower_share(tarocks, unseen & TAROCKS))
    for suit in SUITS:
        shares = lower_share(hand & SUIT[suit], unseen & SUIT[suit])
        threat += HIGHEST_OF_SUIT * sum(shares) / max(1, len(shares))
    return threat


def lower_share(mine: Cards, theirs: Cards) -> list[float]:
    """For each of some cards the share of `theirs`, of the same suit, that it beats."""
    if not theirs:
        return [ALONE] * len(mine)
    return [number_below(each, theirs) / len(theirs) for each in mine]


def exactly(wanted: int, expected: float) -> float:
    """The chance of exactly `wanted` tricks, 0 or 1, if `expected` are expected; 0.0 if it is negative."""
    return exp(-expected) * expected**wanted if wanted >= 0 else 0.0


def likeliest(inference: Inference, value: Callable[[Card], float]) -> Card:
    """The card of the highest value; the strongest of several with the same value."""
    return max(reversed(inference.playable), key=value)


def winning(inference: Inference, seat: Seat, trick: tuple[Play, ...]) -> float:
    """How likely a seat wins a trick, if each later seat beats it that can."""
    best, led, later = inference.best(trick), trick[0].card.suit, inference.later(trick)
    risks = {each: inference.risk(each, led, best.card) for each in later}
    if seat == best.seat:
        return prod(1.0 - risk for risk in risks.values())
    if seat not in risks:
        return 0.0
    # Another seat that beats the trick is as likely to be beaten in turn as to win it.
    return risks[seat] * prod(1.0 - risk / 2 for each, risk in risks.items() if each != seat)


def with_tricks(inference: Inference, wanted: int) -> Callable[[Card], float]:
    """Judge a card by the chance that the player ends with exactly `wanted` tricks, 0 or 1."""
    missing = wanted - inference.public.tricks_won[inference.seat]

    def value(card: Card) -> float:
        wins = winning(inference, inference.seat, inference.trick_with(card))
        rest = danger(inference.view.hand.minus(card), inference.unseen)
        return wins * exactly(missing - 1, rest) + (1.0 - wins) * exactly(missing, rest)

    return value


def with_points(inference: Inference) -> Callable[[Card], float]:
    """Judge a card by the card points the player will have to take, now and later."""

    def value(card: Card) -> float:
        trick = inference.trick_with(card)
        stake = sum(points(play.card) for play in trick) + len(inference.later(trick)) * TRICK / 4
        rest = danger(inference.view.hand.minus(card), inference.unseen)
        return -winning(inference, inference.seat, trick) * stake - TRICK * rest

    return value


def ducking(inference: Inference) -> Callable[[Card], float]:
    """Judge a card by the tricks the player will win, if all may and want to stay below."""

    def value(card: Card) -> float:
        trick = inference.trick_with(card)
        return -stuck_with(inference, trick) - danger(inference.view.hand.minus(card), inference.unseen)

    return value


def stuck_with(inference: Inference, trick: tuple[Play, ...]) -> float:
    """How likely the player wins the trick just played to, if the others beat it only if they must."""
    best = inference.best(trick)
    if best.seat != inference.seat:
        return 0.0
    return prod(1.0 - must_beat(inference, each, trick[0].card, best.card) for each in inference.later(trick))


def must_beat(inference: Inference, seat: Seat, led: Card, best: Card) -> float:
    """How likely a later seat has only cards that beat the best card of a trick."""
    suit, higher = SUIT[led.suit], above(best)
    void, beats = 1.0 - inference.chance(seat, suit), inference.chance(seat, higher)
    if best.suit != led.suit:
        return void * (1.0 - inference.chance(seat, TAROCKS - higher)) * beats
    follows = (1.0 - inference.chance(seat, suit - higher)) * beats
    return follows if led.suit == TAROCK else follows + void * inference.chance(seat, TAROCKS)


def forcing(inference: Inference, victim: Seat) -> Callable[[Card], float]:
    """Judge a card by how likely another seat has to win the trick; low cards are kept for later."""

    def value(card: Card) -> float:
        trick = inference.trick_with(card)
        (lower,) = lower_share(Cards(1 << card), inference.unseen & SUIT[card.suit])
        return winning(inference, victim, trick) + HIGH * lower

    return value
