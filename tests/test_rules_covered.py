"""Every numbered rule has a test, and every cited rule exists."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from bot.games import GAMES
from tests.rulebook import (
    PAGES,
    RULES,
    cited,
    cited_decisions,
    decisions,
    page_of,
    sections,
    statements,
)

HERE = Path(__file__).parent


def marks(tree: ast.AST) -> Iterator[str]:
    """The rules that the marks of a test module name."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="rule", value=ast.Attribute(attr="mark")), args=args):
                for argument in args:
                    assert isinstance(argument, ast.Constant), "a mark names its rule in plain text"
                    yield str(argument.value)


@cache
def marked() -> frozenset[str]:
    """The rules that any test is marked with."""
    sources = (module.read_text(encoding="utf-8") for module in HERE.rglob("test_*.py"))
    return frozenset(rule for source in sources if "mark.rule" in source for rule in marks(ast.parse(source)))


def test_every_game_has_its_page() -> None:
    for game in GAMES.values():
        assert statements(page_of(game)), game.name


def test_no_rule_number_is_used_twice() -> None:
    for game in PAGES:
        numbers = statements(game)
        assert len(numbers) == len(set(numbers)), game


def test_every_rule_has_a_test() -> None:
    pages = set(map(page_of, GAMES.values()))
    played = {rule for rule in RULES if rule.partition(" ")[0] in pages}
    assert sorted(played - marked()) == []


def test_every_mark_names_a_rule() -> None:
    assert sorted(marked() - RULES) == []


def test_every_refusal_cites_a_rule() -> None:
    for name, game in GAMES.items():
        assert sorted(set(game.rules.values()) - RULES) == [], name


def test_the_games_cite_only_rules_that_exist() -> None:
    """Every dotted number in the rules of a game is one of its page; computers have other figures, too."""
    folder = HERE.parent / "bot" / "games"
    for name, game in GAMES.items():
        package, page = game.start.__module__.split(".")[2], page_of(game)
        modules = [each for each in folder.glob(f"{package}/*.py") if each.stem != "computer"]
        assert modules, name
        source = "\n".join(module.read_text(encoding="utf-8") for module in modules)
        assert sorted(cited(source) - set(statements(page)) - sections(page)) == [], name


def test_the_pages_cite_only_rules_that_exist() -> None:
    for game, text in PAGES.items():
        assert sorted(cited(text) - set(statements(game)) - sections(game)) == [], game


def test_every_decision_that_a_page_cites_is_explained() -> None:
    for game in PAGES:
        assert sorted(cited_decisions(game) - decisions(game).keys()) == [], game
