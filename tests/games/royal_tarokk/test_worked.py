"""§10: the worked examples."""

from __future__ import annotations

import pytest

from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.rules.cards import Cards
from bot.rules.deal import Deal
from bot.rules.layout import Layout
from bot.rules.results import Result
from tests.games.royal_tarokk.table import BASE, items, royal, scored, sheet, turns
from tests.notation import act, choice

ALL = "0" * 10
NONE = "2" * 10


def both(result: Result) -> tuple[int, int]:
    """The scores of attackers and defenders; seat 0 has dealt."""
    return result.scores[0], result.scores[2]


@pytest.mark.rule("royal_tarokk 10.1")
def test_a_deal_without_announcements() -> None:
    assert both(scored("", "0202020202", *BASE[40])) == (40, 60)


HANDS = (
    "T19 T14 T9 SQ SC HC DK DQ DJ CC",
    "T20 T18 T17 T13 T8 T4 T3 T2 HK CK",
    "T21 T16 T15 T12 T6 T5 S10 HJ DC CJ",
    "T22 T11 T10 T7 T1 SK SJ HQ CQ C10",
)
SAID = (
    "1 matador; tarokk_count:8; tarokk_20 / 2 honour / 3 - / 0 suit_count:D,3; centrum / 1 ultimo:T3"
    " / 2 contra ultimo:T3@1 / 3 - / 0 six_tricks / 1 seven_tricks / 2 - / 3 - / 0 -"
)
TRICKS = (
    "T8 T12 T11 T14", "HC HK HJ HQ", "T17 T6 T7 T9", "T2 T16 T1 T19", "SC T20 S10 SK",
    "T18 T5 T10 DJ", "T13 T15 T22 CC", "CQ SQ CK CJ", "T4 T21 C10 DK", "DC SJ DQ T3",
)  # fmt: skip


@pytest.mark.rule("royal_tarokk 10.2")
def test_a_whole_deal_card_by_card() -> None:
    deal = Deal.start(ROYAL_TAROKK, Layout(tuple(map(Cards.of, HANDS)), (), 0))
    deal = act(deal, turns(SAID))
    assert deal.phase.name == "play"
    assert items(deal)["six_tricks@0"] == "void"
    assert items(deal)["ultimo:T3@1"] == "contra"
    leaders = []
    for trick in TRICKS:
        leaders.append(deal.seats()[0])
        for code in trick.split():
            deal = act(deal, f"{deal.seats()[0]} play {code}")
    assert leaders == [1, 0, 1, 1, 0, 1, 1, 3, 1, 2]
    assert [trick.winner for trick in deal.open.tricks] == [0, 1, 1, 0, 1, 1, 3, 1, 2, 1]
    assert deal.result is not None
    assert sheet(deal.result) == {
        "base": 70, "matador": 0, "tarokk_count:8": 1, "tarokk_20": 1, "suit_count:D,3": 0, "centrum": 8,
        "ultimo:T3": 10, "seven_tricks": 7, "silent_pagat": 5, "bounds": -2,
    }  # fmt: skip
    assert sheet(deal.result, 1) == {"base": 60, "honour": 1, "contra:ultimo:T3": -10}
    assert deal.result.scores == (100, 100, 51, 51)


MARRIED = "1 - / 2 marriage:S / 3 - / 0 contra marriage:S@2"


@pytest.mark.rule("royal_tarokk 10.3")
def test_a_contra_won() -> None:
    assert both(scored(MARRIED, "0202020202", *BASE[50])) == (70, 10)


@pytest.mark.rule("royal_tarokk 10.4")
def test_a_contra_lost() -> None:
    assert both(scored(MARRIED, "0202020222; 9 SK; 10 SQ", *BASE[50])) == (0, 100)


@pytest.mark.rule("royal_tarokk 10.5")
def test_a_trophy_above_a_hundred() -> None:
    said = "1 volat / 2 - / 3 - / 0 scala / 1 legion / 2 contra scala@0"
    suits = "1 SK SQ SC SJ; 2 HK HQ HC HJ; 8 DK DQ DC; 9 CK CQ"
    text = f"{ALL}; {suits}; 3 T18 S10 C10; 4 T19 DJ; 5 T20 CJ; 6 T21 CC; 7 T22"
    result = scored(said, text, *BASE[40])
    assert {"volat", "silent_kings"}.isdisjoint(sheet(result))
    assert (sheet(result)["scala"], sheet(result)["legion"]) == (120, 24)
    assert both(result) == (120, 0)


@pytest.mark.rule("royal_tarokk 10.6")
def test_a_trophy_and_failures() -> None:
    said = "1 xxi_capture; volat; ultimo:HK; fleet / 2 contra volat@1; contra ultimo:HK@1"
    assert both(scored(said, "2220222222; 4 T22 - T21", *BASE[50])) == (108, 90)


@pytest.mark.rule("royal_tarokk 10.7")
def test_a_raised_announcement_with_contra() -> None:
    said = "1 ultimo:T3 / 2 contra ultimo:T3@1 / 3 - / 0 sneaker / 1 - / 2 contra sneaker@0"
    assert items(royal(said)) == {"ultimo:T3@1": "void", "sneaker@0": "contra"}
    assert both(scored(said, "2020202200; 9 T2; 10 T3", *BASE[70])) == (100, 30)
    assert both(scored(said, "2020202200; 9 T2", *BASE[70])) == (40, 80)


@pytest.mark.rule("royal_tarokk 10.8")
def test_bounded_below_and_above() -> None:
    four = ("eight_tricks", "temesvar_pheasant:T1,T2", "armada", "uhu:CK")
    said = f"1 - / 2 {'; '.join(four)} / 3 - / 0 {'; '.join(f'contra {each}@2' for each in four)}"
    result = scored(said, "0202020202", *BASE[50])
    assert sheet(result, 1)["bounds"] == 8
    assert sheet(result)["bounds"] == -8
    assert both(result) == (100, 0)


@pytest.mark.rule("royal_tarokk 10.9")
def test_an_amazon_that_clashes() -> None:
    said = "1 gang:D / 2 - / 3 - / 0 amazon"
    assert both(scored(said, "0202020202; 1 DQ DK DC DJ", *BASE[50])) == (56, 60)
    assert both(scored(said, "0202020202; 1 DQ DK DC DJ; 3 HJ", *BASE[50])) == (76, 60)


@pytest.mark.rule("royal_tarokk 10.10")
def test_unannounced_bonuses() -> None:
    text = "0000022222; 1 T22 - T21; 2 T9 - T1; 3 HK DK SK CK"
    assert both(scored("", text, *BASE[40])) == (61, 60)


@pytest.mark.rule("royal_tarokk 10.11")
def test_base_points() -> None:
    result = scored("", "0202020202", *BASE[40])
    assert (sheet(result)["base"], sheet(result, 1)["base"]) == (40, 60)


@pytest.mark.rule("royal_tarokk 10.12")
def test_more_than_announced() -> None:
    result = scored("1 game", f"{ALL}; 3 HK DK SK CK", *BASE[40])
    assert sheet(result) == {"base": 40, "game": 2, "silent_kings": 4}


@pytest.mark.rule("royal_tarokk 10.7")
def test_the_raised_ultimo_is_still_kept() -> None:
    deal = royal("1 ultimo:T3 / 2 contra ultimo:T3@1 / 3 - / 0 sneaker / 1 - / 2 - / 3 -", "", "T3 T5 T6")
    assert "T3" not in choice(deal).split()
