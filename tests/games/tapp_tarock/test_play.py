"""§8: sixteen tricks."""

from __future__ import annotations

import pytest

from bot.rules.cards import Cards
from bot.rules.deal import Deal
from bot.rules.tricks import Play, winner
from tests.games.tapp_tarock.table import solo, tapp, worked
from tests.notation import act, choice, refused, until


def middles(hand: str, lead: str, announced: str = "", others: str = "", dealer: str = "") -> Deal:
    """Middle plays a solo and must answer forehand's lead."""
    said = f"1 announce {announced}; " if announced else ""
    bidding = f"0 pass; 1 bid solo; {said}1 done; 2 done; 0 done"
    return tapp(f"{lead} {others}", hand, dealer, after=f"{bidding}; 0 play {lead}")


@pytest.mark.rule("tapp_tarock 8.1")
def test_forehand_leads_then_the_winner_for_sixteen_tricks() -> None:
    deal = until(tapp(after="0 pass; 1 pass; 2 bid solo"), "play")
    assert deal.seats() == (0,), "forehand leads although the dealer plays"
    assert len(deal.view(0).actions) == 16, "any card"
    tricks = until(deal, "over").open.tricks
    leaders = [trick.plays[0].seat for trick in tricks]
    assert leaders == [0, *(trick.winner for trick in tricks[:-1])]
    assert len(tricks) == 16
    for trick in tricks:
        first = trick.plays[0].seat
        assert [play.seat for play in trick.plays] == [first, (first + 1) % 3, (first + 2) % 3]


@pytest.mark.rule("tapp_tarock 8.2")
@pytest.mark.parametrize(
    ("hand", "lead", "playable"),
    [
        ("HK H3 T5 S* DJ D1 D2 D3 D4", "HQ", "HK H3"),
        ("T5 T1 S* DK DQ DC DJ D1 D2", "HQ", "T5 T1"),
        ("S* D*", "HQ", "SK SQ SC SJ S10 S9 S8 S7 DK DQ DC DJ D1 D2 D3 D4"),
        ("T4 T17 S* DK DQ DC DJ D1 D2", "T9", "T17 T4"),
        ("S* H*", "T9", "SK SQ SC SJ S10 S9 S8 S7 HK HQ HC HJ H1 H2 H3 H4"),
    ],
)
def test_following(hand: str, lead: str, playable: str) -> None:
    assert choice(middles(hand, lead)) == playable


@pytest.mark.rule("tapp_tarock 8.2")
def test_refusals_of_following() -> None:
    heart = middles("HK H3 T5 S* DJ D1 D2 D3 D4", "HQ")
    assert refused(heart, "1 play T5") == ("must_follow", "tapp_tarock 8.2")
    assert refused(heart, "1 play C7") == ("not_in_hand", "tapp_tarock 2.2")
    void = middles("T5 T1 S* DK DQ DC DJ D1 D2", "HQ")
    assert refused(void, "1 play SK") == ("must_play_tarock", "tapp_tarock 8.2")
    low = act(middles("T5 T2 T3 H* CK CQ CC CJ C10", "T4"), "1 play T2")
    assert [str(play.card) for play in low.open.trick] == ["T4", "T2"], "nobody need win a trick"


@pytest.mark.rule("tapp_tarock 8.3")
@pytest.mark.parametrize(
    ("trick", "seat"),
    [("HQ HK H1", 1), ("HQ T2 HK", 1), ("T5 T1 T6", 2), ("H4 SK DK", 0), ("S7 S10 HK", 1), ("T21 T22 SK", 1)],
)
def test_the_winner_of_a_trick(trick: str, seat: int) -> None:
    plays = tuple(Play(number, Cards.of(code).sorted[0]) for number, code in enumerate(trick.split()))
    assert winner(plays).seat == seat


@pytest.mark.rule("tapp_tarock 8.3")
def test_the_winner_has_the_trick() -> None:
    deal = act(solo("HQ", "HK", "H4"), "0 play HQ; 1 play HK; 2 play H4")
    assert (deal.seats(), deal.open.trick, deal.open.tricks_won) == ((1,), (), (0, 1, 0))
    assert str(deal.open.tricks[0].cards) == "HK HQ H4"


@pytest.mark.rule("tapp_tarock 8.4")
def test_m1_to_m3_keep_the_announced_pagat() -> None:
    assert choice(middles("HK H3 T5 S* DJ D1 D2 D3 D4", "HQ")) == "HK H3"
    hand = "S7 T5 T1 D* C7 C8 C9 C10 CJ"
    assert choice(middles(hand, "HQ")) == "T5 T1"
    announced = middles(hand, "HQ", announced="pagat_ultimo")
    assert choice(announced) == "T5"
    assert refused(announced, "1 play T1") == ("kept_back", "tapp_tarock 7.5")


@pytest.mark.rule("tapp_tarock 8.4")
def test_m4_forced_out() -> None:
    deal = middles("T1 HK S* DK DQ DC DJ D1 D2", "T9", announced="pagat_ultimo")
    assert choice(deal) == "T1"


@pytest.mark.rule("tapp_tarock 8.4")
def test_m5_neither_suit_nor_tarock() -> None:
    deal = act(middles("T6 S*", "HQ", dealer="D* C*"), "1 play T6")
    assert choice(deal) == "DK DQ DC DJ D1 D2 D3 D4 CK CQ CC CJ C10 C9 C8 C7"


@pytest.mark.rule("tapp_tarock 8.4")
def test_m6_the_last_trick() -> None:
    deal = solo("T1 T8-T22", announced="pagat_ultimo")
    while len(deal.open.tricks) < 15:
        assert "T1" not in choice(deal).split() or deal.seats() != (0,)
        deal = act(deal, f"{deal.seats()[0]} {deal.actions(deal.seats()[0])[0]}")
    assert (deal.seats(), choice(deal)) == ((0,), "T1")


@pytest.mark.rule("tapp_tarock 17.6")
def test_all_tricks_are_played() -> None:
    lost = worked(7).open
    first = next(number for number, trick in enumerate(lost.tricks) if trick.winner != 2)
    assert first < 15, "the announced valat was lost before the last trick"
    assert len(lost.tricks) == 16
