"""Which card a computer plays in Royal Tarokk. Seat 0 deals, seat 1 leads to the first trick."""

from __future__ import annotations

from tests.computers.table import asked
from tests.games.royal_tarokk.table import playing, position, royal
from tests.notation import act, until

STREAK = "T22 T21 T18 T17 T13 T7 T6 SK HK"


def test_keeps_a_streak_going_with_the_highest_tarokks() -> None:
    deal = playing("1 city; centrum", "", STREAK)
    assert asked(deal) in {"play T22", "play T21"}


def test_leads_a_low_tarokk_for_the_partners_pledged_one() -> None:
    deal = position(playing("1 city", "", STREAK), 1, "T13 T7 T6 SK HK SQ HQ", before="111")
    assert asked(deal) in {"play T13", "play T7", "play T6"}


def test_plays_a_card_that_is_due_and_holds_back_a_pledged_one() -> None:
    deal = playing("1 ultimo:T3", "", "T22 T21 T3 SK HK SQ HQ SJ")
    assert asked(deal) != "play T3"
    assert asked(position(deal, 1, "T3", before="111111111")) == "play T3"


def test_leads_suits_against_an_ultimo_of_the_other_team() -> None:
    deal = position(playing("1 - / 2 ultimo:T3"), 1, "T9 T8 SQ SJ HQ", before="11111")
    assert asked(deal).startswith(("play S", "play H"))


def test_leads_suits_against_an_ultimo_even_if_its_tarokks_outlast_all_others() -> None:
    deal = playing("1 - / 2 ultimo:T3", "", "T22 T20 T18 T16 T10 T4 T2 CK HK")
    assert asked(deal) == "play CK"


def test_captures_the_pagat_when_it_is_played() -> None:
    deal = position(playing(), 1, "T17 T6 SQ SJ", trick="T5 T4 T1", before="111111")
    assert asked(deal) == "play T6", "as cheaply as it can be taken"


def test_does_not_waste_its_best_tarokk_on_the_partners_trick() -> None:
    deal = position(playing(), 0, "T17 T6 SQ SJ", trick="T22 T4 T5", before="111111")
    assert asked(deal) == "play T6"


def test_whole_turns_come_to_an_end() -> None:
    assert until(act(royal("", STREAK), "1 done"), "play").phase.name == "play"
