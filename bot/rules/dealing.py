"""Dealing a shuffled pack: first the talon, then packets of cards to the seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.rules.cards import NO_CARDS, Card, Cards
from bot.rules.layout import Layout, Seat
from bot.rules.state import Board
from bot.rules.talon import Group

HALVES: Final = ("lower", "upper")
DEAL: Final = "deal"
"""The verb of players' decisions about how the cards are dealt."""


def undealt(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Return a layout with the whole shuffled pack in the talon, before it is dealt."""
    return Layout((NO_CARDS,) * seats, tuple(deck), dealer)


def talon_then_rounds(
    deck: Sequence[Card], dealer: Seat, seats: int, talon: int, rounds: Sequence[int]
) -> Layout:
    """Deal the talon from the top of the pack, then in each round one packet of that size to every seat.

    A round begins with the seat to the dealer's right.
    """
    packets = [(steps, size) for size in rounds for steps in range(1, seats + 1)]
    return talon_then_packets(deck, dealer, seats, talon, packets)


def talon_then_packets(
    deck: Sequence[Card], dealer: Seat, seats: int, talon: int, packets: Sequence[tuple[int, int]]
) -> Layout:
    """Deal the talon from the top of the pack, then packet by packet.

    A packet is a pair: how many places after the dealer it goes, and how many cards it has.
    """
    hands: list[list[Card]] = [[] for _ in range(seats)]
    top = talon
    for steps, size in packets:
        hands[(dealer + steps) % seats] += deck[top : top + size]
        top += size
    return Layout(tuple(map(Cards.of, hands)), tuple(deck[:talon]), dealer)


def in_halves(layout: Layout) -> Board:
    """Return the board at the start of a deal, with the first three talon cards as the lower half."""
    halves = (Cards.of(layout.talon[:3]), Cards.of(layout.talon[3:]))
    return Board.of(layout, tuple(map(Group.of, HALVES, halves)))
