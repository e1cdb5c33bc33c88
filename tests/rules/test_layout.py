"""Seats, and packs as they are dealt."""

from __future__ import annotations

import pytest

from bot.rules.cards import CARDS, NO_CARDS, Cards
from bot.rules.layout import Layout, talon_then_packets, talon_then_rounds, undealt


def test_seats_go_round() -> None:
    layout = Layout((NO_CARDS,) * 4, (), dealer=3)
    assert (layout.seats, layout.next(3), layout.next(2, 3)) == (4, 0, 1)


@pytest.mark.parametrize("dealer", range(4))
def test_talon_then_packets_from_the_dealers_right(dealer: int) -> None:
    layout = talon_then_rounds(CARDS, dealer, 4, talon=6, rounds=(6, 6))
    assert layout.talon == CARDS[:6]
    for steps in range(4):
        first, second = 6 + 6 * steps, 30 + 6 * steps
        seat = (dealer + 1 + steps) % 4
        assert layout.hands[seat] == Cards.of(CARDS[first : first + 6] + CARDS[second : second + 6])
    assert layout.dealer == dealer


def test_each_packet_goes_to_its_seat() -> None:
    layout = talon_then_packets(CARDS, 2, 3, talon=2, packets=[(1, 3), (3, 1), (1, 2)])
    assert layout.talon == CARDS[:2]
    assert layout.hands == (Cards.of(CARDS[2:5] + CARDS[6:8]), Cards(), Cards.of(CARDS[5:6]))


def test_an_undealt_pack_keeps_its_order() -> None:
    layout = undealt(CARDS[::-1], 1, 4)
    assert (layout.hands, layout.talon, layout.dealer) == ((Cards(),) * 4, CARDS[::-1], 1)
