"""The values of house rules, of every game."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.rules.game import Game
from tests.rulebook import PAGES, page_of

HOUSE_RULES = [(game, rule) for game in GAMES.values() for rule in game.options]


@pytest.mark.parametrize(("game", "rule"), HOUSE_RULES, ids=lambda each: getattr(each, "name", each))
def test_a_house_rule_has_at_least_two_values_which_differ_as_typed(game: Game, rule: str) -> None:
    typed = [str(value).casefold() for value in game.options[rule]]
    assert len({*typed}) == len(typed) > 1


@pytest.mark.parametrize(("game", "rule"), HOUSE_RULES, ids=lambda each: getattr(each, "name", each))
def test_every_house_rule_is_on_the_page_with_its_values(game: Game, rule: str) -> None:
    """In one paragraph, or in one row of a table."""
    blocks = re.split(r"\n\n|\n(?=\||\*\*)", PAGES[page_of(game)])
    values = [f"`{value}`" for value in game.options[rule] if isinstance(value, str)]
    described = [block.replace(", ", "`, `") for block in blocks if f"`{rule}`" in block]
    assert any(all(value in block for value in values) for block in described), values


AGREEMENTS = {"ouvert_consultation"}
"""House rules about what people may say to each other: the bot shows them and does nothing else."""


def test_every_house_rule_is_read_by_the_rules() -> None:
    """A name that stands only in the table of house rules does nothing."""
    folder = Path(__file__).parents[2] / "bot"
    trees = [
        ast.parse(path.read_text(encoding="utf-8"))
        for package in ("games", "rules")
        for path in (folder / package).rglob("*.py")
    ]
    texts = Counter(
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    assert {rule for _, rule in HOUSE_RULES if texts[rule] < 2} == AGREEMENTS
