"""Facts in words: whose an announcement is, and what a contract is worth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.rules.stakes import Stake
from bot.text import words
from bot.text.facts import item_facts, item_in_full, moment
from bot.text.worth import contract_about, in_short, points_and_meaning, points_in_words, worth
from tests.text.players import positions

EN = words("en", "tapp_tarock")
TWO = ("Anna", "Béla")


def test_whose_an_announcement_is() -> None:
    assert item_in_full(EN, "pagat_ultimo@1", ()) == "Seat 2's Pagat ultimo", "seats are counted from 1"
    assert item_in_full(EN, "pagat_ultimo@1", TWO, speaker=0) == "Béla's Pagat ultimo"
    assert item_in_full(EN, "pagat_ultimo@1", TWO, speaker=1) == "own Pagat ultimo"
    assert item_in_full(EN, "pagat_ultimo", TWO, speaker=1) == "Pagat ultimo"


def test_a_game_is_against_a_player_whoever_speaks_of_it() -> None:
    for speaker in (None, 0, 1):
        assert item_in_full(EN, "game@1", TWO, speaker=speaker) == "game against Béla"


def test_parameters_are_known_by_place_and_by_kind() -> None:
    assert item_facts("x:S,T3,10,abc@1") == {
        "suit": "S", "card": "T3", "count": 10, "item": "abc", "first": "S", "second": "T3", "third": "10",
    }  # fmt: skip


def test_an_offer_after_the_last_card_has_a_name_of_its_own() -> None:
    *_, over = positions("tapp_tarock", 0)
    end = replace(over.open, phase="offer")
    assert end.tricks
    assert not any(end.hand_sizes)
    assert moment(end) == "offer_at_end"
    assert moment(replace(end, tricks=())) == "offer"
    assert moment(replace(end, hand_sizes=(0, 0, 1, 0))) == "offer"
    assert moment(replace(end, phase="play")) == "play"


@pytest.mark.parametrize(
    ("stake", "short", "points"),
    [
        (Stake(3, 3), "3", "3 points"),
        (Stake(1, 1), "1", "1 point"),
        (Stake(2, 5), "+2\u00a0/\u00a0−5", "+2\u00a0/\u00a0−5 points"),
        (Stake(4, 0), "+4", "+4 points"),
        (Stake(0, 4), "−4 to each", "−4 to each points"),
    ],
)
def test_what_can_be_won_and_lost(stake: Stake, short: str, points: str) -> None:
    assert in_short(EN, stake) == short
    assert points_in_words(EN, stake) == points
    assert points_and_meaning(EN, stake, "the last trick") == f"{points}: the last trick"
    assert points_and_meaning(EN, stake, "") == points


def test_what_has_no_price_has_none_in_words() -> None:
    for none in (None, Stake(0, 0)):
        assert points_in_words(EN, none) == ""
        assert points_and_meaning(EN, none, "the last trick") == "the last trick"


@pytest.mark.parametrize(
    ("game", "contract", "once", "doubled"),
    [
        ("tapp_tarock", "solo", "8 points", "16 points"),
        ("koenigrufen", "sechserdreier", "20 points if won, 40 if lost", "40 points if won, 80 if lost"),
        ("royal_tarokk", "none", "", ""),
    ],
)
def test_a_contract_in_a_deal_that_counts_double(game: str, contract: str, once: str, doubled: str) -> None:
    w = words("en", game)
    assert [worth(w, contract), worth(w, contract, 2)] == [once, doubled]


def test_the_bids_of_a_class_share_what_is_said_about_them() -> None:
    w = words("en", "romanian_tarok")
    assert contract_about(w, "doi1") == contract_about(w, "doi6") != contract_about(w, "solo")
