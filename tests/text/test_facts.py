"""Facts in words: who made an announcement, and what a contract is worth."""

from __future__ import annotations

import pytest

from bot.rules.game import Stake
from bot.text import words
from bot.text.facts import item_facts, item_in_full, moment
from bot.text.worth import contract_about, in_short, points_and_meaning, points_in_words, worth
from tests.text.players import positions

EN = words("en", "tapp_tarock")
TWO = ("Anna", "Béla")


def test_an_announcement_names_its_player() -> None:
    assert item_in_full(EN, "pagat_ultimo@1", ()) == "Seat 2's Pagat ultimo", "seats are counted from 1"
    assert item_in_full(EN, "pagat_ultimo@1", TWO, speaker=0) == "Béla's Pagat ultimo"
    assert item_in_full(EN, "pagat_ultimo@1", TWO, speaker=1) == "own Pagat ultimo"
    assert item_in_full(EN, "pagat_ultimo", TWO, speaker=1) == "Pagat ultimo"


def test_a_game_against_a_player_is_named_alike_for_every_speaker() -> None:
    for speaker in (None, 0, 1):
        assert item_in_full(EN, "game@1", TWO, speaker=speaker) == "game against Béla"


def test_parameters_are_named_by_position_and_by_kind() -> None:
    assert item_facts("x:S,T3,10,abc@1") == {
        "suit": "S", "card": "T3", "count": 10, "item": "abc", "first": "S", "second": "T3", "third": "10",
    }  # fmt: skip


def test_an_offer_after_the_last_card_has_its_own_name() -> None:
    *_, over = positions("tapp_tarock", 0)
    end = over.open._replace(phase="offer")
    assert end.tricks
    assert not any(end.hand_sizes)
    assert moment(end) == "offer_at_end"
    assert moment(end._replace(tricks=())) == "offer"
    assert moment(end._replace(hand_sizes=(0, 0, 1, 0))) == "offer"
    assert moment(end._replace(phase="play")) == "play"


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
def test_a_stake_is_written_out_in_points(stake: Stake, short: str, points: str) -> None:
    assert in_short(EN, stake) == short
    assert points_in_words(EN, stake) == points
    assert points_and_meaning(EN, stake, "the last trick") == f"{points}: the last trick"
    assert points_and_meaning(EN, stake, "") == points


def test_a_missing_price_is_left_out() -> None:
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
def test_a_contract_is_worth_twice_as_much_in_a_doubled_deal(
    game: str, contract: str, once: str, doubled: str
) -> None:
    w = words("en", game)
    assert [worth(w, contract), worth(w, contract, 2)] == [once, doubled]


def test_bids_of_one_class_share_their_description() -> None:
    w = words("en", "romanian_tarok")
    assert contract_about(w, "doi1") == contract_about(w, "doi6") != contract_about(w, "solo")
