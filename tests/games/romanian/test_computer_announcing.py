"""What a computer declares, announces and doubles in Romanian Tarok. The declarer is seat 0 in a solo."""

from __future__ import annotations

import pytest

from bot.rules.deal import Deal
from tests.computers.table import asked, going_on
from tests.games.romanian.table import four, three, to_talk, won_by
from tests.notation import act

LONG = "T22 T20 T17 T13 T11 T9 T6 T5 T4 T1 SK C8"
MIDDLING = "T20 T17 T13 T9 T6 SK SQ HC H1 D4 D2 C8"
MIGHTY = "T22 T21 T20 T19 T18 T15 SK HK DK SQ HQ DQ"
WEAK = "T17 T16 T13 T9 T6 SK SC HC H1 D2 D1 C10"
STRONG = "T22 T21 T20 T19 T18 T15 HK DK HQ DQ SQ CQ"
POOR = "T8 T7 T3 SC S8 HJ HQ H3 H4 DC DJ C9"


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


def test_a_declaration_takes_more_tarocks_in_the_taper() -> None:
    deal = won_by(three("T20 T17 T13 T9 T6 T5 T4 T3 T2 T7 SC HC"), "solo")
    assert asked(deal) == "announce taroace:10"


def test_announces_the_pagat_with_very_long_tarocks_only() -> None:
    said = [asked(solo(LONG)), asked(solo(LONG, said="0 announce taroace:10"))]
    assert "announce pagat_ult" in said
    shorter = LONG.replace("T13 T11 T9 T6", "S7 S8 H3 H4")
    assert asked(solo(shorter)) == "done"


def test_a_declaration_that_the_pagat_makes_compulsory_is_made_in_the_same_turn() -> None:
    deal = solo(LONG)
    while asked(deal) != "done":
        deal = act(deal, f"0 {asked(deal)}")
    assert {str(item) for item in deal.open.items} == {"game", "pagat_ult@0", "taroace:10@0"}
    assert str(act(deal, "0 done").log[-1].action) == "done"


def test_announces_the_trull_only_when_it_holds_all_of_it() -> None:
    trull = "T22 T21 T17 T13 T6 T1 SK SQ HC H1 D4 C8"
    assert asked(solo(trull)) == "announce trula"
    assert asked(solo(trull.replace("T1 ", "T2 "))) == "done"


def test_announces_king_ultimo_with_very_long_tarocks() -> None:
    partner = "T22 T20 T18 T16 T15 T11 T10 T8 T5 T4 CK S8"
    deal = solo(MIDDLING.replace("T20", "T21"), partner, said="0 done; 1 announce taroace:10")
    assert asked(deal) == "announce king_ult"


def test_announces_a_valat_that_is_certain() -> None:
    certain = "T22 T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 SK"
    assert asked(solo(certain, said="0 announce taroace:10")) == "announce valat"
    assert asked(solo(certain.replace("SK", "SQ"), said="0 announce taroace:10")) == "done"


# Contras


def test_a_strong_defender_says_contra_at_once() -> None:
    assert asked(solo(WEAK, STRONG, said="0 done")) == "kontra game"
    assert asked(solo(WEAK, POOR.replace("SC", "S9"), said="0 done")) == "done"


def test_the_partner_says_no_contra() -> None:
    assert not asked(solo(WEAK, STRONG.replace("DQ", "CK"), said="0 done")).startswith("kontra")


def test_a_contra_needs_a_better_hand_the_higher_the_level_of_the_game() -> None:
    hand, talon = "T21 T20 T16 T15 T12 T11 T10 SK HK HC DQ C9", "S7 S8 H3 H4 D3 C7"
    shallow, deep = (
        act(won_by(four("", hand, talon=talon), contract), "0 call CK; 0 take")
        for contract in ("doi1", "doi3")
    )
    said = [asked(act(going_on(deal, "discard"), "0 done")) for deal in (shallow, deep)]
    assert said == ["kontra game", "done"]


def test_says_recontra_only_with_a_mighty_hand() -> None:
    talked = "0 done; 1 kontra game; 1 done; 2 done; 3 done"
    assert asked(solo(MIGHTY, said=talked)) == "kontra game"
    assert asked(solo(MIDDLING, said=talked)) == "done"


def test_doubles_an_announced_pagat_with_long_tarocks_of_its_own() -> None:
    stopper = "T21 T19 T18 T16 T15 T14 T12 T10 H4 H3 D4 D3"
    said = "0 announce pagat_ult; 0 announce taroace:10; 0 done; 1 announce taroace:8"
    deal = solo(LONG, stopper, said=said)
    while not asked(deal).startswith("kontra"):
        deal = act(deal, f"1 {asked(deal)}")
    said_by_then = {asked(deal)}
    assert said_by_then <= {"kontra game", "kontra pagat_ult@0"}
    assert "1 kontra pagat_ult@0" in map(str, spoken(deal).log)
    quiet = solo(LONG, POOR, said="0 announce pagat_ult; 0 announce taroace:10; 0 done")
    assert asked(quiet) == "done"


@pytest.mark.parametrize(
    ("card", "bonus", "doubled"),
    [("T1", "pagat_ult", True), ("T2", "pagat_ult", False), ("T22", "moon_caught", True)],
)
def test_doubles_a_bonus_that_must_fail_because_it_holds_the_card(
    card: str, bonus: str, doubled: bool
) -> None:
    deal = solo(WEAK, POOR.replace("SC", card), said=f"0 announce {bonus}; 0 done")
    assert (asked(deal) == f"kontra {bonus}@0") is doubled


def spoken(deal: Deal) -> Deal:
    """The deal after the speaker has made all the statements it wants to make."""
    seat = deal.seats()[0]
    while deal.seats() == (seat,):
        deal = act(deal, f"{seat} {asked(deal)}")
    return deal
