from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.rules.cards import CARDS
from bot.rules.deal import Deal
from bot.rules.reasons import Refusal
from bot.text import LOCALES, words
from bot.text.moves import refusal_sentence
from tests.text.players import SEEDS, SPOKEN, attempts, positions, speakers

TABLES = Path(__file__).parents[2] / "bot" / "tables"
FOLLOW = Refusal("must_follow", "tapp_tarock 8.2", {"suit": "H", "card": "T5"})


def test_a_refusal_says_why_and_cites_its_rule() -> None:
    assert refusal_sentence(words("en"), FOLLOW) == (
        "You must follow suit: hearts were led and you hold some, so V may not be played. (rule 8.2)"
    )
    assert refusal_sentence(words("ja"), FOLLOW).endswith("（ルール8.2）")


def test_a_refusal_without_a_rule_cites_none() -> None:
    assert refusal_sentence(words("en"), Refusal("not_your_turn", "")) == "It is not your turn yet."


def test_a_refusal_uses_the_terms_of_the_game_of_its_rule() -> None:
    refusal = Refusal("no_jump", "tapp_tarock 5.1.5", {"bid": "oberer", "lowest": "unterer"})
    assert "Unterer" in refusal_sentence(words("en"), refusal)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", SPOKEN)
def test_every_code_of_every_game_has_a_sentence(game: str, locale: str) -> None:
    w = words(locale, game)
    assert [code for code in SPOKEN[game].rules if not w.has_term("refusal", code)] == []


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", SPOKEN)
def test_every_refusal_is_explained_in_full(game: str, seed: int) -> None:
    seen, told = set(), positions(game, seed)
    for deal in told[:: max(1 + seed % 3, len(told) // 25)]:
        for seat in range(deal.layout.seats):
            for action in attempts(SPOKEN[game]):
                refusal = deal.act(seat, action)
                if isinstance(refusal, Deal):
                    continue
                key = (refusal.code, tuple(refusal.facts.items()))
                if key not in seen:
                    seen.add(key)
                    sentences = [refusal_sentence(w, refusal) for w in speakers(game)]
                    assert not any("{" in each or "refusal." in each for each in sentences)
    assert len({code for code, _ in seen}) > 2


def test_the_sentences_differ_between_languages() -> None:
    refusals = [Refusal("not_in_hand", "tapp_tarock 2.2", {"card": str(each)}) for each in CARDS]
    for refusal in refusals:
        assert len({refusal_sentence(words(locale), refusal) for locale in LOCALES}) == len(LOCALES)


def refusals_in(path: Path) -> Iterator[tuple[str, set[str]]]:
    """The codes that a module refuses with, and the facts it gives."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("refuse", "Refusal")
        ):
            code = node.args[0]
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                yield code.value, {str(keyword.arg) for keyword in node.keywords}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_refusal_of_a_table_gives_the_facts_that_its_sentence_needs(locale: str) -> None:
    found = [each for path in TABLES.rglob("*.py") for each in refusals_in(path)]
    assert len(found) > 5
    for code, facts in found:
        sentence = refusal_sentence(words(locale), Refusal(code, "", dict.fromkeys(facts, 2)))
        assert "{" not in sentence
