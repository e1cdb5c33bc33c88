from __future__ import annotations

import re
from collections import Counter

import pytest

from bot.text import LOCALES, words
from bot.text.deals import WITH_OWN_LINE, account
from bot.text.moves import move_sentence
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


@pytest.mark.parametrize("game", SPOKEN)
def test_every_statement_is_told_once_and_in_its_place(game: str) -> None:
    w, overs = words("en", game), (positions(game, seed)[-1] for seed in SEEDS)
    deal = next(over for over in overs if over.open.tricks)
    lines = account(w, deal, names(deal)).splitlines()
    verbs = [move.action.verb for move in deal.log]
    first_play = verbs.index("play")
    said = Counter(
        move_sentence(w, move, names(deal), deal.log[:number]).replace("\u00a0", " ")
        for number, move in enumerate(deal.log)
        if move.action.verb in WITH_OWN_LINE
    )
    assert {line: lines.count(line) for line in said} == said
    after = [verb for verb in verbs[first_play:] if verb in WITH_OWN_LINE]
    beginning = w("account.trick", number=1, plays="")
    first_trick = next(number for number, line in enumerate(lines) if line.startswith(beginning))
    assert sum(line in said for line in lines[first_trick:]) == len(after)


def test_an_unfinished_trick_is_told() -> None:
    w = words("en", "tapp_tarock")
    open_, between = (
        next(
            each
            for each in positions("tapp_tarock", 0)
            if each.open.tricks and bool(each.open.trick) is begun
        )
        for begun in (True, False)
    )
    (card, *_) = (play.card for play in open_.open.trick)
    told = w("standing.trick", plays="")
    last = [line for line in account(w, open_, names(open_)).splitlines() if line.startswith(told)]
    assert len(last) == 1
    assert re.search(rf"{short_pattern(w, card)}(?!\w)", last[0])
    assert told not in account(w, between, names(between))


def test_an_account_is_in_the_language_of_its_reader() -> None:
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
