"""What a computer bids, chooses, calls, takes and discards in Königrufen. Seat 0 is forehand."""

from __future__ import annotations

import pytest

from bot.games.koenigrufen.computer import prospects
from bot.rules.cards import KINGS, TAROCKS, TRULL, Cards
from bot.rules.deal import Deal
from tests.computers.table import asked, going_on
from tests.games.koenigrufen.table import NOBODY_BIDS, bids, dealt, koenig
from tests.notation import act

MONSTER = "T22 T21 T20 T19 T18 T17 T16 T15 T14 SK HK DK"
STRONG = "T22 T18 T16 T13 T9 T7 T4 SK HQ H1 D2 C8"
MIDDLING = "T21 T17 T13 T9 T6 SK SQ HC H1 D4 D2 C8"
POOR = "T9 T8 T4 T2 SC SJ HQ HC H4 DC DJ C8"
HARMLESS = "T1 SJ S8 S7 HJ H3 H4 DJ D3 D4 C8 C7"
ONE_TRICK = "T22 T3 SQ SJ S8 HK HQ HC H2 DC D2 D3"
SUITS = "SK SQ SC SJ HK HQ HC DK DQ CK CQ T22"
BIRD = "T20 T18 T13 T9 T6 T5 T4 T1 SC HC H1 C8"
HOPELESS = "T9 T8 T4 SJ SC S8 HJ HC H3 DJ D4 C8"
TAKING = f"{NOBODY_BIDS}; 0 bid rufer; 0 call"


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        (MONSTER, "bid solodreier"),
        (STRONG, "bid dreier"),
        (SUITS, "bid farbensolo"),
        (BIRD, "bid besserrufer"),
        (MIDDLING, "pass"),
        (POOR, "pass"),
    ],
)
def test_bids_by_strength(hand: str, call: str) -> None:
    assert asked(koenig("", hand)) == call


@pytest.mark.parametrize(
    ("hand", "contract"), [(MIDDLING, "rufer"), (POOR, "trischaken"), (STRONG, "dreier")]
)
def test_forehand_chooses_among_all_contracts(hand: str, contract: str) -> None:
    assert asked(koenig(hand, after=NOBODY_BIDS)) == f"bid {contract}"


def test_bids_bettel_with_a_harmless_hand() -> None:
    assert asked(koenig("", HARMLESS)) == "bid bettel_ouvert"
    assert asked(koenig("", "T2 T6 T9 S7 S8 SJ H4 H3 HJ D4 D3 C7")) == "bid bettel"


def test_bids_piccolo_with_a_hand_of_about_one_trick() -> None:
    assert asked(koenig("", ONE_TRICK)) == "bid piccolo"
    assert asked(koenig("", ONE_TRICK.replace("SQ", "SK"))) == "pass", "two kings are one too many"


def test_a_safe_hand_is_not_good_for_exactly_one_trick() -> None:
    one, safe = (prospects(Cards.of(hand)) for hand in (ONE_TRICK, HARMLESS))
    assert one["piccolo"] > 0 > safe["piccolo"]
    assert max(one["piccolo_ouvert"], safe["piccolo_ouvert"]) < 0


def test_a_senior_holds_a_contract_it_would_bid_itself() -> None:
    after = "1 pass; 2 bid dreier; 3 pass"
    assert asked(koenig(STRONG, after=after)) == "hold"
    assert asked(koenig(MIDDLING, after=after)) == "pass"


def test_a_junior_cannot_hold_and_passes() -> None:
    assert asked(koenig("", "", STRONG, after="1 bid dreier")) == "pass"


def test_takes_a_redeal_with_a_worthless_hand() -> None:
    nothing = "SQ SC SJ S10 HQ HC HJ DQ DC DJ CQ CC"
    assert asked(dealt(nothing), 0) == "redeal"
    low = "S10 S9 S8 S7 H2 H3 H4 D2 D3 D4 C8 C7"
    assert asked(dealt(low), 0) == "decline", "it wins no trick"


# Calling


