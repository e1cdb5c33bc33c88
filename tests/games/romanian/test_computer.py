"""The computer player of Romanian Tarok and the taper: bids, exchange, announcements, cards."""

import pytest

from bot.computers.misere import must_beat, stuck_with
from bot.games.romanian.computer import infer, level_of, looked_at, worth_of_taking
from bot.rules.cards import KINGS, SUIT, TRULL, Cards, card
from bot.rules.deal import Deal
from tests.computers.table import asked, going_on
from tests.games.romanian.table import four, three, to_talk, won_by
from tests.notation import act

MIGHTY = "T22 T21 T20 T18 T16 T15 T11 T9 SK HK DK C8"
GOOD = "T22 T18 T16 T13 T9 T6 SK SQ HK H1 D4 C8"
MIDDLING = "T20 T17 T13 T9 T6 SK SQ HC H1 D4 D2 C8"
POOR = "T8 T3 SC S8 S7 HJ H3 H4 DC D4 C8 C9"
NOTHING = "SQ SC SJ S10 HQ HC HJ DQ DC DJ CQ CC"
HARMLESS = "T2 S8 S7 S9 HJ H3 H4 DJ D4 D3 C8 C7"


@pytest.mark.parametrize(
    ("hand", "call"), [(POOR, "pass"), (MIDDLING, "bid doi1"), (GOOD, "bid unu1"), (MIGHTY, "bid solo")]
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


def test_what_others_have_called_decides_the_call() -> None:
    assert asked(four("", MIDDLING, after="0 bid doi1")) == "bid doi2"
    assert asked(four("", POOR, after="0 bid doi1")) == "pass"
    assert asked(four("", "", "", MIDDLING, after="0 bid unu1; 1 bid unu2; 2 bid unu3")) == "pass"
    passed = "0 pass; 1 pass; 2 pass"
    tricks = "T22 T20 T8 T7 SQ SC HK HC DQ DC CQ CC"
    assert asked(four("", "", "", HARMLESS, after=passed)) == "pass"
    assert asked(four("", "", "", tricks, after=passed)) != "pass"


@pytest.mark.parametrize("seat", [0, 2])
def test_a_hand_without_tarock_and_king_is_annulled_even_out_of_turn(seat: int) -> None:
    hands = [""] * 4
    hands[seat] = NOTHING
    assert asked(four(*hands), seat) == "annul"


HOPELESS = "T8 T7 T3 SC S8 HJ HQ H3 H4 DC D4 C9"


def walking(contract: str, hand: str, talon: str, king: str = "CK", talon_to: str = "declarer") -> Deal:
    """A contract of forehand at the first look into the talon."""
    return act(won_by(four(hand, talon=talon, untaken_talon_to=talon_to), contract), f"0 call {king}")


@pytest.mark.parametrize(
    ("hand", "king"),
    [
        (MIDDLING, "CK"),
        ("T20 T17 T13 T9 T6 SK SQ HC D4 D2 C8 C7", "HK"),
        ("T20 T17 T13 T9 T6 T5 SK SQ HK D4 D2 D3", "CK"),
    ],
)
def test_calls_the_king_of_its_shortest_suit_and_never_its_own(hand: str, king: str) -> None:
    assert asked(won_by(four(hand), "solo")) == f"call {king}"


def test_takes_a_group_that_strengthens_the_hand() -> None:
    assert asked(walking("doi1", MIDDLING, "T22 T21 S7 S8 H3 H4")) == "take"
    assert asked(walking("unu1", MIDDLING, "T21 S7 S8 H3 H4 D3")) == "take"


def test_refuses_a_useless_group_while_the_next_look_is_cheap() -> None:
    good, better = "T22 T20 T17 T13 T9 T6 T5 SK SQ HC D1 CC", "T22 T20 T17 T13 T9 T6 T5 T4 SK HK DC CC"
    assert asked(won_by(three(good, talon="SJ S10 HJ T21 T19 T16"), "trei1")) == "refuse"
    assert asked(won_by(three(good, talon="SJ S10 T21 T19 T16 DJ"), "doi1")) == "refuse"
    assert asked(won_by(three(better, talon="T21 S10 T19 T16 DJ SJ"), "unu2")) == "take", (
        "another level is expensive"
    )


def test_takes_an_open_group_or_surrenders() -> None:
    refused = "0 refuse; 0 refuse; 0 refuse"
    assert asked(act(walking("doi1", MIDDLING, "S7 S8 T22 T21 H3 H4"), refused)) == "take 2"
    assert asked(act(walking("doi1", MIDDLING, "T22 T21 S7 S8 H3 H4"), refused)) == "take 1"
    assert asked(walking("doi1", HOPELESS, "CK S7 H2 D3 T2 T4")) == "surrender"
    assert asked(walking("doi1", MIGHTY, "CK S7 H2 D3 T2 T4")) != "surrender"


@pytest.mark.parametrize("contract", ["doi1", "unu1", "unu4"])
def test_discards_the_cards_it_needs_least(contract: str) -> None:
    deal = going_on(going_on(walking(contract, MIDDLING, "T22 T21 T16 S7 H3 H4"), "talon"), "discard")
    hand = deal.view(0).hand
    assert len(hand) == 12
    assert not deal.view(0).discards & (KINGS | TRULL)
    assert hand >= Cards.of("T20 T17 T13 T9 T6 SK"), "tarocks and kings are kept"


def test_tarocks_promise_no_less_than_plain_cards_though_one_must_be_discarded() -> None:
    views = [
        walking("doi1", "T22 T21 T20 T19 T18 T17 T16 T1 SK HK DK SQ", f"{taken} H3 H4 D3 D4").view(0)
        for taken in ("T2 T3", "S7 S8")
    ]
    tarocks, plain = [worth_of_taking(each, looked_at(each), level_of(each)) for each in views]
    assert tarocks >= plain


def test_leaves_card_points_in_the_talon_only_if_they_count_for_the_declarer() -> None:
    talon = "SC HQ T2 T3 T4 T5"
    assert asked(walking("doi1", MIDDLING, talon)) == "refuse"
    assert asked(walking("doi1", MIDDLING, talon, talon_to="opponents")) == "take"


LONG = "T22 T20 T17 T13 T11 T9 T6 T5 T4 T1 SK C8"
WEAK = "T17 T16 T13 T9 T6 SK SC HC H1 D2 D1 C10"
WORTHLESS = "T8 T7 T3 SC S8 HJ HQ H3 H4 DC DJ C9"


def solo(*hands: str, king: str = "CK", said: str = "", talon: str = "") -> Deal:
    """A solo of forehand at the announcements, after some statements."""
    return act(to_talk(four(*hands, talon=talon), "solo", king=king), said)


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        ("T20 T17 T13 T9 T6 T5 T4 T3 SC HC DC C8", "announce taroace:8"),
        ("T20 T17 T13 T9 T6 T5 T4 T3 T2 SC HC DC", "announce taroace:9"),
        (MIDDLING, "done"),
    ],
)
def test_many_tarocks_are_always_declared(hand: str, count: str) -> None:
    assert asked(solo(hand)) == count


