from __future__ import annotations

import re

import pytest

from bot.text import LOCALES, words
from bot.text.deals import account
from tests.text.players import SEEDS, SPOKEN, names, positions, speakers
from tests.text.written import short_pattern


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", SPOKEN)
def test_an_account_tells_the_whole_deal(game: str, seed: int) -> None:
    deal = positions(game, seed)[-1]
    assert deal.result is not None
    for w in speakers(game):
        text = account(w, deal, names(deal))
        assert "{" not in text
        assert "\u00a0" not in text, "a terminal breaks no line there"
        assert text.startswith(w(f"game.{game}"))
        assert all(re.search(rf"{short_pattern(w, each)}(?!\w)", text) for each in SPOKEN[game].pack)
        lines = text.splitlines()
        tricks = [
            w("account.trick", number=number, plays="") for number in range(1, 1 + len(deal.open.tricks))
        ]
        assert all(any(line.startswith(each) for line in lines) for each in tricks)
        assert lines[-1].endswith(w.number(deal.result.scores[-1])) or deal.result.void


@pytest.mark.parametrize("locale", LOCALES)
def test_an_unfinished_deal_says_whose_turn_it_is(locale: str) -> None:
    deal = positions("tapp_tarock", 0)[-5]
    text = account(words(locale), deal, names(deal))
    assert words(locale)("account.unfinished") in text
    assert names(deal)[deal.seats()[0]] in text.splitlines()[-1]


def test_the_language_is_the_readers() -> None:
    deal = positions("tapp_tarock", 0)[-1]
    english, japanese = (account(words(locale), deal, names(deal)) for locale in ("en", "ja"))
    assert "Dealer:" in english
    assert "ディーラー：" in japanese


def test_a_seat_that_discards_nothing_has_no_line() -> None:
    deal = positions("tapp_tarock", 0)[-1]
    laid = [name for name, cards in zip(names(deal), deal.discards, strict=True) if cards]
    told = [
        line.partition(" discarded: ")[0]
        for line in account(words("en"), deal, names(deal)).splitlines()
        if " discarded: " in line
    ]
    assert told == laid
    assert len(laid) < deal.open.seats
