"""Which card a computer plays, in situations every player knows. Forehand leads; solos, so no exchange."""

from __future__ import annotations

from bot.computers.card_play import Plan, best_card, masters, unbeatable, value
from bot.computers.inference import Inference
from bot.rules.cards import PACK_54, Cards, card
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from tests.computers.table import asked, solo_of

STRONG = "T22 T21 T20 T19 T18 T17 T16 T15 T14 SK SQ HK HQ DK DQ CK"
WEAK = "T13 T9 T6 T4 T1 SC SJ S7 HC HJ H1 DC DJ D1 CC C7"


def read(deal: Deal, seat: Seat) -> Inference:
    return Inference(deal.view(seat), PACK_54, frozenset())


def test_smears_the_pagat_on_the_partners_skus() -> None:
    deal = solo_of(1, "T22 S8", "T2 T3 S9", WEAK, after="0 play T22; 1 play T2")
    assert asked(deal) == "play T1"


def test_smears_the_king_on_the_partners_ruff() -> None:
    deal = solo_of(0, "H4 T7 SK S8", "T20 T5 SC", "HK HQ H1 SQ", after="0 play H4; 1 play T20")
    assert asked(deal) == "play HK"


def test_smears_out_of_hand_when_it_can_neither_follow_nor_ruff() -> None:
    hand = "HK HQ HC HJ H1 H2 DQ DC DJ D1 CQ CC CJ C10 C9 C8"
    deal = solo_of(0, "S7 T7", "SK S9", hand, after="0 play S7; 1 play SK")
    assert asked(deal) == "play HK"


def test_gives_the_least_when_the_declarer_wins_for_sure() -> None:
    assert asked(solo_of(0, STRONG, WEAK, after="0 play T22")) == "play T4", (
        "neither the pagat nor a high one"
    )


def test_gives_the_least_of_a_suit_that_is_lost() -> None:
    assert asked(solo_of(0, STRONG, WEAK, after="0 play SK")) == "play S7"


def test_does_not_beat_the_partner_who_wins_for_sure() -> None:
    hand = "T20 T18 T4 SK SQ S8 HC HJ H1 DC DJ D1 CC C7 C8 C9"
    deal = solo_of(1, "T19 S9", "T2 T3 S7", hand, after="0 play T19; 1 play T2")
    assert asked(deal) == "play T4"


def test_does_not_ruff_above_the_partners_ruff() -> None:
    middle = "T12 T3 SK SQ SC SJ HC HJ H1 H2 CC CJ C7 C8 C9 C10"
    dealer = "T13 T8 T7 T6 T5 T2 S7 S8 S9 S10 HK HQ H3 H4 CK CQ"
    deal = solo_of(0, "D4 T22", middle, dealer, after="0 play D4; 1 play T12")
    assert asked(deal) == "play T2"


def test_wins_as_cheaply_as_it_can_when_last() -> None:
    hand = "T22 T21 T9 T5 SK SQ SC SJ DK DQ DC D1 CK CQ CC C7"
    assert asked(solo_of(2, "HK H4 S8", "H3 S9", hand, after="0 play HK; 1 play H3")) == "play T5"


def test_brings_the_pagat_home_in_a_trick_that_is_safe() -> None:
    hand = "T22 T21 T9 T5 T1 SK SQ SC SJ DK DQ DC D1 CK CQ C7"
    assert asked(solo_of(2, "HK H4 S8", "H3 S9", hand, after="0 play HK; 1 play H3")) == "play T1"


def test_does_not_throw_the_pagat_under_the_declarers_tarock() -> None:
    hand = "T4 T1 SC SJ S7 S8 HC HJ H1 H2 DC DJ D1 CC CJ C7"
    assert asked(solo_of(0, STRONG, hand, after="0 play T22")) == "play T4"


def test_does_not_lead_the_pagat() -> None:
    assert asked(solo_of(2, WEAK, "", STRONG)) != "play T1"


def test_a_declarer_with_long_tarocks_draws_them() -> None:
    hand = "T22 T21 T20 T19 T18 T17 T16 T15 T14 T13 SC S7 S8 H4 D4 C7"
    assert asked(solo_of(0, hand, "T2 T3 T4", "T5 T6 T7")).startswith("play T")


def test_a_declarer_without_tarocks_to_spare_does_not_draw() -> None:
    hand = "T22 T21 T9 T8 SK SQ SJ HK HQ HJ DK DQ DJ CK CQ CJ"
    assert not asked(solo_of(0, hand)).startswith("play T")


def test_leads_a_lower_card_than_a_figure_of_the_same_suit() -> None:
    hand = "T2 T5 T8 T10 T15 S7 S8 SJ H3 H1 D4 D3 D2 C7 C8 CQ"
    assert asked(solo_of(2, hand)) == "play H1"


def test_keeps_the_pagat_with_long_tarocks() -> None:
    hand = "T22 T21 T20 T19 T18 T17 T16 T15 T14 T1 SK SQ SC SJ DK DQ"
    deal = solo_of(2, "HK H4 S8", "H3 S9", hand, after="0 play HK; 1 play H3")
    assert asked(deal) != "play T1", "though it is safe here, it should be the last card"


def test_plays_the_weakest_of_equal_cards() -> None:
    middle = "S7 S8 S9 S10 T2 T3 HC HJ H1 H2 DC DJ D1 CC CJ C7"
    deal = solo_of(0, STRONG, middle, after="0 play SK")
    assert len({value(read(deal, 1), Plan(), each) for each in read(deal, 1).playable}) == 1
    assert best_card(read(deal, 1), Plan()) == card("S7")


def test_masters_beat_all_of_the_others() -> None:
    assert masters(Cards.of("SK SQ SJ"), Cards.of("SC S7")) == Cards.of("SK SQ")
    assert masters(Cards.of("S7"), Cards()) == Cards.of("S7")


def test_an_unbeatable_hand_loses_no_trick_on_lead() -> None:
    sure = "T22 T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 SK SQ HK DK"
    assert unbeatable(read(solo_of(0, sure), 0))
    with_a_loser, with_a_gap = sure.replace("SQ", "SC"), sure.replace("T17", "T1")
    assert not unbeatable(read(solo_of(0, with_a_loser), 0))
    assert not unbeatable(read(solo_of(0, with_a_gap), 0))
