from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from linecache import getline

import pytest

from bot.rules.cards import Cards, card
from bot.text import MissingWords, Words, words
from bot.text.words import catalogue


@pytest.mark.parametrize(
    ("discord", "language"), [("en-US", "en"), ("en-GB", "en"), ("ja", "ja"), ("th", "en"), ("", "en")]
)
def test_a_reader_gets_the_nearest_language(discord: str, language: str) -> None:
    assert words(discord).locale == language


def test_ids_become_terms_of_the_language() -> None:
    facts = {"bid": "unterer", "standing": "oberer"}
    assert "Unterer" in words("en", "tapp_tarock")("refusal.bid_too_low", **facts)
    assert "アッパー（オーベラー）" in words("ja", "tapp_tarock")("refusal.bid_too_low", **facts)


def test_a_game_may_have_its_own_word_for_an_id() -> None:
    assert words("en", "tapp_tarock").term("item", "valat") == words("en").term("item", "valat")
    assert words("en").of("tapp_tarock").term("contract", "solo") == "Solo"
    with pytest.warns(MissingWords, match="contract.solo"):
        words("en").term("contract", "solo")


def test_cards_are_named_by_type_and_by_placeholder() -> None:
    w = words("en")
    assert w("move.play", player="Anna", card=card("HK")) == w("move.play", player="Anna", card="HK")
    assert w("standing.laid_open", cards=Cards.of("T4 T2")) == "Discarded face up: IIII, II"


def test_an_unknown_card_stays_as_it_was_typed() -> None:
    assert "Z9" in words("en")("refusal.not_in_hand", card="Z9")


@pytest.mark.parametrize(("count", "sentence"), [(1, "1 point"), (2, "2 points"), (1200, "1,200 points")])
def test_a_sentence_with_a_count_has_its_plural(count: int, sentence: str) -> None:
    assert words("en")("score.points", count=count) == sentence


def test_gains_have_their_sign() -> None:
    assert [words("en").signed(number) for number in (3, 0, -4)] == ["+3", "0", "\N{MINUS SIGN}4"]


@pytest.mark.parametrize(
    ("seconds", "english", "japanese"),
    [
        (180, "3 minutes", "3分"),
        (28_800, "8 hours", "8時間"),
        (5_400, "90 minutes", "90分"),
        (90, "90 seconds", "90秒"),
    ],
)
def test_a_duration_is_written_as_the_language_does(seconds: int, english: str, japanese: str) -> None:
    assert [words(locale).duration(seconds) for locale in ("en", "ja")] == [english, japanese]


@pytest.mark.parametrize(
    ("iso", "english", "japanese"),
    [
        ("2026", "2026", "2026年"),
        ("2026-11", "November 2026", "2026年11月"),
        ("2026-11-26", "November 26, 2026", "2026年11月26日"),
    ],
)
def test_a_date_is_written_with_the_precision_given(iso: str, english: str, japanese: str) -> None:
    assert [words(locale).date(iso) for locale in ("en", "ja")] == [english, japanese]


def test_a_key_missing_in_one_language_falls_back_to_english(monkeypatch: pytest.MonkeyPatch) -> None:
    japanese = replace(catalogue("ja"), sentences={})
    monkeypatch.setattr(
        sys.modules[Words.__module__], "catalogue", {"ja": japanese, "en": catalogue("en")}.__getitem__
    )
    w = words("ja")
    assert w.has("move.pass")
    assert not w.has("no.such")
    with pytest.warns(MissingWords, match=r"no words for 'move\.pass' in 'ja'"):
        assert w("move.pass", player="Anna") == "Anna passes."


def test_an_average_has_one_decimal_and_a_true_minus() -> None:
    averages = (1.25, -1.25, 1234.5, 2, 0.04, -0.04)
    assert [words("en").signed(number, 1) for number in averages] == [
        *("+1.2", "\N{MINUS SIGN}1.2", "+1,234.5", "+2.0", "0.0", "0.0")
    ]


def test_a_missing_key_is_reported_and_shown_as_it_is() -> None:
    with pytest.warns(MissingWords, match=r"no words for 'no\.such' in 'ja'"):
        assert words("ja")("no.such") == "no.such"


def test_a_missing_fact_is_reported_and_its_placeholder_is_kept() -> None:
    with pytest.warns(MissingWords, match=r"'move\.pass' was not given {player}"):
        assert words("en")("move.pass") == "{player} passes."


@pytest.mark.parametrize("key", ["pass", "no such"])
def test_what_is_missing_is_reported_where_the_sentence_was_asked_for(key: str) -> None:
    w = words("en")
    asking: list[Callable[[], str]] = [lambda: w(f"move.{key}"), lambda: w.term("move", key)]
    for ask in asking:
        with pytest.warns(MissingWords) as caught:
            ask()
        assert ["lambda: w" in getline(each.filename, each.lineno) for each in caught] == [True]


def test_a_fact_is_never_read_as_a_sentence() -> None:
    assert words("en")("move.pass", player="{count}") == "{count} passes."


def test_a_fact_may_have_any_name() -> None:
    w = words("en")
    assert w.term("rank", "K", id=1, kind=2, key=3) == "king"
