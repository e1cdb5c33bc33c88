from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.cards import CARDS, NO_CARDS, Cards, card
from bot.text import LOCALES, words
from bot.text.cards import (
    card_label,
    hand_in_words,
    list_cards,
    long_name,
    numeral,
    short_name,
    with_long_names,
)

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


def test_the_skus_goes_by_its_name() -> None:
    assert [short_name(words(locale), card("T22")) for locale in ("en", "ja")] == ["Sküs", "スキュース"]


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


@pytest.mark.parametrize("locale", LOCALES)
def test_no_two_cards_share_a_name(locale: str) -> None:
    w = words(locale)
    for name in (short_name, long_name, card_label):
        assert len({name(w, each) for each in CARDS}) == len(CARDS)


def test_cards_that_may_be_chosen_come_first() -> None:
    hand = Cards.of("T22 T5 SK HQ H3")
    assert hand_in_words(words("en"), hand, Cards.of("HQ H3")) == (
        "5 cards. You may choose hearts queen, 3. Not now: tarocks Sküs, V; spades king."
    )
    assert hand_in_words(words("en"), hand, None) == "5 cards: tarocks Sküs, V; spades king; hearts queen, 3."
    assert hand_in_words(words("en"), hand, hand).startswith("5 cards, and you may choose any:")
    assert hand_in_words(words("en"), NO_CARDS, None) == "No cards in hand."


def test_a_single_tarock_is_spoken_of_in_the_singular() -> None:
    assert hand_in_words(words("en"), Cards.of("T1 SK"), Cards.of("SK")) == (
        "2 cards. You may choose spades king. Not now: tarock I."
    )


def test_a_hand_without_a_choice_is_simply_listed() -> None:
    hand = Cards.of("T22 SK")
    assert hand_in_words(words("ja"), hand, NO_CARDS) == hand_in_words(words("ja"), hand, None)


@given(HANDS, st.data())
def test_a_hand_fits_the_description_and_names_each_card_once(hand: list[int], data: st.DataObject) -> None:
    cards = Cards.of(CARDS[each] for each in hand)
    chosen = data.draw(st.lists(st.sampled_from(list(cards)), unique=True))
    for locale in LOCALES:
        text = hand_in_words(words(locale), cards, Cards.of(chosen))
        assert len(text) <= 1024
        kings = words(locale)("rank.K")
        assert text.count(kings) == sum(each.rank == "K" for each in cards)
