"""Which card a computer plays in Romanian Tarok, and what it knows of sides. Seat 0 is forehand."""

from __future__ import annotations

from bot.computers.misere import must_beat, stuck_with
from bot.games.romanian.computer import infer
from bot.rules.cards import SUIT, Cards, card
from bot.rules.deal import Deal
from tests.computers.table import asked, quietly
from tests.games.romanian.table import four, three, to_talk, won_by
from tests.notation import act

CALLER = "T22 T20 T17 T13 T9 T6 SK SQ HC H1 D4 C8"
LEFT = "T21 T8 T3 T2 SJ S7 HJ H4 DJ D2 CJ C10"
PARTNER = "T5 T4 S8 S9 HK HQ D3 D1 C9 CC CK DQ"
RIGHT = "T19 T18 T16 T1 SC S10 H3 H2 DK DC CQ C7"
MICHI = "0 pass; 1 pass; 2 pass; 3 pass"


def caller(left: str = LEFT, partner: str = PARTNER, right: str = RIGHT, after: str = "") -> Deal:
    """A solo of forehand, who called seat 2 by the king of clubs, at the start of the play."""
    return quietly(to_talk(four(CALLER, left, partner, right), "solo", king="CK"), after)


def test_only_the_partner_knows_the_sides_at_first() -> None:
    deal = caller()
    assert infer(deal.view(2)).friends == {0}
    assert not infer(deal.view(0)).friends
    assert {friends for _, friends in infer(deal.view(1)).perhaps} == {frozenset((3,)), frozenset((2,))}


def test_everybody_knows_the_sides_once_the_called_king_is_refused() -> None:
    talon = "CK S9 T14 T15 T7 H4"
    deal = act(won_by(four(CALLER, talon=talon), "doi1"), "0 call CK; 0 refuse")
    assert [infer(deal.view(seat)).friends for seat in range(4)] == [set(), {2, 3}, {1, 3}, {1, 2}]


def test_the_declarer_is_alone_in_the_taper() -> None:
    deal = won_by(three(), "solo", 1)
    assert [infer(deal.view(seat)).friends for seat in range(3)] == [{2}, set(), {0}]
    assert len(infer(deal.view(0)).unseen) == 30


def test_the_silent_partner_smears_on_the_declarers_trick() -> None:
    left, partner = LEFT.replace("HJ H4", "T5 T4"), PARTNER.replace("T5 T4", "HJ H4")
    assert asked(caller(left, partner, after="0 play T22; 1 play T2")) in {"play HK", "play CK"}


def test_a_defender_gives_no_points_to_a_trick_that_is_lost() -> None:
    assert asked(caller(after="0 play SK")) == "play S7"


def test_the_announced_pagat_is_kept() -> None:
    hand = "T22 T20 T19 T17 T16 T14 T12 T10 T9 T1 SC H1"
    said = "0 announce pagat_ult; 0 announce taroace:10; 0 done; 1 done; 2 done; 3 done"
    lead = "0 play SC; 1 play SK; 2 play S7; 3 play S8; 1 play SQ; 2 play S9; 3 play S10"
    others = "SK SQ HK HQ", "S7 S9", "S8 S10"
    assert asked(act(to_talk(four(hand, *others), "solo", king="CK"), f"{said}; {lead}")) != "play T1"


def test_the_announced_king_is_kept() -> None:
    partner = "T22 T20 T18 T16 T15 T11 T10 T8 T5 CK C9 C8"
    said = "0 done; 1 announce king_ult; 1 done; 2 done; 3 done; 0 done"
    deal = to_talk(four("T21 C7 CQ", partner, "T1 CJ", "T2 CC"), "solo", king="CK")
    assert asked(act(deal, f"{said}; 0 play C7")) in {"play C8", "play C9"}


# Michi-michi: everybody for himself, and every trick costs


def test_ducks_wherever_it_can() -> None:
    hand = "SQ S7 HQ H4 DJ D3 CC C8 T2 T3 T4 T18"
    deal = four("SJ", hand, "S8", "S9", after=f"{MICHI}; 0 play SJ")
    assert asked(deal) == "play S7"


def test_gets_rid_of_the_most_dangerous_card_below_the_winning_one() -> None:
    hand = "SQ S7 HQ H4 DJ D3 CC C8 T2 T3 T4 T18"
    deal = four("SK", hand, "S8", "S9", after=f"{MICHI}; 0 play SK")
    assert asked(deal) == "play SQ"


def test_takes_an_unavoidable_trick_with_the_most_dangerous_card() -> None:
    hand = "T20 T14 T5 HQ HJ H4 DJ D3 CC C8 C9 C7"
    deal = four("S7", "S8", "S9", hand, after=f"{MICHI}; 0 play S7; 1 play S8; 2 play S9")
    assert asked(deal) == "play T20"


def test_leads_cards_that_others_can_hardly_stay_below() -> None:
    hand = "T22 T21 SK SQ S7 H4 HK DK DQ CK CQ CC"
    deal = four(hand, after=MICHI)
    assert asked(deal) in {"play S7", "play H4"}


def test_a_trick_is_not_beaten_without_need() -> None:
    inference = infer(four("SJ S7", "SK", "SQ", "S8", after=f"{MICHI}; 0 play SJ; 1 play SK").view(1))
    stuck = stuck_with(inference, inference.public.trick)
    assert 0.7 < stuck < 1.0, "nothing beats the king but a tarock, and who has spades follows"
    assert stuck_with(inference, inference.public.trick[:1]) == 0.0, "another seat is winning the trick"


def test_the_chance_that_a_seat_must_beat_a_card() -> None:
    inference = infer(four("T5", after=MICHI).view(0))
    low, high = (
        must_beat(inference, 1, card("T2"), card("T2")),
        must_beat(inference, 1, card("T20"), card("T20")),
    )
    assert high < low
    void = 1.0 - inference.chance(1, SUIT["S"])
    ruffed = must_beat(inference, 1, card("S7"), card("T22"))
    assert ruffed == 0.0, "nothing beats the highest tarock"
    assert 0.0 < must_beat(inference, 1, card("SK"), card("SK")) <= void
    assert must_beat(inference, 1, card("S7"), card("T21")) < must_beat(inference, 1, card("S7"), card("T3"))
    assert not Cards.of("T5") & inference.unseen
