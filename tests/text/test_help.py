from __future__ import annotations

import pytest

from bot.rules.game import Game
from bot.text import LOCALES, words
from bot.text.help import option_line, rules_summary
from tests.text.players import SPOKEN


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", SPOKEN)
def test_the_rules_fit_one_message(game: str, locale: str) -> None:
    rules, *customs = rules_summary(words(locale), game).split("\n\n")
    assert 500 < len(rules) <= 1800
    assert sum(map(len, customs)) <= 1800


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", SPOKEN.values(), ids=lambda game: game.name)
def test_the_rules_begin_with_what_the_game_is(game: Game, locale: str) -> None:
    w = words(locale)
    summary = w(f"summary.{game.name}")
    heading, *_ = rules_summary(w, game.name).split("\n")
    assert heading == w("rules.heading", game=game.name, summary=summary)
    assert str(len(game.pack)) in summary
    assert len(summary) <= 200


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", SPOKEN.values(), ids=lambda game: game.name)
def test_every_house_rule_can_be_read_with_each_of_its_values(game: Game, locale: str) -> None:
    w = words(locale, game.name)
    for name, values in game.options.items():
        lines = {option_line(w, name, value) for value in values}
        assert len(lines) == len(values)
        assert max(map(len, lines)) <= 100, "a choice that Discord completes has 100 characters"


def test_settings_are_read_by_their_type() -> None:
    assert option_line(words("en", "tapp_tarock"), "fixed_half", True).endswith(": yes")
    assert option_line(words("en", "tapp_tarock"), "fixed_half", 3).endswith(": 3")
