"""Dealing a pack."""

from __future__ import annotations

import pytest

from bot.rules.cards import CARDS, Cards
from bot.rules.dealing import talon_then_packets


@pytest.mark.parametrize("dealer", range(4))
def test_talon_then_packets_from_the_dealers_right(dealer: int) -> None:
    layout = talon_then_packets(CARDS, dealer, 4, talon=6, packets=(6, 6))
    assert layout.talon == CARDS[:6]
    for steps in range(4):
        first, second = 6 + 6 * steps, 30 + 6 * steps
        seat = (dealer + 1 + steps) % 4
        assert layout.hands[seat] == Cards.of(CARDS[first : first + 6] + CARDS[second : second + 6])
    assert layout.dealer == dealer
