"""Every key in every language with the same placeholders, and exactly the keys that the code uses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po

from bot.rules.game import Game
from bot.text import LOCALES, words
from bot.text.catalogue import Catalogue
from bot.text.facts import TERMS, item_id
from bot.text.words import CATALOGUES, catalogue
from tests.text.players import SPOKEN

ROOT = Path(__file__).parents[2]
SOURCES = sorted([*(ROOT / "bot").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")])
KEY = re.compile(r"[a-z][a-z_0-9-]*(\.[A-Za-z0-9_-]+)+")
FILES = sorted(CATALOGUES.glob("*/*.po"))


def forms(locale: str, key: str) -> list[str]:
    """All plural forms of a sentence."""
    found = {catalogue(locale).sentence(key, count) for count in (0, 1, 2, 3, 5, 11, 21, 22, 100, 101)}
    return sorted(form for form in found if form is not None)


SPELLINGS = {"numeral": "number"}
"""Two ways to write the same fact: a language may use either."""


def placeholders(sentence: str) -> set[str]:
    names = {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}
    return {SPELLINGS.get(name, name) for name in names}


def test_english_and_japanese_are_there() -> None:
    assert {"en", "ja"} <= set(LOCALES)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_has_the_same_keys(locale: str) -> None:
    assert sorted(catalogue(locale).keys ^ catalogue("en").keys) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_every_sentence_names_the_same_facts(locale: str) -> None:
    differing = {}
    for key in catalogue("en").keys & catalogue(locale).keys:
        wanted = set.union(*map(placeholders, forms("en", key)))
        given = [placeholders(form) for form in forms(locale, key)]
        if any(facts | {"count"} != wanted | {"count"} for facts in given) or "" in set.union(*given):
            differing[key] = (wanted, given)
    assert differing == {}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_file_is_complete(path: Path) -> None:
    with path.open("rb") as file:
        read = read_po(file, locale=path.parent.name, abort_invalid=True)
    assert read.plural_forms == Catalog(locale=path.parent.name).plural_forms
    assert list(read.obsolete) == []
    for message in read:
        words = message.string if isinstance(message.string, (tuple, list)) else [message.string]
        assert all(words), f"{message.id} has no words"
        assert not message.fuzzy or not message.id, f"{message.id} is marked as uncertain"
        if isinstance(message.id, (tuple, list)):
            assert len(words) == read.num_plurals, f"{message.id[0]} lacks a plural form"


@pytest.mark.parametrize("locale", LOCALES)
def test_a_sentence_has_plural_forms_in_every_language_or_in_none(locale: str) -> None:
    assert catalogue(locale).counting == catalogue("en").counting


@pytest.mark.parametrize("second", ["one.po", "two.po"])
def test_duplicate_keys_are_refused(tmp_path: Path, second: str) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    entry = 'msgid "move.pass"\nmsgstr "passes"\n\n'
    (folder / "one.po").write_text(entry)
    with (folder / second).open("a") as file:
        file.write(entry)
    with pytest.raises(ValueError, match=r"'move\.pass' is defined twice"):
        Catalogue.load(folder)


def catalogue_of(tmp_path: Path, text: str) -> Catalogue:
    """An English catalogue with one file."""
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "one.po").write_text(text)
    return Catalogue.load(tmp_path / "en")


def test_an_untranslated_key_has_no_sentence(tmp_path: Path) -> None:
    read = catalogue_of(
        tmp_path,
        'msgid ""\nmsgstr ""\n"Language: en\\n"\n\n'
        'msgid "a.done"\nmsgstr "done"\n\nmsgid "a.later"\nmsgstr ""\n\n'
        'msgid "a.counted"\nmsgid_plural "a.counted"\nmsgstr[0] "one"\nmsgstr[1] "many"\n\n'
        'msgid "a.half"\nmsgid_plural "a.half"\nmsgstr[0] "one"\nmsgstr[1] ""\n',
    )
    assert sorted(read.keys) == ["a.counted", "a.done"]
    assert [read.sentence("a.counted", count) for count in (1, 2)] == ["one", "many"]
    assert [read.sentence("a.done", count) for count in (1, 2)] == ["done", "done"]
    assert read.sentence("a.later", 1) is None


def test_an_invalid_catalogue_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PoFileError):
        catalogue_of(tmp_path, 'msgid "a.b"\nnonsense\n')


# The code's own use of keys


def strings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def pattern(node: ast.expr) -> str | None:
    """The keys that a first argument may be, as a regular expression, or `None` if unknown."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
        return "".join(".+" if part is None else re.escape(str(part)) for part in parts)
    return None


def asked_for(tree: ast.AST) -> Iterator[str]:
    """What the calls `w("key")` ask for; a choice between two keys asks for both."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "w"
            and node.args
        ):
            first = node.args[0]
            choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            yield from filter(None, map(pattern, choices))


def kinds(tree: ast.AST) -> Iterator[str]:
    """The kinds of term that are looked up by an id."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "term":
            yield from strings(node.args[0])


@cache
def trees() -> tuple[ast.Module, ...]:
    """The modules that may ask for words."""
    return tuple(ast.parse(path.read_text("utf-8")) for path in SOURCES)


def test_every_key_in_use_exists() -> None:
    keys = catalogue("en").keys
    asked = {each for tree in trees() for each in asked_for(tree)}
    assert len(asked) > 50
    assert [each for each in sorted(asked) if not any(re.fullmatch(each, key) for key in keys)] == []


def test_no_key_is_unused() -> None:
    named = {each for tree in trees() for each in strings(tree) if KEY.fullmatch(each)}
    formed = {pattern(node) for tree in trees() for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)}
    formed = {each for each in formed if each and re.match(r"[a-z_]+\\\.", each)}
    formed |= {rf"{kind}\..+" for tree in trees() for kind in kinds(tree)}
    formed |= {rf"{kind}\..+" for kind in TERMS.values()}
    rest = catalogue("en").keys - named
    assert [key for key in sorted(rest) if not any(re.fullmatch(str(each), key) for each in formed)] == []


@pytest.mark.parametrize("game", SPOKEN.values(), ids=lambda game: game.name)
def test_everything_a_game_names_has_words(game: Game) -> None:
    wanted = [(kind, game.name) for kind in ("game", "summary", "rules")]
    wanted += [("contract", each) for each in game.contracts]
    wanted += [("item", item_id(each)) for each in (*game.announcements, "game")]
    wanted += [("option", each) for each in game.options]
    wanted += [("refusal", each) for each in game.rules]
    w = words("en", game.name)
    assert [each for each in wanted if not w.has_term(*each)] == []
