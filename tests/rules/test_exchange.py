"""Required discards, computed from the hand before the first discard."""

from __future__ import annotations

from functools import reduce

import pytest

from bot.rules.cards import KINGS, TAROCKS, TRULL, Cards
from bot.rules.exchange import RequiredDiscard

PROTECTED = KINGS | TRULL


def required(hand: str) -> RequiredDiscard:
    """Three cards to discard from a hand."""
    return RequiredDiscard.of(Cards.of(hand), 3, PROTECTED, TAROCKS)


@pytest.mark.parametrize(
    ("hand", "layable"),
    [
        ("T22 T2 SK S7 S8 S9", "S7 S8 S9"),
        ("T22 T2 T3 SK S7 S8", "S7 S8 T2 T3"),
        ("T1 T2 T3 T4 HK", "T2 T3 T4"),
    ],
)
def test_cards_that_may_be_discarded_first(hand: str, layable: str) -> None:
    assert required(hand).eligible == Cards.of(layable)


@pytest.mark.parametrize(
    ("gone", "layable", "left"),
    [
        ("T2", "S7 S8", 2),  # the one tarock that was needed
        ("S7", "S8 T2 T3", 2),  # it may still come
        ("S7 S8", "T2 T3", 1),
        ("S7 T3", "S8", 1),
        ("S7 S8 T3", "", 0),
    ],
)
def test_one_tarock_makes_up_the_number_in_any_order(gone: str, layable: str, left: int) -> None:
    after = reduce(RequiredDiscard.after, Cards.of(gone), required("T22 T2 T3 SK S7 S8"))
    assert (after.eligible, after.number) == (Cards.of(layable), left)
