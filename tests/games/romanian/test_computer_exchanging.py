"""What a computer calls, takes, refuses and discards in Romanian Tarok. Seat 0 is forehand and declarer."""

from __future__ import annotations

import pytest

from bot.games.romanian.computer import level_of, looked_at, worth_of_taking
from bot.rules.cards import KINGS, TRULL, Cards
from bot.rules.deal import Deal
from tests.computers.table import asked, going_on
from tests.games.romanian.table import four, three, won_by
from tests.notation import act

MIDDLING = "T20 T17 T13 T9 T6 SK SQ HC H1 D4 D2 C8"
HOPELESS = "T8 T7 T3 SC S8 HJ HQ H3 H4 DC D4 C9"
MIGHTY = "T22 T21 T20 T18 T16 T15 T11 T9 SK HK DK C8"


def walking(contract: str, hand: str, talon: str, king: str = "CK", talon_to: str = "declarer") -> Deal:
    """A contract of forehand at the first look into the talon."""
    return act(won_by(four(hand, talon=talon, untaken_talon_to=talon_to), contract), f"0 call {king}")


@pytest.mark.parametrize(
    ("hand", "king"),
    [
        (MIDDLING, "CK"),
        ("T20 T17 T13 T9 T6 SK SQ HC D4 D2 C8 C7", "HK"),
        ("T20 T17 T13 T9 T6 T5 SK SQ HK D4 D2 D3", "CK"),
    ],
)
def test_calls_the_king_of_its_shortest_suit_and_never_its_own(hand: str, king: str) -> None:
    assert asked(won_by(four(hand), "solo")) == f"call {king}"


def test_calls_one_of_its_own_kings_if_it_holds_all() -> None:
    assert asked(won_by(four("SK HK DK CK"), "solo")) in {f"call {king}" for king in KINGS}


def test_takes_a_group_that_strengthens_the_hand() -> None:
    assert asked(walking("doi1", MIDDLING, "T22 T21 S7 S8 H3 H4")) == "take"
    assert asked(walking("unu1", MIDDLING, "T21 S7 S8 H3 H4 D3")) == "take"


def test_refuses_a_useless_group_while_the_next_look_is_cheap() -> None:
    good, better = "T22 T20 T17 T13 T9 T6 T5 SK SQ HC D1 CC", "T22 T20 T17 T13 T9 T6 T5 T4 SK HK DC CC"
    assert asked(won_by(three(good, talon="SJ S10 HJ T21 T19 T16"), "trei1")) == "refuse"
    assert asked(won_by(three(good, talon="SJ S10 T21 T19 T16 DJ"), "doi1")) == "refuse"
    assert asked(won_by(three(better, talon="T21 S10 T19 T16 DJ SJ"), "unu2")) == "take", (
        "another level is expensive"
    )


def test_takes_the_open_group_that_is_worth_its_level() -> None:
    refused = "0 refuse; 0 refuse; 0 refuse"
    assert asked(act(walking("doi1", MIDDLING, "S7 S8 T22 T21 H3 H4"), refused)) == "take 2"
    assert asked(act(walking("doi1", MIDDLING, "T22 T21 S7 S8 H3 H4"), refused)) == "take 1"


def test_surrenders_a_hopeless_hand_when_the_called_king_lies_in_the_talon() -> None:
    assert asked(walking("doi1", HOPELESS, "CK S7 H2 D3 T2 T4")) == "surrender"
    assert asked(walking("doi1", MIGHTY, "CK S7 H2 D3 T2 T4")) != "surrender"


def test_surrenders_a_hopeless_hand_among_open_groups_too() -> None:
    deal = act(walking("doi1", HOPELESS, "S7 S9 H2 D3 CK T2"), "0 refuse; 0 refuse; 0 refuse")
    assert asked(deal) == "surrender"


@pytest.mark.parametrize("contract", ["doi1", "unu1", "unu4"])
def test_discards_the_cards_it_needs_least(contract: str) -> None:
    deal = going_on(going_on(walking(contract, MIDDLING, "T22 T21 T16 S7 H3 H4"), "talon"), "discard")
    hand = deal.view(0).hand
    assert len(hand) == 12
    assert not deal.view(0).discards & (KINGS | TRULL)
    assert hand >= Cards.of("T20 T17 T13 T9 T6 SK"), "tarocks and kings are kept"


def test_discards_tarocks_only_when_it_must() -> None:
    hand = "T22 T21 T20 T19 T18 T17 T16 T1 SK HK DK SQ"
    deal = walking("doi1", hand, "T2 T3 S7 S8 H3 H4")
    assert asked(deal) == "take", "though a tarock must go"
    assert going_on(act(deal, "0 take"), "discard").view(0).discards == Cards.of("SQ T2")


def test_tarocks_promise_no_less_than_plain_cards_though_one_must_be_discarded() -> None:
    views = [
        walking("doi1", "T22 T21 T20 T19 T18 T17 T16 T1 SK HK DK SQ", f"{taken} H3 H4 D3 D4").view(0)
        for taken in ("T2 T3", "S7 S8")
    ]
    tarocks, plain = [worth_of_taking(each, looked_at(each), level_of(each)) for each in views]
    assert tarocks >= plain


def test_the_exchange_in_the_taper_is_the_same_without_a_called_king() -> None:
    hand = "T20 T17 T13 T9 T6 T5 SK SQ HC D1 CC C10"
    deal = won_by(three(hand, talon="T22 T21 T3 HJ DJ CJ"), "trei1")
    assert asked(deal) == "take"
    assert asked(act(deal, "0 refuse; 0 refuse")) == "take 1"


def test_leaves_card_points_in_the_talon_only_if_they_count_for_the_declarer() -> None:
    talon = "SC HQ T2 T3 T4 T5"
    assert asked(walking("doi1", MIDDLING, talon)) == "refuse"
    assert asked(walking("doi1", MIDDLING, talon, talon_to="opponents")) == "take"
