"""Help texts and the glossary."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.games import GAMES
from bot.games.romanian.scores import NEW_RADLERS
from bot.games.romanian.values import TAPER
from bot.rules.game import Game
from bot.text import LOCALES, words
from bot.text.announcements import meaning_of
from bot.text.facts import item_id
from bot.text.help import (
    glossary_lines,
    option_line,
    option_value,
    rules_summary,
)
from bot.text.words import catalogue


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_house_rule_can_be_read_with_each_of_its_values(game: Game, locale: str) -> None:
    w = words(locale, game.name)
    for name, values in game.options.items():
        lines = {option_line(w, name, value) for value in values}
        assert len(lines) == len(values)
        assert max(map(len, lines)) <= 100, "a choice that Discord completes has 100 characters"


def test_the_value_of_a_setting_is_written_by_its_type() -> None:
    assert option_line(words("en", "tapp_tarock"), "fixed_half", True).endswith(": yes")
    assert option_line(words("en", "tapp_tarock"), "fixed_half", False).endswith(": no")
    assert option_line(words("en", "tapp_tarock"), "fixed_half", 3).endswith(": 3")
    assert option_value(words("en"), {"phoenix": 20, "djinn": 5}) == "2 changed"


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_in_short_quote_the_tables(monkeypatch: pytest.MonkeyPatch, game: str, locale: str) -> None:
    quoted = re.findall(r"{\w+}", catalogue(locale).sentence(f"rules.{game}", 1) or "")
    changed = replace(GAMES[game], figures=dict.fromkeys(GAMES[game].figures, 777))
    monkeypatch.setattr("bot.text.help.GAMES", {game: changed})
    assert rules_summary(words(locale, game)).count("777") == len(quoted) >= 3


def test_figures_quote_the_right_columns_of_the_tables() -> None:
    for game in ("romanian_tarok", "romanian_taper"):
        told = GAMES[game].figures
        assert [told["valat"], told["valat_announced"]] == [8, 16]
        assert [told["valat_solo"], told["valat_solo_announced"]] == [32, 64]
        assert [told[f"taroace_{points}"] for points in (1, 2, 3)] == [1, 2, 3]
    assert [GAMES["illustrated_tarokk"].figures[bid] for bid in ("three", "two", "one", "solo")] == [
        1,
        2,
        3,
        4,
    ]
    royal = GAMES["royal_tarokk"].figures
    assert (royal["attackers_least"], royal["attackers_most"]) == (40, 80)


def test_the_rules_of_each_romanian_game_name_its_own_radlers() -> None:
    assert GAMES["romanian_tarok"].figures["radlers"] == NEW_RADLERS
    assert GAMES["romanian_taper"].figures["radlers"] == TAPER.thrown_in != NEW_RADLERS


def terms(kind: str) -> set[str]:
    """All terms of a kind that the catalogue has words for, whatever the game."""
    return {key.rpartition(".")[2] for key in catalogue("en").keys if key.startswith(f"{kind}.")}


def test_exactly_the_terms_in_use_are_explained() -> None:
    assert {term for game in GAMES.values() for term in game.glossary.split()} == terms("glossary")


@pytest.mark.parametrize("game", GAMES)
def test_a_games_own_terms_are_among_its_terms(game: str) -> None:
    assert terms(f"glossary.{game}") <= set(GAMES[game].glossary.split())


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.groups], ids=lambda game: game.name)
def test_each_of_many_announcements_is_explained(game: Game) -> None:
    items = dict.fromkeys(map(item_id, game.announcements))
    assert terms(f"meaning.{game.name}") == set(items)
    w = words("en", game.name)
    said = glossary_lines(w, game.announcements)[-len(items) :]
    assert [line.partition("**: ")[0].removeprefix("**") for line in said] == [
        w.term("item", item) for item in items
    ]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_only_announcements_with_a_meaning_of_their_own_follow_the_terms(game: Game) -> None:
    w = words("en", game.name)
    known = len(game.glossary.split())
    followed_by = glossary_lines(w, game.announcements)[known:]
    own = terms(f"meaning.{game.name}")
    assert len(followed_by) == len(own)
    assert all(any(line.startswith(f"**{w.term('item', item)}**") for line in followed_by) for item in own)


def test_an_announcement_with_a_chosen_card_means_that_card() -> None:
    w = words("en", "royal_tarokk")
    assert meaning_of(w, "ultimo") == "to win the last trick with the named king or matador (I to IV)"
    assert meaning_of(w, "ultimo:T3") == "to win the last trick with III"
    assert meaning_of(w, "ultimo:HK@2") == "to win the last trick with ♥K"
    assert meaning_of(words("ja", "royal_tarokk"), "djinn:S10").endswith("10で最後のトリックに勝つ")
