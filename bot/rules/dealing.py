"""Dealing a shuffled pack: so many cards to the talon, then packets to the seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.rules.cards import NO_CARDS, Card, Cards
from bot.rules.layout import Layout, Seat
from bot.rules.state import Board
from bot.rules.talon import Group

HALVES: Final = ("lower", "upper")
DEAL: Final = "deal"
"""The verb of a player who has a say in how the cards are dealt."""


def undealt(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """A shuffled pack before it is dealt: it lies where the talon will be."""
    return Layout((NO_CARDS,) * seats, tuple(deck), dealer)


def talon_then_packets(
    deck: Sequence[Card], dealer: Seat, seats: int, talon: int, packets: Sequence[int]
) -> Layout:
    """The talon from the top of the pack, then rounds of packets to each seat, from the dealer's right."""
    servings = [(steps, packet) for packet in packets for steps in range(1, seats + 1)]
    return talon_then_servings(deck, dealer, seats, talon, servings)


def talon_then_servings(
    deck: Sequence[Card], dealer: Seat, seats: int, talon: int, servings: Sequence[tuple[int, int]]
) -> Layout:
    """The talon from the top of the pack, then packet by packet.

    Each serving says how many places after the dealer a packet goes, and how many cards it has.
    """
    hands: list[list[Card]] = [[] for _ in range(seats)]
    top = talon
    for steps, packet in servings:
        hands[(dealer + steps) % seats] += deck[top : top + packet]
        top += packet
    return Layout(tuple(map(Cards.of, hands)), tuple(deck[:talon]), dealer)


def in_halves(layout: Layout) -> Board:
    """The board at the start of a deal whose talon lies in two halves, the first three cards lower."""
    halves = (Cards.of(layout.talon[:3]), Cards.of(layout.talon[3:]))
    return Board.of(layout, tuple(map(Group.of, HALVES, halves)))
