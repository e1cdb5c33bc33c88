"""What a computer announces and doubles in Königrufen. Forehand is seat 0, the declarer mostly seat 3."""

from __future__ import annotations

import pytest

from bot.rules.deal import Deal
from tests.computers.table import asked, going_on
from tests.games.koenigrufen.table import bids, koenig
from tests.notation import act

LONG = "T22 T20 T17 T13 T11 T9 T6 T5 T4 T1 SK C8"
MIDDLING = "T21 T17 T13 T9 T6 SQ SJ HC H1 D4 D2 C8"
MIGHTY = "T22 T20 T19 T18 T16 T15 T14 T12 SK HK DQ DK"
POOR = "T8 T7 T3 SC S8 S10 HJ HQ H3 DJ DC C9"
TALON = "S7 S9 H4 H2 D3 C7"


def solo_dreier(hand: str, first: str = "", said: str = "") -> Deal:
    """A solodreier of the dealer, whose right neighbour, seat 0, is the first to speak."""
    return koenig(first, "", "", hand, after=f"{bids('solodreier', 3)}; {said}")


SILENCE = "0 done; 1 done; 2 done"


@pytest.mark.parametrize(
    ("bird", "lowest"), [("pagat", "T1"), ("uhu", "T2"), ("kakadu", "T3")], ids=["pagat", "uhu", "kakadu"]
)
def test_announces_a_bird_with_very_long_tarocks(bird: str, lowest: str) -> None:
    hand = "T22 T20 T17 T16 T15 T13 T12 T11 T10 T9 SK " + lowest
    assert asked(solo_dreier(hand, said=SILENCE)) == f"announce {bird}"
    short = "T22 T20 T17 T13 T11 SK SQ HK HQ DK DQ " + lowest
    assert asked(solo_dreier(short, said=SILENCE)) == "done"


def test_a_defender_needs_longer_tarocks_for_a_bird() -> None:
    nearly = LONG.replace("T11", "H1")
    assert asked(solo_dreier(nearly, said=SILENCE)) == "announce pagat"
    assert asked(solo_dreier(POOR, nearly)) != "announce pagat"
    assert asked(solo_dreier(POOR, LONG)) == "announce pagat"


def test_announces_the_most_promising_bird_when_it_owes_one() -> None:
    deal = koenig(MIDDLING.replace("D2", "T1"), talon=TALON, after=f"{bids('besserrufer')}; 0 call CK")
    deal = act(going_on(going_on(deal, "talon"), "discard"), "1 done; 2 done; 3 done")
    assert asked(deal) == "announce pagat"
    assert asked(act(deal, "0 announce pagat")) == "done"


def test_announces_the_cheapest_bird_when_it_owes_one_but_holds_none() -> None:
    deal = koenig(MIDDLING, talon=TALON, after=f"{bids('besserrufer')}; 0 call CK")
    deal = act(going_on(going_on(deal, "talon"), "discard"), "1 done; 2 done; 3 done")
    assert asked(deal) == "announce pagat"


def test_announces_the_trull_with_the_pagat_or_very_long_tarocks() -> None:
    hand = "T22 T21 T1 T15 T13 T11 T9 T6 SK HK DK C8"
    assert asked(solo_dreier(hand, said=SILENCE)) == "announce trull"
    assert asked(act(solo_dreier(hand, said=SILENCE), "3 announce trull")) == "done"
    other = hand.replace("T1 ", "T17 ")
    assert asked(solo_dreier(other, said=SILENCE)) == "done", "the pagat is in another hand"
    longer = "T22 T21 T20 T19 T18 T17 T13 T11 T9 T6 SK HK"
    assert asked(solo_dreier(longer, said=SILENCE)) == "announce trull"


def test_a_defender_does_not_count_on_the_pagat() -> None:
    assert asked(solo_dreier(POOR, "T22 T21 T20 T17 T13 T11 T9 T6 SK HK DK C8")) == "kontra game"


def test_announces_king_ultimo_with_a_single_king_and_very_long_tarocks() -> None:
    partner = "T22 T20 T18 T16 T15 T11 T10 T8 T5 T4 CK S8"
    deal = koenig(MIDDLING, partner, talon=TALON, after=f"{bids('rufer')}; 0 call CK")
    assert asked(going_on(going_on(deal, "talon"), "discard")) == "announce king_ultimo"


def test_announces_a_valat_that_is_certain() -> None:
    hand = "T22 T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 SK"
    assert asked(solo_dreier(hand, said=SILENCE)) == "announce trull"
    assert asked(act(solo_dreier(hand, said=SILENCE), "3 announce trull")) == "announce valat"
    weaker = hand.replace("SK", "SQ")
    assert asked(act(solo_dreier(weaker, said=SILENCE), "3 announce trull")) == "done"


# Kontra


def rufer(*hands: str, talon: str = TALON) -> Deal:
    """A rufer of forehand with the king of clubs called, at the announcements."""
    deal = koenig(*hands, talon=talon, after=f"{bids('rufer')}; 0 call CK; 0 take lower")
    return going_on(deal, "discard")


def test_says_kontra_only_with_a_mighty_hand() -> None:
    assert asked(rufer(MIDDLING, MIGHTY)) == "kontra game"
    assert asked(rufer(MIDDLING, POOR)) == "done"


def test_says_kontra_sooner_to_a_caller_who_is_alone() -> None:
    good = "T22 T18 T16 T15 T12 T7 SK SC HQ H3 DQ D1"
    assert asked(rufer(MIDDLING, good)) == "done"
    assert asked(rufer(MIDDLING, good, talon="CK S9 H4 H2 D3 C7")) == "kontra game"


def test_the_partner_does_not_say_kontra() -> None:
    partner = MIGHTY.replace("DQ", "CK")
    assert not asked(rufer(MIDDLING, partner)).startswith("kontra")


def test_says_rekontra_only_with_a_mighty_hand() -> None:
    talked = "1 kontra game; 1 done; 2 done; 3 done"
    assert asked(act(rufer(MIGHTY), talked)) == "kontra game"
    assert asked(act(rufer(MIDDLING), talked)) == "done"


def test_doubles_a_bird_with_many_tarocks_of_its_own() -> None:
    stopper = "T21 T19 T18 T16 T15 T14 T12 T10 H4 H3 D4 D3"
    said = f"{SILENCE}; 3 announce pagat; 3 done"
    assert asked(solo_dreier(LONG, stopper, said=f"0 kontra game; {said}")) == "kontra pagat@3"
    assert asked(solo_dreier(LONG, POOR, said=said)) == "done"


def test_doubles_nothing_in_negative_contracts_or_farbensolo() -> None:
    for contract in ("piccolo", "bettel_ouvert", "farbensolo"):
        deal = koenig(MIGHTY, after=bids(contract, 3))
        assert asked(deal) == "done", contract


@pytest.mark.parametrize(("card", "doubled"), [("T22", True), ("T21", True), ("T1", False)])
def test_doubles_a_trull_when_it_holds_the_skus_or_the_mond(card: str, doubled: bool) -> None:
    declarer, defender = "T20 T17 T13 T9 T6 SQ SJ HC H1 D4 D2 C8", POOR.replace("T7", card)
    deal = solo_dreier(declarer, defender, said=f"{SILENCE}; 3 announce trull; 3 done")
    assert (asked(deal) == "kontra trull@3") is doubled
