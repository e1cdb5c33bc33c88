from __future__ import annotations

import pytest

from bot.rules.deal import Game
from bot.text import LOCALES, words
from bot.text.help import GLOSSARY, glossary_lines, option_line, rules_summary
from tests.text.players import SPOKEN


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", SPOKEN)
def test_the_rules_fit_one_message(game: str, locale: str) -> None:
    rules, *customs = rules_summary(words(locale), game).split("\n\n")
    assert 500 < len(rules) <= 1800
    assert sum(map(len, customs)) <= 1800


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", ["", *SPOKEN])
def test_the_glossary_explains_every_term_briefly(game: str, locale: str) -> None:
    lines = glossary_lines(words(locale, game))
    assert len(lines) == len(set(lines)) == len(GLOSSARY)
    assert all(line.startswith("**") and len(line) < 200 for line in lines)
    assert len("\n".join(lines)) < 4000


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", SPOKEN.values(), ids=lambda game: game.name)
def test_every_house_rule_can_be_read_with_each_of_its_values(game: Game, locale: str) -> None:
    w = words(locale, game.name)
    for name, values in game.options.items():
        lines = {option_line(w, name, value, default=value == values[0]) for value in values}
        assert len(lines) == len(values)
        assert max(map(len, lines)) <= 100, "a choice that Discord completes has 100 characters"


def test_settings_are_read_by_their_type() -> None:
    assert option_line(words("en", "tapp_tarock"), "fixed_half", True).endswith(": yes")
    assert option_line(words("en", "tapp_tarock"), "fixed_half", 3).endswith(": 3")


def test_the_default_is_called_so() -> None:
    english, japanese = (words(locale, "tapp_tarock") for locale in ("en", "ja"))
    assert option_line(english, "fixed_half", False, default=True).endswith(": no (default)")
    assert option_line(japanese, "fixed_half", False, default=True).endswith("：いいえ（標準）")
