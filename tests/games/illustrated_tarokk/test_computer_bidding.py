"""What a computer calls in the auction of Illustrated Tarokk. Seat 0 is forehand, 3 the dealer."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.games.illustrated_tarokk.computer import auction_of
from bot.rules.cards import card
from bot.rules.deal import Deal
from bot.rules.moves import Action, Move
from tests.computers.table import asked
from tests.games.illustrated_tarokk.table import calls, dealt
from tests.notation import act

VERY_STRONG = "T22 T20 T17 T15 T12 T8 T4 SK SQ"
STRONG = "T22 T20 T17 T15 T12 T4 SK DQ CQ"
INVITING = "T22 T19 T16 T14 T11 T7 SK CQ CJ"
MIDDLING = "T21 T17 T12 T9 T5 T3 HK HQ DC"
DECENT = "T21 T16 T14 T10 T7 HK HQ DC DJ"
YIELDING = "T22 T20 T13 T10 T6 SK CK DQ C10"
WEAK = "T21 T6 T3 SC SJ HQ HC DC C10"
WITHOUT_HONOUR = "T20 T19 T18 T17 T16 T15 T14 T13 T12"
NOTHING = "T18 T10 T2 SC SJ HJ HC DJ D1"
ALL_PASS = "A- B- C-"


def after(said: str, *hands: str, options: Mapping[str, object] | None = None) -> Deal:
    """A deal with these hands, one after the other, and some calls in the notation of the rules."""
    deal = dealt(*hands, talon="", options=options)
    return act(deal, calls(said)) if said else deal


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


def test_bids_higher_only_with_a_hand_for_it() -> None:
    assert asked(after("A3", WEAK, STRONG)) == "bid two"
    assert asked(after("A3", VERY_STRONG, DECENT)) == "pass"
    assert asked(after("A3", STRONG, WEAK)) == "pass"


def test_accepts_an_invitation_with_a_weaker_hand_than_it_needs_alone() -> None:
    assert asked(after("A2", INVITING, MIDDLING)) == "bid one"
    assert asked(after("A-", "T22 T7 T6 SK CQ CJ CC C10 S10", MIDDLING)) == "bid three"
    assert asked(after("A2", INVITING, WEAK)) == "pass"
    assert asked(after("A2", INVITING, "T21 T20 T18 T17 T15 T12 T8 HK HQ")) == "bid one", "no higher"


def test_yields_the_game_with_the_xx_and_a_high_honour() -> None:
    said = "A3 B2 C- D-"
    assert asked(after(said, YIELDING, MIDDLING)) == "pass"
    without = YIELDING.replace("T20", "T14")
    assert asked(after(said, without, MIDDLING)) == "hold", "it may not pass"


def test_bids_three_without_an_honour_only_with_many_tarokks() -> None:
    assert asked(after(ALL_PASS, "", "", "", WITHOUT_HONOUR)) == "bid three"
    assert asked(after(ALL_PASS, "", "", "", NOTHING)) == "pass"


def test_opens_with_two_after_three_passes_when_the_hand_is_good_and_shows_nothing_by_it() -> None:
    assert asked(after(ALL_PASS, "", "", "", STRONG)) == "bid two"
    assert asked(after(ALL_PASS, "", "", "", YIELDING.replace("T20", "T9"))) == "bid three"


def test_without_an_honour_draws_as_many_cards_as_it_can() -> None:
    deal = after(ALL_PASS, "", "", "", WITHOUT_HONOUR, options={"trial_bid_levels": "any"})
    assert asked(deal) == "bid three"


# The meaning of calls, by the examples of the rules (4.8)


@pytest.mark.parametrize(
    ("said", "inviter", "shown"),
    [
        ("A3 B- C- D-", None, None),
        ("A3 B2 C- D- A-", 0, "T20"),
        ("A3 B2 C- D- AH B-", None, None),
        ("A3 B2 C- D- AH BS A-", 1, "T19"),
        ("A3 B2 C- D- A1 BS", 0, "T19"),
        ("A3 B2 C- D- AS B-", 0, "T18"),
        ("A3 B1 C- D- AH", 1, "T19"),
        ("A3 B2 CS A- BH", 2, "T19"),
        ("A1 B- C- D-", 0, "T18"),
        ("AS", None, None),
        ("A- B- C- D2", None, None),
    ],
)
def test_an_invitation_is_understood(said: str, inviter: int | None, shown: str | None) -> None:
    heard = auction_of(Move(int(each[0]), Action.parse(each[2:])) for each in calls(said).split("; "))
    assert (heard.inviter, heard.shown) == (inviter, None if shown is None else card(shown))
