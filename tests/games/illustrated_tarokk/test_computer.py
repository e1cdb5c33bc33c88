"""The computer player of Illustrated Tarokk: bids, exchange, announcements, cards."""

from dataclasses import replace

import pytest

from bot.games.illustrated_tarokk.computer import COMPUTER, SAFE, capture, infer
from bot.rules.cards import KINGS, MOND, TAROCKS, TRULL, Cards
from bot.rules.deal import Deal
from bot.rules.moves import Action
from bot.rules.tricks import Play
from tests.computers.table import asked, going_on
from tests.games.illustrated_tarokk.table import (
    HANDS,
    after,
    announcing,
    calls,
    dealt,
    keep,
    playing,
    said,
    to_call,
    turns,
)
from tests.notation import act, until

VERY_STRONG = "T22 T20 T17 T15 T12 T8 T4 SK SQ"
STRONG = "T22 T20 T17 T15 T12 T4 SK DQ CQ"
INVITING = "T22 T19 T16 T14 T11 T7 SK CQ CJ"
MIDDLING = "T21 T17 T12 T9 T5 T3 HK HQ DC"
YIELDING = "T22 T20 T13 T10 T6 SK CK DQ C10"
WEAK = "T21 T6 T3 SC SJ HQ HC DC C10"
WITHOUT_HONOUR = "T20 T19 T18 T17 T16 T15 T14 T13 T12"
ALL_PASS = "A- B- C-"


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        (VERY_STRONG, "bid solo"),
        (STRONG, "bid three"),
        (MIDDLING, "bid three"),
        (INVITING, "bid two"),
        (WEAK, "pass"),
        (WITHOUT_HONOUR, "pass"),
    ],
)
def test_opens_with_the_lowest_bid_a_solo_an_invitation_or_a_pass(hand: str, call: str) -> None:
    assert asked(after("", hand)) == call


def test_calls_after_others_have_called() -> None:
    assert asked(after("A2", INVITING, MIDDLING)) == "bid one"
    assert asked(after("A-", "T22 T7 T6 SK CQ CJ CC C10 S10", MIDDLING)) == "bid three"
    assert asked(after("A2", INVITING, WEAK)) == "pass"
    assert asked(after("A2", INVITING, "T21 T20 T18 T17 T15 T12 T8 HK HQ")) == "bid one", "no higher"
    said = "A3 B2 C- D-"
    assert asked(after(said, YIELDING, MIDDLING)) == "pass"
    without = YIELDING.replace("T20", "T14")
    assert asked(after(said, without, MIDDLING)) == "hold", "it may not pass"
    assert asked(after(ALL_PASS, "", "", "", STRONG)) == "bid two"
    assert asked(after(ALL_PASS, "", "", "", YIELDING.replace("T20", "T9"))) == "bid three"


DECLARER = "T22 T17 T15 T12 T9 T4 SK HQ HJ"
THREE = "A3 B- C- D-"
NO_TAROKK = "SK SQ SC HK HQ HC DK DQ CQ"
FOUR_KINGS = "T22 T17 T15 T12 T9 SK HK DK CK"


def drawn(hand: str, talon: str, said: str = THREE, *others: str) -> Deal:
    """A deal in which every seat has drawn and must discard."""
    return act(dealt(hand, *others, talon=talon), calls(said))


def laid(deal: Deal, seat: int) -> Cards:
    return going_on(deal, "discard").discards[seat]


def test_discards_no_points_unless_they_count_for_its_side() -> None:
    cards = laid(drawn(DECLARER, "H1 DC T8"), 0)
    assert not cards & (KINGS | TRULL | TAROCKS)
    assert len(cards) == 3
    cards = laid(drawn("T22 T21 T17 T15 T12 T9 T6 SK SQ", "HK T8 T3"), 0)
    assert cards == Cards.of("SQ T3 T6")
    talon = "S10 C10 H1 CQ"
    plain = "T16 T14 T10 T7 T5 T2 DJ HC D1"
    assert laid(drawn(DECLARER, talon, THREE, plain), 1) == Cards.of("CQ"), "it counts for the defenders"
    partner = plain.replace("T16", "T20")
    assert laid(drawn(DECLARER, talon, THREE, partner), 1) != Cards.of("CQ")


def test_annuls_calls_and_claims() -> None:
    declarer = "T22 T17 T15 T12 T9 T4 T3 CK CJ"
    deal = until(drawn(declarer, "S10 C10 H1 D1 SJ HJ", THREE, "", NO_TAROKK), "offer", keep)
    assert asked(deal, 2) == "annul"
    deal = until(drawn(FOUR_KINGS, "S10 C10 H1"), "offer", keep)
    assert asked(deal, 0) == "decline"
    short = FOUR_KINGS.replace("T17 T15", "SQ HQ")
    assert asked(until(drawn(short, "S10 C10 H1"), "offer", keep), 0) == "annul"
    assert asked(to_call(drawn(DECLARER, "S10 C10 H1"))) == "call T20"
    assert asked(to_call(drawn(DECLARER.replace("T17", "T20"), "S10 C10 H1"))) == "call T19"
    deal = until(announcing("", "T22 T15 T14 T13 T12 T11 T10 T7 SK", "", "T20", talon=""), "offer", keep)
    assert asked(deal, 0) == "claim"


