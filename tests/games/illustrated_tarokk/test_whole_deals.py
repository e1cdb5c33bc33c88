"""§16: three deals from pagat.com, played card by card."""

from __future__ import annotations

import pytest

from bot.rules.deal import Deal
from bot.rules.layout import Side
from tests.games.illustrated_tarokk.table import NAMES, auction, points, result_of, sheet, to_call, turns
from tests.notation import act


def played(deal: Deal, tricks: str) -> Deal:
    """The deal after some tricks: `A T19 T21 T5 T4 / B …`, each with its leader."""
    for trick in tricks.split(" / "):
        leader, *codes = trick.split()
        assert deal.seats() == (NAMES.index(leader),), trick
        for code in codes:
            deal = act(deal, f"{deal.seats()[0]} play {code}")
    return deal


@pytest.mark.rule("illustrated_tarokk 16.1")
def test_deal_3() -> None:
    hands = (
        "T19 T14 T12 T11 T20 T10 T3 SK SQ",
        "T22 T21 T6 T2 CK CC HQ HC H1",
        "T17 T9 T5 C10 HK HJ DK DJ CJ",
        "T18 T16 T15 T13 T8 T7 T4 T1 DC",
    )
    deal = to_call(auction("A- B3 C- D2 BH D1 B-", *hands, talon="CQ D1 SJ DQ S10 SC"))
    laid = [str(each) for each in deal.discards]
    assert laid == ["SJ D1", "S10 DQ", "SC", "CQ"]
    deal = act(deal, "3 announce eight_tarokks; 3 call T20; 3 done; 0 announce four_kings; 0 done")
    deal = act(deal, turns("B - / C - / D pagat_ultimo / A - / B kontra four_kings@0 / C - / D - / A -"))
    deal = played(
        deal,
        "A T19 T21 T5 T4 / B HQ HJ T7 T10 / A T11 T2 T17 T18 / D T8 T20 T6 T9 / A T12 T22 HK T13 / "
        "B CC C10 T15 T14 / D T16 T3 H1 CJ / D DC SQ CK DK / C DJ T1 SK HC",
    )
    board, result = deal.phase.board, result_of(deal)
    assert (points(board, Side.DECLARER), points(board, Side.DEFENDERS)) == (46, 48)
    assert sheet(result) == "12.3.1 -3, 10.1.2 -4, 10.1.5 +10, 9.4.2 +1"
    assert result.scores == (2, -4, -4, 6)


@pytest.mark.rule("illustrated_tarokk 16.1")
def test_deal_4() -> None:
    hands = (
        "T22 T19 T17 T8 T6 T3 CK C10 D1",
        "T21 T18 T16 T15 T11 T7 T4 DK HK",
        "T14 T12 T2 T1 CQ CC HC SC S10",
        "T20 T13 T10 T9 T5 HJ SK SQ SJ",
    )
    deal = to_call(auction("A- B3 C2 D- BH C-", *hands, talon="CJ DQ DJ HQ H1 DC"))
    deal = act(deal, f"1 call T20; {turns('B - / C - / D - / A -')}")
    deal = played(
        deal,
        "A CK T11 CC T9 / B T7 T14 T20 T8 / D T10 T19 T15 T12 / A C10 T16 CQ T13 / B DK T2 T5 D1 / "
        "D HJ T17 HK HC / A T3 T4 T1 SK / B T18 S10 SQ T6 / B T21 SC SJ T22",
    )
    board, result = deal.phase.board, result_of(deal)
    assert (points(board, Side.DECLARER), points(board, Side.DEFENDERS)) == (54, 40)
    assert (sheet(result), result.scores) == ("12.3.1 +2, 10.3.3 -21", (19, -19, 19, -19))
    assert result.next_session == {"windows": [], "hat": 1}


@pytest.mark.rule("illustrated_tarokk 16.1")
def test_deal_10() -> None:
    hands = (
        "T16 T12 T8 T6 CK CC HK HC SC",
        "T17 T11 T7 T5 T4 T1 HJ SJ S10",
        "T21 T19 T15 T13 T10 T3 T2 CQ CJ",
        "T22 T20 T18 T14 T9 DK DQ DJ SK",
    )
    deal = to_call(auction("A- B3 C1 D-", *hands, talon="H1 C10 D1 HQ SQ DC"))
    assert [str(action) for action in deal.actions(2)] == ["call T20"], "his own invitation binds nobody"
    deal = act(deal, f"2 call T20; {turns('C - / D trull, centrum / A - / B - / C -')}")
    assert deal.phase.name == "play"
    deal = played(
        deal,
        "A SC S10 T2 SK / C T3 T18 T6 T4 / D T14 T16 T5 T19 / C T10 T22 T8 T7 / D T20 T12 T11 T13 / "
        "D T9 HC T1 T21 / C CJ DJ CC T17 / B SJ T15 DK HK / C CQ DQ CK HJ",
    )
    board, result = deal.phase.board, result_of(deal)
    assert (points(board, Side.DECLARER), points(board, Side.DEFENDERS)) == (58, 36)
    assert sheet(result) == "12.3.1 +3, 10.1.1 +2, 10.1.7 +10"
    assert result.scores == (-15, -15, 15, 15)
