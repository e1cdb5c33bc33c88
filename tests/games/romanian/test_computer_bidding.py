"""What a computer calls in the auction of Romanian Tarok and the taper. Seat 0 is forehand."""

from __future__ import annotations

import pytest

from tests.computers.table import asked
from tests.games.romanian.table import four, three

MIGHTY = "T22 T21 T20 T18 T16 T15 T11 T9 SK HK DK C8"
GOOD = "T22 T18 T16 T13 T9 T6 SK SQ HK H1 D4 C8"
MIDDLING = "T20 T17 T13 T9 T6 SK SQ HC H1 D4 D2 C8"
POOR = "T8 T3 SC S8 S7 HJ H3 H4 DC D4 C8 C9"
NOTHING = "SQ SC SJ S10 HQ HC HJ DQ DC DJ CQ CC"
HARMLESS = "T2 S8 S7 S9 HJ H3 H4 DJ D4 D3 C8 C7"


@pytest.mark.parametrize(
    ("hand", "call"),
    [(POOR, "pass"), (MIDDLING, "bid doi1"), (GOOD, "bid unu1"), (MIGHTY, "bid solo")],
)
def test_the_better_the_hand_the_higher_the_bid(hand: str, call: str) -> None:
    assert asked(four(hand)) == call


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        ("T8 T5 T4 T3 SC SJ HQ HJ DJ CJ C10 D1", "pass"),
        ("T22 T20 T17 T13 T9 T6 T4 T3 SK SQ HC D1", "bid unu1"),
        ("T22 T21 T20 T18 T16 T15 T11 T9 T8 SK HK DK", "bid solo"),
    ],
)
def test_the_better_the_hand_the_higher_the_bid_in_the_taper(hand: str, call: str) -> None:
    assert asked(three(hand)) == call


def test_a_hand_good_for_a_trei_or_a_doi_bids_unu_in_the_taper() -> None:
    trei, doi = "T20 T12 T9 T8 T5 T4 T3 SC SJ HK DJ CJ", "T22 T17 T13 T9 T6 T4 T3 SK SQ HC D1 C10"
    assert [asked(three(hand)) for hand in (trei, doi)] == ["bid unu1"] * 2
    assert asked(three("", doi, after="0 bid doi1")) == "bid unu1"
    assert asked(three(doi, "", after="0 bid doi1; 1 bid doi2; 2 pass")) == "bid unu1"


def test_bids_doi_in_the_taper_if_no_unu_may_be_bid() -> None:
    assert asked(three("T22 T17 T13 T9 T6 T4 T3 SK SQ HC D1 C10", unu_bids=False)) == "bid doi1"


def test_the_higher_the_level_the_better_the_hand_must_be() -> None:
    assert asked(four("", MIDDLING, after="0 bid doi1")) == "bid doi2"
    assert asked(four("", POOR, after="0 bid doi1")) == "pass"
    assert asked(four("", "", "", MIDDLING, after="0 bid unu1; 1 bid unu2; 2 bid unu3")) == "pass"


def test_a_senior_holds_a_contract_it_would_bid_itself() -> None:
    assert asked(four(MIGHTY, after="0 bid doi1; 1 bid solo; 2 pass; 3 pass")) == "hold"
    assert asked(four(POOR, after="0 bid doi1; 1 bid solo; 2 pass; 3 pass")) == "pass"


def test_the_last_to_speak_bids_rather_than_pay_for_many_tricks() -> None:
    passed = "0 pass; 1 pass; 2 pass"
    tricks = "T22 T20 T8 T7 SQ SC HK HC DQ DC CQ CC"
    assert asked(four("", "", "", HARMLESS, after=passed)) == "pass"
    assert asked(four("", "", "", tricks, after=passed)) != "pass"


def test_a_weak_hand_passes_if_a_passed_out_deal_costs_nothing() -> None:
    passed, weak = "0 pass; 1 pass; 2 pass", "T22 T20 T14 T12 T9 S7 HC H2 H3 H4 DQ C10"
    dear = four("", "", "", weak, after=passed, untaken_talon_to="opponents")
    free = four("", "", "", weak, after=passed, untaken_talon_to="opponents", all_pass_4p="throw_in_radler4")
    assert [asked(dear), asked(free)] == ["bid doi1", "pass"]


def test_bids_less_if_the_untaken_talon_goes_to_the_opponents() -> None:
    assert asked(four(GOOD, untaken_talon_to="opponents")) == "bid doi1"
    assert asked(four(MIDDLING, untaken_talon_to="opponents")) == "pass"


@pytest.mark.parametrize("seat", [0, 2])
def test_a_hand_without_tarock_and_king_is_annulled_even_out_of_turn(seat: int) -> None:
    hands = [""] * 4
    hands[seat] = NOTHING
    assert asked(four(*hands), seat) == "annul"
