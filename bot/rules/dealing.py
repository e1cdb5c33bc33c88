"""Dealing a shuffled pack: so many cards to the talon, then packets to the seats."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.cards import Card, Cards
from bot.rules.deal import Layout, Seat


def talon_then_packets(
    deck: Sequence[Card], dealer: Seat, seats: int, talon: int, packets: Sequence[int]
) -> Layout:
    """The talon from the top of the pack, then rounds of packets to each seat, from the dealer's right."""
    hands: list[list[Card]] = [[] for _ in range(seats)]
    top = talon
    for packet in packets:
        for steps in range(1, seats + 1):
            hands[(dealer + steps) % seats] += deck[top : top + packet]
            top += packet
    return Layout(tuple(map(Cards.of, hands)), tuple(deck[:talon]), dealer)
