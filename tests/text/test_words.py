"""Words, catalogues, and what all languages have in common."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from linecache import getline
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po

from bot.games import GAMES
from bot.rules.cards import Cards, card
from bot.rules.game import Game
from bot.tables import SETTINGS
from bot.text import LOCALES, MissingWords, Words, words
from bot.text.facts import TERMS, item_id
from bot.text.words import CATALOGUES, Catalogue, catalogue


@pytest.mark.parametrize(
    ("discord", "language"), [("en-US", "en"), ("en-GB", "en"), ("ja", "ja"), ("th", "en"), ("", "en")]
)
def test_a_reader_gets_the_nearest_language(discord: str, language: str) -> None:
    assert words(discord).locale == language


def test_ids_become_terms_of_the_language() -> None:
    facts = {"bid": "unterer", "standing": "oberer"}
    assert "Unterer" in words("en", "tapp_tarock")("refusal.bid_too_low", **facts)
    assert "アッパー（オーベラー）" in words("ja", "tapp_tarock")("refusal.bid_too_low", **facts)


def test_a_game_may_have_its_own_word_for_an_id() -> None:
    assert words("en", "tapp_tarock").term("item", "valat") == words("en").term("item", "valat")
    assert words("en").of("tapp_tarock").term("contract", "solo") == "Solo"
    with pytest.warns(MissingWords, match="contract.solo"):
        words("en").term("contract", "solo")


def test_cards_are_named_by_type_and_by_placeholder() -> None:
    w = words("en")
    assert w("move.play", player="Anna", card=card("HK")) == w("move.play", player="Anna", card="HK")
    assert w("standing.laid_open", cards=Cards.of("T4 T2")) == "Discarded face up: IV, II"


def test_an_unknown_card_stays_as_it_was_typed() -> None:
    assert "Z9" in words("en")("refusal.not_in_hand", card="Z9")


@pytest.mark.parametrize(("count", "sentence"), [(1, "1 point"), (2, "2 points"), (1200, "1,200 points")])
def test_a_sentence_with_a_count_has_its_plural(count: int, sentence: str) -> None:
    assert words("en")("score.points", count=count) == sentence


@pytest.mark.parametrize(
    ("seconds", "english", "japanese"),
    [
        (180, "3 minutes", "3分"),
        (28_800, "8 hours", "8時間"),
        (5_400, "90 minutes", "90分"),
        (90, "90 seconds", "90秒"),
    ],
)
def test_a_duration_is_written_as_the_language_does(seconds: int, english: str, japanese: str) -> None:
    assert [words(locale).duration(seconds) for locale in ("en", "ja")] == [english, japanese]


@pytest.mark.parametrize(
    ("iso", "english", "japanese"),
    [
        ("2026", "2026", "2026年"),
        ("2026-11", "November 2026", "2026年11月"),
        ("2026-11-26", "November 26, 2026", "2026年11月26日"),
    ],
)
def test_a_date_is_written_with_the_precision_given(iso: str, english: str, japanese: str) -> None:
    assert [words(locale).date(iso) for locale in ("en", "ja")] == [english, japanese]


def test_a_key_missing_in_one_language_falls_back_to_english(monkeypatch: pytest.MonkeyPatch) -> None:
    japanese = replace(catalogue("ja"), sentences={})
    monkeypatch.setattr(
        sys.modules[Words.__module__], "catalogue", {"ja": japanese, "en": catalogue("en")}.__getitem__
    )
    w = words("ja")
    assert w.has("move.pass")
    assert not w.has("no.such")
    with pytest.warns(MissingWords, match=r"no words for 'move\.pass' in 'ja'"):
        assert w("move.pass", player="Anna") == "Anna passes."


def test_an_average_has_one_decimal_and_a_true_minus() -> None:
    averages = (1.25, -1.25, 1234.5, 2, 0.04, -0.04)
    assert [words("en").signed(number, 1) for number in averages] == [
        *("+1.2", "\N{MINUS SIGN}1.2", "+1,234.5", "+2.0", "0.0", "0.0")
    ]


def test_a_missing_key_is_reported_and_shown_as_it_is() -> None:
    with pytest.warns(MissingWords, match=r"no words for 'no\.such' in 'ja'"):
        assert words("ja")("no.such") == "no.such"


def test_a_missing_fact_is_reported_and_its_placeholder_is_kept() -> None:
    with pytest.warns(MissingWords, match=r"'move\.pass' was not given {player}"):
        assert words("en")("move.pass") == "{player} passes."


@pytest.mark.parametrize("key", ["pass", "no such"])
def test_what_is_missing_is_reported_where_the_sentence_was_asked_for(key: str) -> None:
    w = words("en")
    asking: list[Callable[[], str]] = [lambda: w(f"move.{key}"), lambda: w.term("move", key)]
    for ask in asking:
        with pytest.warns(MissingWords) as caught:
            ask()
        assert ["lambda: w" in getline(each.filename, each.lineno) for each in caught] == [True]


def test_a_fact_is_never_read_as_a_sentence() -> None:
    assert words("en")("move.pass", player="{count}") == "{count} passes."


def test_a_fact_may_have_any_name() -> None:
    w = words("en")
    assert w.term("rank", "K", id=1, kind=2, key=3) == "king"


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
    formed |= {rf"{kind}\..+" for kind in (*TERMS.values(), *SETTINGS)}
    rest = {key.removesuffix(".aloud") for key in catalogue("en").keys} - named
    assert [key for key in sorted(rest) if not any(re.fullmatch(str(each), key) for each in formed)] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_everything_a_game_names_has_words(game: Game) -> None:
    wanted = [(kind, game.name) for kind in ("game", "summary", "rules")]
    wanted += [("contract", each) for each in game.contracts]
    wanted += [("item", item_id(each)) for each in (*game.announcements, "game")]
    wanted += [("option", each) for each in game.options]
    wanted += [("refusal", each) for each in game.rules]
    w = words("en", game.name)
    assert [each for each in wanted if not w.has_term(*each)] == []