def test_calls_the_king_of_the_shortest_suit() -> None:
    assert asked(koenig(MIDDLING, after=f"{NOBODY_BIDS}; 0 bid rufer")) == "call CK"
    void = MIDDLING.replace("C8", "H2")
    assert asked(koenig(void, after=f"{NOBODY_BIDS}; 0 bid rufer")) == "call CK"


def test_calls_no_king_of_its_own() -> None:
    alone_in_clubs = "T21 T17 T13 T9 T6 SQ SJ HC H1 D4 D2 CK"
    assert asked(koenig(alone_in_clubs, after=f"{NOBODY_BIDS}; 0 bid rufer")) != "call CK"


def test_calls_the_remaining_king_with_three_kings() -> None:
    assert asked(koenig("T22 T9 T8 SK HK DK C7", after=f"{NOBODY_BIDS}; 0 bid rufer")) == "call remaining"


def test_plays_alone_with_four_kings() -> None:
    assert asked(koenig("T22 T9 T8 SK HK DK CK", after=f"{NOBODY_BIDS}; 0 bid rufer")).startswith("call ")


# Talon and discard


def test_takes_the_half_that_makes_the_hand_stronger() -> None:
    assert asked(koenig(MIDDLING, talon="T22 T19 HK S7 S8 S9", after=f"{TAKING} CK")) == "take lower"
    assert asked(koenig(MIDDLING, talon="S7 S8 S9 T22 T19 HK", after=f"{TAKING} CK")) == "take upper"


def test_takes_the_more_valuable_half_if_the_other_goes_to_the_opponents() -> None:
    # By the rules the queens count for the declarer wherever they lie; T8 makes the hand a little stronger.
    def taken(owner: str) -> str:
        options = {"untaken_half_owner": owner}
        return asked(koenig(MIDDLING, talon="HQ DQ CQ T8 H4 D3", options=options, after=f"{TAKING} CK"))

    assert taken("declarer") == "take upper"
    assert taken("opponents") == "take lower"


def test_surrenders_a_hopeless_hand_whose_king_lies_in_the_talon() -> None:
    talon = "CK S7 S9 T3 H4 D3"
    assert asked(koenig(HOPELESS, talon=talon, after=f"{TAKING} CK")) == "surrender"
    assert asked(koenig(STRONG, talon=talon, after=f"{TAKING} CK")).startswith("take")
    assert asked(koenig(HOPELESS, talon=talon, after=f"{TAKING} DK")).startswith("take"), "it has a partner"


def discarded(deal: Deal) -> Cards:
    return going_on(deal, "discard").view(0).discards


def test_discards_a_whole_suit_and_no_king_trull_or_tarock() -> None:
    hand = "T22 T21 T17 T13 T9 T6 T1 SK SQ HC H1 D4"
    laid = discarded(koenig(hand, talon="T8 T7 D3 C7 C8 C9", after=f"{bids('dreier')}; 0 take lower"))
    assert not laid & (KINGS | TRULL | TAROCKS)
    assert laid == Cards.of("SQ HC H1"), "void in hearts, the king of spades alone"


def test_discards_valued_cards_that_could_be_caught() -> None:
    hand = "T22 T21 T17 T13 T9 T6 T4 SK HK DQ D4 D3"
    laid = discarded(koenig(hand, talon="T8 T7 D2 C7 C8 C9", after=f"{bids('dreier')}; 0 take lower"))
    assert Cards.of("DQ") <= laid


def test_discards_six_cards_at_once() -> None:
    deal = koenig(MIDDLING, talon="T8 HQ S9 T7 CQ C9", after=bids("sechserdreier"))
    assert len(discarded(deal)) == 6
    assert not discarded(deal) & TAROCKS


def test_discards_tarocks_only_when_it_must_and_then_the_lowest() -> None:
    hand = "T22 T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 S7"
    deal = koenig(hand, talon="T5 T3 T4 C7 C8 C9", after=f"{bids('dreier')}; 0 take lower")
    assert discarded(deal) == Cards.of("S7 T3 T4")


def test_does_not_surrender_in_the_middle_of_the_discard() -> None:
    deal = act(koenig(HOPELESS, talon="CK S7 S9 T3 H4 D3", after=f"{TAKING} CK"), "0 take lower")
    assert asked(deal).startswith("lay")
