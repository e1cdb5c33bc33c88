"""Cards, their codes and their order; sets of cards; card points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.cards import (
    CARDS,
    CODES,
    HAND_ORDER,
    NO_CARDS,
    PACK_54,
    PAGAT,
    Card,
    Cards,
    card,
)

SETS = st.sets(st.sampled_from(CARDS))


def test_fifty_four_codes_name_fifty_four_cards() -> None:
    assert len(set(CODES)) == 54
    assert [card(code) for code in CODES] == list(CARDS)
    assert [str(each) for each in CARDS] == list(CODES)
    assert f"{PAGAT:>4}" == "  T1"


@pytest.mark.parametrize("code", ["", "T0", "T23", "S1", "H7", "HX", "K", "t1", "SK "])
def test_other_codes_are_refused(code: str) -> None:
    with pytest.raises(ValueError, match="no such card"):
        card(code)


def test_a_card_is_higher_than_those_it_beats() -> None:
    assert card("T22") > card("T1") > card("SK") > card("SC") > card("S10") > card("S7")
    assert card("H1") > card("H2") > card("H4")


def test_hands_are_sorted_as_players_sort_them() -> None:
    assert str(Cards.of("D4 C7 CK T1 H1 S10 T21 HJ SK")) == "T21 T1 SK S10 HJ H1 D4 CK C7"
    assert tuple(PACK_54) == HAND_ORDER
    assert repr(Cards.of("HQ T2")) == "Cards('T2 HQ')"


def test_all_packs_are_sorted_by_suit() -> None:
    tarocks = " ".join(f"T{number}" for number in range(22, 0, -1))
    spades_and_hearts = "SK SQ SC SJ S10 S9 S8 S7 HK HQ HC HJ H1 H2 H3 H4"
    diamonds_and_clubs = "DK DQ DC DJ D1 D2 D3 D4 CK CQ CC CJ C10 C9 C8 C7"
    assert str(PACK_54) == f"{tarocks} {spades_and_hearts} {diamonds_and_clubs}"


@given(cards=SETS)
def test_a_set_runs_through_its_cards_in_hand_order(cards: set[int]) -> None:
    ours = Cards.of(CARDS[each] for each in cards)
    expected = [each for each in HAND_ORDER if each in cards]
    assert list(ours) == list(ours.sorted) == expected
    assert all(type(each) is Card for each in ours)


def test_a_set_holds_a_card_once() -> None:
    with pytest.raises(ValueError, match="twice"):
        Cards.of("SK T1 SK")
    with pytest.raises(ValueError, match="no such card"):
        Cards.of("SK T99")


@given(one=SETS, other=SETS)
def test_sets_behave_as_sets(one: set[int], other: set[int]) -> None:
    ours, theirs = Cards.of(CARDS[each] for each in one), Cards.of(CARDS[each] for each in other)
    assert set(ours | theirs) == one | other
    assert set(ours & theirs) == one & other
    assert set(ours - theirs) == one - other
    assert (ours <= theirs, ours == theirs) == (one <= other, one == other)
    assert ours.isdisjoint(theirs) == one.isdisjoint(other)
    assert (len(ours), bool(ours), hash(ours)) == (len(one), bool(one), hash(Cards.of(list(ours))))
    assert Cards.of(str(ours)) == ours


def test_members_and_single_cards() -> None:
    hand = Cards.of("T1 SK")
    assert PAGAT in hand
    assert "T1" not in hand
    assert hand.minus(PAGAT).plus(card("H4")) == Cards.of("H4 SK")
    assert hand != "T1 SK"
    assert not NO_CARDS