def test_announces_what_it_can_keep() -> None:
    said = [asked(solo(LONG)), asked(solo(LONG, said="0 announce taroace:10"))]
    assert "announce pagat_ult" in said
    shorter = LONG.replace("T13 T11 T9 T6", "S7 S8 H3 H4")
    assert asked(solo(shorter)) == "done"
    deal = solo(LONG)
    while asked(deal) != "done":
        deal = act(deal, f"0 {asked(deal)}")
    assert {str(item) for item in deal.open.items} == {"game", "pagat_ult@0", "taroace:10@0"}
    assert str(act(deal, "0 done").log[-1].action) == "done"
    trull = "T22 T21 T17 T13 T6 T1 SK SQ HC H1 D4 C8"
    assert asked(solo(trull)) == "announce trula"
    assert asked(solo(trull.replace("T1 ", "T2 "))) == "done"


def test_announces_king_ultimo_with_very_long_tarocks() -> None:
    partner = "T22 T20 T18 T16 T15 T11 T10 T8 T5 T4 CK S8"
    deal = solo(MIDDLING.replace("T20", "T21"), partner, said="0 done; 1 announce taroace:10")
    assert asked(deal) == "announce king_ult"


# Contras


def test_a_contra_needs_a_better_hand_the_higher_the_level_of_the_game() -> None:
    hand, talon = "T21 T20 T16 T15 T12 T11 T10 SK HK HC DQ C9", "S7 S8 H3 H4 D3 C7"
    shallow, deep = (
        act(won_by(four("", hand, talon=talon), contract), "0 call CK; 0 take")
        for contract in ("doi1", "doi3")
    )
    said = [asked(act(going_on(deal, "discard"), "0 done")) for deal in (shallow, deep)]
    assert said == ["kontra game", "done"]


