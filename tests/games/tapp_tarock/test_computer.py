"""What a computer bids, takes, discards and announces in Tapp-Tarock. Seat 0 is forehand."""

import pytest

from bot.rules.cards import KINGS, TAROCKS, TRULL, Cards
from tests.computers.table import asked, going_on
from tests.games.tapp_tarock.table import tapp
from tests.notation import act

MONSTER = "T22 T21 T20 T19 T18 T17 T16 T15 T14 T1 SK SQ HK HQ DK DQ"
GOOD = "T22 T20 T18 T15 T13 T9 T8 T4 SK SQ S8 HK H1 DC D1 C7"
RUBBISH = "T4 T3 T2 SJ S9 S7 HJ H1 H3 DC DJ D2 CC CJ C9 C7"
DREIER = "0 bid dreier; 1 pass; 2 pass"


@pytest.mark.parametrize(("hand", "call"), [(MONSTER, "bid solo"), (GOOD, "bid dreier"), (RUBBISH, "pass")])
def test_bids_by_strength(hand: str, call: str) -> None:
    assert asked(tapp(hand)) == call


def test_holds_and_takes_the_better_half() -> None:
    deal = tapp(GOOD.replace("D1", "T16"), after="0 bid dreier; 1 bid unterer; 2 pass")
    assert asked(deal) == "hold"
    assert asked(tapp(RUBBISH, after="0 bid dreier; 1 bid unterer; 2 pass")) == "pass"
    assert asked(tapp(GOOD, talon="T21 HQ CK C9 D4 S7", after=DREIER)) == "take lower"
    assert asked(tapp(GOOD, talon="C9 D4 S7 T21 HQ CK", after=DREIER)) == "take upper"


def test_discards_to_make_a_void_and_keeps_kings_and_tarocks() -> None:
    deal = going_on(tapp(GOOD, talon="C8 D2 S9 HQ HC CK", after=f"{DREIER}; 0 take lower"), "discard")
    laid, hand = deal.view(0).discards, deal.view(0).hand
    assert not laid & (KINGS | TRULL | TAROCKS)
    assert not hand & Cards.of("DQ DC DJ D1 D2 D3 D4") or not hand & Cards.of("CQ CC CJ C7 C8")


def test_discards_a_valued_card_rather_than_an_empty_one_of_the_same_suit() -> None:
    hand = "T22 T21 T20 T19 T18 T17 T16 T15 T14 T13 SK HK DQ D4 D3 CK"
    deal = tapp(hand, talon="T12 T11 D2 C7 C8 C9", after=f"{DREIER}; 0 take lower")
    codes = set()
    while deal.phase.name == "discard":
        codes.add(asked(deal))
        deal = act(deal, f"0 {asked(deal)}")
    assert "lay DQ" in codes


def test_discards_tarocks_only_when_it_must_and_then_the_lowest() -> None:
    hand = "T22 T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 SK HK DK CK S7"
    deal = tapp(hand, talon="T5 T3 T4 C7 C8 C9", after=f"{DREIER}; 0 take lower")
    laid = []
    while deal.phase.name == "discard":
        laid.append(asked(deal))
        deal = act(deal, f"0 {asked(deal)}")
    assert laid == ["lay S7", "lay T3", "lay T4"]


def test_announces_what_is_nearly_sure() -> None:
    assert asked(tapp(MONSTER.replace("DQ", "T13"), after="0 bid solo")) == "announce pagat_ultimo"
    assert asked(tapp(MONSTER.replace("T14", "D4").replace("T15", "D3"), after="0 bid solo")) == "done"
    hand = "T22 T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 SK SQ HK DK"
    assert asked(tapp(hand, after="0 bid solo")) == "announce valat"
    assert asked(act(tapp(hand, after="0 bid solo"), "0 announce valat")) == "done"


def test_says_kontra_with_strong_tarocks() -> None:
    strong = "T22 T21 T20 T19 T18 T17 T16 T15 T14 SK HK HQ DK DQ CK CQ"
    assert asked(tapp(RUBBISH, strong, after="0 bid solo; 0 done")) == "kontra game"
    assert asked(tapp(MONSTER, RUBBISH, after="0 bid solo; 0 done")) == "done"


def test_counts_its_discard_for_a_rekontra() -> None:
    hand = "T22 T21 T20 T19 T18 T17 T9 T8 SK SQ S8 HK H1 DQ DC CK"
    taken = f"{DREIER}; 0 take lower; "
    said = "; 0 done; 1 kontra game; 1 done; 2 done"
    rich = tapp(hand, talon="HQ C9 D4", after=f"{taken}0 lay DQ; 0 lay HQ; 0 lay DC{said}")
    poor = tapp(hand, talon="HQ C9 D4", after=f"{taken}0 lay S8; 0 lay C9; 0 lay D4{said}")
    assert (asked(rich), asked(poor)) == ("kontra game", "done")
