"""The words of a reader: a language, and the game whose terms it speaks of.

A key that is missing, or a fact that its sentence needs, is a `MissingWords` warning: an error in the tests,
one line of the log at run time, where the English sentence (or the key itself) stands in.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from babel.core import negotiate_locale
from babel.lists import format_list
from babel.numbers import format_decimal

from bot.text.catalogue import Catalogue
from bot.text.facts import Fact, in_words

if TYPE_CHECKING:
    from collections.abc import Mapping

FALLBACK: Final = "en"
MINUS: Final = "\N{MINUS SIGN}"
CATALOGUES: Final = Path(__file__).with_name("catalogues")
LOCALES: Final = tuple(sorted(folder.name for folder in CATALOGUES.iterdir() if any(folder.glob("*.po"))))


class MissingWords(UserWarning):
    """A catalogue lacks a key, or a sentence lacks a fact it names. Told once for each."""


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language, read once."""
    return Catalogue.load(CATALOGUES / language)


class _Facts(dict[str, str]):
    """The facts of a sentence, worded as it names them; one that is missing leaves its place standing."""

    def __init__(self, w: Words, key: str, facts: Mapping[str, Fact]) -> None:
        super().__init__()
        self.w, self.key, self.facts = w, key, facts

    def __missing__(self, name: str) -> str:
        if name in self.facts:
            return in_words(self.w, name, self.facts[name])
        warnings.warn(MissingWords(f"the sentence {self.key!r} was not given {{{name}}}"), stacklevel=4)
        return f"{{{name}}}"


@dataclass(frozen=True)
class Words:
    """Speaks one language: `w("refusal.must_follow", suit="H")`.

    Facts are ids (a card's code, a suit's letter, a bid's id) or numbers; here they become words.
    """

    locale: str
    """The catalogue's language, such as `ja`."""
    game: str = ""
    """The id of the game whose terms are meant; a term may be called differently in another game."""

    def of(self, game: str) -> Words:
        """The same language, speaking of a game."""
        return replace(self, game=game)

    @property
    def games(self) -> tuple[str, ...]:
        """The game, and the one whose words it shares wherever it has none of its own."""
        shared = catalogue(FALLBACK).sentence(f"family.{self.game}", 1)
        return (self.game,) if shared is None else (self.game, shared)

    def has(self, key: str) -> bool:
        """Whether there are words for a key, in this language or in English."""
        return any(key in catalogue(language).keys for language in (self.locale, FALLBACK))

    def __call__(self, key: str, /, **facts: Fact) -> str:
        """The sentence of a key, with its facts in words. A sentence that counts goes by the fact `count`."""
        count = facts.get("count", 1)
        sentence = self._sentence(key, abs(count) if isinstance(count, int) else 1)
        return sentence.format_map(_Facts(self, key, facts))

    def term(self, kind: str, id: str, /, **facts: Fact) -> str:  # noqa: A002 - an id is called id everywhere
        """The word for an id: the game's own, `<kind>.<game>.<id>`, or else `<kind>.<id>`."""
        return self(self.own(kind, id) or f"{kind}.{id}", **facts)

    def own(self, kind: str, id: str) -> str:  # noqa: A002 - an id is called id everywhere
        """The key of the game's own word for an id, or of one it shares; nothing where there is none."""
        return next(filter(self.has, (f"{kind}.{game}.{id}" for game in self.games)), "")

    def has_term(self, kind: str, id: str) -> bool:  # noqa: A002 - an id is called id everywhere
        """Whether there is a word for an id."""
        return bool(self.own(kind, id)) or self.has(f"{kind}.{id}")

    def number(self, number: float, decimals: int = 0) -> str:
        """A number rounded to some decimals, as the language writes it, with a minus sign, not a hyphen."""
        rounded = round(number, decimals) or 0  # never -0.0
        pattern = f"#,##0.{'0' * decimals}" if decimals else None
        return format_decimal(rounded, pattern, locale=self.locale).replace("-", MINUS)

    def signed(self, number: float, decimals: int = 0) -> str:
        """A gain with its plus, a loss with its minus."""
        gain = round(number, decimals) > 0
        return f"{'+' if gain else ''}{self.number(number, decimals)}"

    def listed(self, parts: list[str]) -> str:
        """Several things as the language lists them: `Anna, Béla and Clara`."""
        return format_list(parts, locale=self.locale)

    def _sentence(self, key: str, count: int) -> str:
        sentence = catalogue(self.locale).sentence(key, count)
        if sentence is None:
            warnings.warn(MissingWords(f"no words for {key!r} in {self.locale!r}"), stacklevel=3)
            sentence = catalogue(FALLBACK).sentence(key, count)
        return key if sentence is None else sentence


@cache
def words(locale: str, game: str = "") -> Words:
    """The words for a reader whose Discord speaks `locale` (`en-US`, `ja`), in the nearest language."""
    return Words(negotiate_locale([locale], LOCALES, sep="-") or FALLBACK, game)