HONOURS = "T22 T21 T17 T15 T12 T9 T6 SK SQ"
PAGAT = "T22 T20 T19 T17 T15 T12 T9 T6 T1"
SOUND = "T22 T17 T12 T9 T7 T5 SK HQ DC"
MONSTER = "T22 T21 T20 T19 T18 T17 T16 T15 T14"
DEFENDER = "T21 T19 T18 T16 T15 T14 T13 T11 HK"


def test_tarokks_are_always_declared() -> None:
    assert asked(said(PAGAT)) == "announce nine_tarokks"
    assert asked(said(SOUND)) == "done"


@pytest.mark.parametrize(
    ("hand", "declared", "item"),
    [
        (HONOURS, "", "trull"),
        (PAGAT, "0 announce nine_tarokks", "pagat_ultimo"),
        (MONSTER, "0 announce nine_tarokks; 0 announce trull", "double_game"),
    ],
)
def test_announces_the_bonuses_its_hand_is_good_for(hand: str, declared: str, item: str) -> None:
    assert asked(act(said(hand), declared)) == f"announce {item}"


def test_announces_all_tricks_with_every_master_and_the_lead() -> None:
    deal = act(said(MONSTER), "0 announce nine_tarokks; 0 announce trull; 0 announce centrum")
    taken = []
    while (action := asked(deal)) != "done":
        taken.append(action)
        deal = act(deal, f"0 {action}")
    assert taken[0] in {"announce double_game", "announce volat"}


def test_a_strong_defender_doubles_the_game() -> None:
    deal = act(said(SOUND, DEFENDER, "T20"), turns("A -"))
    assert asked(act(deal, "1 announce eight_tarokks")) == "kontra game"
    weak = said(SOUND, "T21 T3 T2 SQ SC HC HJ DJ CJ", "T20", after="A -")
    assert asked(weak) == "done"


def test_a_required_kontra_is_said() -> None:
    view, owed = said(SOUND).view(0), (Action("kontra", "game"),)
    assert COMPUTER.choose(replace(view, actions=owed)) == owed[0]


def test_doubles_an_announced_pagat_with_long_tarokks() -> None:
    deal = said(PAGAT, "T21 T18 T16 T14 T13 T11 T10 SK HK")
    deal = act(deal, "0 announce nine_tarokks; 0 announce pagat_ultimo; 0 done")
    doubled = []
    while (action := asked(deal)) != "done":
        doubled.append(action)
        deal = act(deal, f"1 {action}")
    assert "kontra pagat_ultimo@0" in doubled
    assert len(doubled) == len(set(doubled))


OTHER = "T15 T14 T13 T12 SK SQ HQ DQ DK"


def test_only_the_holder_of_the_called_card_knows_the_sides() -> None:
    deal = playing()
    assert infer(deal.view(2)).friends == {0}
    assert not infer(deal.view(0)).friends
    assert {friends for _, friends in infer(deal.view(1)).perhaps} == {frozenset((2,)), frozenset((3,))}


def test_the_skiz_and_the_xxi() -> None:
    partner = "T22 T20 T7 T6 T5 T4 HJ DJ CC"
    deal = playing("0 play T16; 1 play T21; 2 play T15", HANDS[3], HANDS[1], OTHER, partner)
    assert asked(deal) == "play T22"
    hands = (HANDS[3], HANDS[1], HANDS[2], HANDS[0])
    assert asked(playing("0 play T16", *hands)) != "play T21"
    assert asked(playing("0 play T22")) == "play T8", "it lies there already"
    deal = playing("0 play T16; 1 play T4; 2 play T15", HANDS[3], HANDS[2], HANDS[0], HANDS[1])
    assert asked(deal) == "play T21", "it is the last to play"


def test_the_xxi_is_charged_for_the_risk_of_its_capture() -> None:
    hands, safely = (HANDS[3], *HANDS[1:3], HANDS[0]), (HANDS[3], HANDS[2], *HANDS[:2])
    open_to_it, last = playing("0 play T16", *hands), playing("0 play T16; 1 play T4; 2 play T15", *safely)
    assert charged(open_to_it) < -SAFE
    assert charged(last) == SAFE


def charged(deal: Deal) -> float:
    """What the XXI of the seat that is asked costs or is worth in the trick."""
    (seat,) = deal.seats()
    return capture(infer(deal.view(seat)), (*deal.open.trick, Play(seat, MOND)))
