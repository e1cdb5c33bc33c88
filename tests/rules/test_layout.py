"""The cards as dealt."""

from __future__ import annotations

from bot.rules.cards import NO_CARDS
from bot.rules.layout import Layout


def test_seats_go_round() -> None:
    layout = Layout((NO_CARDS,) * 4, (), dealer=3)
    assert (layout.seats, layout.next(3), layout.next(2, 3)) == (4, 0, 1)
