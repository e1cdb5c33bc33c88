"""Facts and cards in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.cards import CARDS, NO_CARDS, Cards, card
from bot.rules.game import Stake
from bot.text import LOCALES, words
from bot.text.announcements import contract_about, in_short, points_and_meaning, points_in_words, worth
from bot.text.cards import (
    card_label,
    hand_in_words,
    list_cards,
    long_name,
    numeral,
    short_name,
    with_long_names,
)
from bot.text.facts import item_facts, item_in_full, moment
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


HANDS = st.lists(st.sampled_from(CARDS), min_size=16, max_size=19, unique=True)


@pytest.mark.parametrize(
    ("code", "short", "english", "japanese"),
    [
        ("HK", "♥K", "king of hearts", "ハートのキング"),
        ("CC", "♣C", "cavalier of clubs", "クラブのカバロ"),
        ("S10", "♠10", "10 of spades", "スペードの10"),
        ("D1", "♦1", "ace of diamonds", "ダイヤの1"),
        ("T21", "XXI", "Mond (XXI)", "モンド（タロック21）"),
        ("T1", "I", "Pagat (I)", "パガット（タロック1）"),
        ("T16", "XVI", "tarock XVI", "タロック16"),
        ("T22", "Sküs", "Sküs", "スキュース"),
    ],
)
def test_names(code: str, short: str, english: str, japanese: str) -> None:
    assert short_name(words("en"), card(code)) == short
    assert long_name(words("en"), card(code)) == english
    assert long_name(words("ja"), card(code)) == japanese


def test_suit_cards_within_a_text_are_written_in_words() -> None:
    text = "ultimo with ♣K, not ♠10, XXI or ♥ 5"
    assert with_long_names(words("en"), text) == "ultimo with king of clubs, not 10 of spades, XXI or ♥ 5"
    assert with_long_names(words("ja"), "♦1で") == "ダイヤの1で"


def test_a_list_says_tarock_only_for_the_first_of_consecutive_tarocks() -> None:
    cards = [card(code) for code in ("T22", "T21", "T5", "HK", "T1")]
    assert list_cards(words("en"), cards) == "Sküs, XXI, V, ♥K, I"
    assert list_cards(words("ja"), cards) == "スキュース、タロック21、5、♥K、タロック1"


def test_numerals_are_written_as_on_the_cards() -> None:
    assert [numeral(number) for number in (1, 3, 4, 5, 9, 14, 19, 20, 21)] == (
        ["I", "III", "IIII", "V", "IX", "XIV", "XIX", "XX", "XXI"]
    )


@pytest.mark.parametrize(
    ("code", "english", "japanese"),
    [
        ("HK", "♥K · king of hearts", "♥K・ハートのキング"),
        ("T16", "XVI · tarock 16", "タロック16"),
        ("T22", "Sküs", "スキュース"),
        ("T21", "XXI · Mond, tarock 21", "タロック21・モンド"),
        ("T1", "I · Pagat, tarock 1", "タロック1・パガット"),
    ],
)
def test_a_label_identifies_a_tarock_both_as_texts_and_as_pictures_do(
    code: str, english: str, japanese: str
) -> None:
    assert [card_label(words(locale), card(code)) for locale in ("en", "ja")] == [english, japanese]


def test_cards_that_may_be_chosen_come_first() -> None:
    hand = Cards.of("T22 T5 SK HQ H3")
    assert hand_in_words(words("en"), hand, Cards.of("HQ H3")) == (
        "5 cards. You may choose hearts queen, 3. Not now: tarocks Sküs, V; spades king."
    )
    assert hand_in_words(words("en"), hand, None) == "5 cards: tarocks Sküs, V; spades king; hearts queen, 3."
    assert hand_in_words(words("en"), hand, hand).startswith("5 cards, and you may choose any:")
    assert hand_in_words(words("en"), NO_CARDS, None) == "No cards in hand."


@given(HANDS, st.data())
def test_a_hand_fits_the_description_and_names_each_card_once(hand: list[int], data: st.DataObject) -> None:
    cards = Cards.of(CARDS[each] for each in hand)
    chosen = data.draw(st.lists(st.sampled_from(list(cards)), unique=True))
    for locale in LOCALES:
        text = hand_in_words(words(locale), cards, Cards.of(chosen))
        assert len(text) <= 1024
        kings = words(locale)("rank.K")
        assert text.count(kings) == sum(each.rank == "K" for each in cards)
