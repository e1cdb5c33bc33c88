"""Counting card points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.cards import CARDS, PACK_54, Cards, counted_in_threes, face_value


@given(pile=st.sets(st.sampled_from(CARDS)))
def test_two_piles_of_the_whole_pack_make_seventy(pile: set[int]) -> None:
    ours = Cards.of(CARDS[each] for each in pile)
    assert counted_in_threes(ours) + counted_in_threes(PACK_54 - ours) == 70


@pytest.mark.parametrize(
    ("pile", "points"),
    [("", 0), ("T1", 4), ("S7", 0), ("SK S7", 5), ("SK SQ SC", 10), ("T2 T3 T4", 1), ("SK SQ SC SJ", 11)],
)
def test_cards_are_counted_in_threes_with_a_remainder(pile: str, points: int) -> None:
    assert counted_in_threes(Cards.of(pile)) == points


def test_face_value() -> None:
    assert face_value(Cards.of("T22 T21 T1 HK DQ CC SJ T20 H1")) == 5 + 5 + 5 + 5 + 4 + 3 + 2 + 1 + 1
