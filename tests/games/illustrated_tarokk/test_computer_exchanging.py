"""What a computer discards, annuls, claims and calls in Illustrated Tarokk. Seat 0 is forehand."""

from __future__ import annotations

from bot.rules.cards import KINGS, TAROCKS, TRULL, Cards
from bot.rules.deal import Deal
from tests.computers.table import asked, going_on
from tests.games.illustrated_tarokk.table import announcing, calls, dealt, keep, to_call
from tests.notation import act, until

DECLARER = "T22 T17 T15 T12 T9 T4 SK HQ HJ"
THREE = "A3 B- C- D-"
NO_TAROKK = "SK SQ SC HK HQ HC DK DQ CQ"
FOUR_KINGS = "T22 T17 T15 T12 T9 SK HK DK CK"


def drawn(hand: str, talon: str, said: str = THREE, *others: str) -> Deal:
    """A deal in which every seat has drawn and must discard."""
    return act(dealt(hand, *others, talon=talon), calls(said))


def laid(deal: Deal, seat: int) -> Cards:
    return going_on(deal, "discard").discards[seat]


def test_discards_whole_suits_and_no_honour_king_or_tarokk() -> None:
    cards = laid(drawn(DECLARER, "H1 DC T8"), 0)
    assert not cards & (KINGS | TRULL | TAROCKS)
    assert len(cards) == 3


def test_discards_tarokks_only_when_it_must_and_then_the_lowest() -> None:
    cards = laid(drawn("T22 T21 T17 T15 T12 T9 T6 SK SQ", "HK T8 T3"), 0)
    assert cards == Cards.of("SQ T3 T6")


def test_the_future_partner_discards_no_points_for_the_defenders() -> None:
    talon = "S10 C10 H1 CQ"
    plain = "T16 T14 T10 T7 T5 T2 DJ HC D1"
    assert laid(drawn(DECLARER, talon, THREE, plain), 1) == Cards.of("CQ"), "it counts for the defenders"
    partner = plain.replace("T16", "T20")
    assert laid(drawn(DECLARER, talon, THREE, partner), 1) != Cards.of("CQ")


def test_annuls_a_hand_without_tarokks() -> None:
    declarer = "T22 T17 T15 T12 T9 T4 T3 CK CJ"
    deal = until(drawn(declarer, "S10 C10 H1 D1 SJ HJ", THREE, "", NO_TAROKK), "offer", keep)
    assert asked(deal, 2) == "annul"


def test_plays_four_kings_beside_many_tarokks() -> None:
    deal = until(drawn(FOUR_KINGS, "S10 C10 H1"), "offer", keep)
    assert asked(deal, 0) == "decline"
    short = FOUR_KINGS.replace("T17 T15", "SQ HQ")
    assert asked(until(drawn(short, "S10 C10 H1"), "offer", keep), 0) == "annul"


def test_calls_the_xx_and_with_it_the_highest_tarokk_it_lacks() -> None:
    assert asked(to_call(drawn(DECLARER, "S10 C10 H1"))) == "call T20"
    assert asked(to_call(drawn(DECLARER.replace("T17", "T20"), "S10 C10 H1"))) == "call T19"


def test_calls_no_tarokk_shown_among_its_own_discards() -> None:
    deal = drawn("T22 T21 T17 T15 T12 T9 T6 SK SQ", "HK T8 T20", THREE, "T5 T4 T2 HQ HC HJ DC DJ D1")
    deal = act(deal, "1 lay T5; 0 lay T20; 0 lay T6; 0 lay SQ")
    deal = until(deal, "announcing", keep)
    assert asked(deal) == "call T19"


def test_claims_tarokks_it_did_not_declare() -> None:
    deal = until(announcing("", "T22 T15 T14 T13 T12 T11 T10 T7 SK", "", "T20", talon=""), "offer", keep)
    assert asked(deal, 0) == "claim"