def test_doubles_an_announced_pagat_with_long_tarocks_of_its_own() -> None:
    stopper = "T21 T19 T18 T16 T15 T14 T12 T10 H4 H3 D4 D3"
    said = "0 announce pagat_ult; 0 announce taroace:10; 0 done; 1 announce taroace:8"
    deal = solo(LONG, stopper, said=said)
    while not asked(deal).startswith("kontra"):
        deal = act(deal, f"1 {asked(deal)}")
    said_by_then = {asked(deal)}
    assert said_by_then <= {"kontra game", "kontra pagat_ult@0"}
    assert "1 kontra pagat_ult@0" in map(str, spoken(deal).log)
    quiet = solo(LONG, WORTHLESS, said="0 announce pagat_ult; 0 announce taroace:10; 0 done")
    assert asked(quiet) == "done"


@pytest.mark.parametrize(
    ("card", "bonus", "doubled"),
    [("T1", "pagat_ult", True), ("T2", "pagat_ult", False), ("T22", "moon_caught", True)],
)
def test_doubles_a_bonus_that_must_fail_because_it_holds_the_card(
    card: str, bonus: str, doubled: bool
) -> None:
    deal = solo(WEAK, WORTHLESS.replace("SC", card), said=f"0 announce {bonus}; 0 done")
    assert (asked(deal) == f"kontra {bonus}@0") is doubled


def spoken(deal: Deal) -> Deal:
    """The deal after the speaker has made all the statements it wants to make."""
    seat = deal.seats()[0]
    while deal.seats() == (seat,):
        deal = act(deal, f"{seat} {asked(deal)}")
    return deal


CALLER = "T22 T20 T17 T13 T9 T6 SK SQ HC H1 D4 C8"
MICHI = "0 pass; 1 pass; 2 pass; 3 pass"


def test_when_the_sides_are_known() -> None:
    talon = "CK S9 T14 T15 T7 H4"
    deal = act(won_by(four(CALLER, talon=talon), "doi1"), "0 call CK; 0 refuse")
    assert [infer(deal.view(seat)).friends for seat in range(4)] == [set(), {2, 3}, {1, 3}, {1, 2}]
    deal = won_by(three(), "solo", 1)
    assert [infer(deal.view(seat)).friends for seat in range(3)] == [{2}, set(), {0}]
    assert len(infer(deal.view(0)).unseen) == 30


def test_announced_cards_are_kept() -> None:
    hand = "T22 T20 T19 T17 T16 T14 T12 T10 T9 T1 SC H1"
    said = "0 announce pagat_ult; 0 announce taroace:10; 0 done; 1 done; 2 done; 3 done"
    lead = "0 play SC; 1 play SK; 2 play S7; 3 play S8; 1 play SQ; 2 play S9; 3 play S10"
    others = "SK SQ HK HQ", "S7 S9", "S8 S10"
    assert asked(act(to_talk(four(hand, *others), "solo", king="CK"), f"{said}; {lead}")) != "play T1"
    partner = "T22 T20 T18 T16 T15 T11 T10 T8 T5 CK C9 C8"
    said = "0 done; 1 announce king_ult; 1 done; 2 done; 3 done; 0 done"
    deal = to_talk(four("T21 C7 CQ", partner, "T1 CJ", "T2 CC"), "solo", king="CK")
    assert asked(act(deal, f"{said}; 0 play C7")) in {"play C8", "play C9"}


# Michi-michi: everybody for himself, and every trick costs


def test_ducks_where_it_can() -> None:
    hand = "SQ S7 HQ H4 DJ D3 CC C8 T2 T3 T4 T18"
    deal = four("SJ", hand, "S8", "S9", after=f"{MICHI}; 0 play SJ")
    assert asked(deal) == "play S7"
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
