"""The values of house rules, of every game."""

import pytest

from bot.games import GAMES
from bot.rules.game import Game

HOUSE_RULES = [(game, rule) for game in GAMES.values() for rule in game.options]


@pytest.mark.parametrize(("game", "rule"), HOUSE_RULES, ids=lambda each: getattr(each, "name", each))
def test_a_house_rule_has_at_least_two_values_which_differ_as_typed(game: Game, rule: str) -> None:
    typed = [str(value).casefold() for value in game.options[rule]]
    assert len({*typed}) == len(typed) > 1
