"""Texts in a reader's language, with the terms of one game, from the catalogue of the language.

A missing key, or a missing fact that a sentence needs, is a `MissingWords` warning: an error in the tests,
one line of the log at run time. The English sentence is shown instead, or the key itself if there is none.
"""

from __future__ import annotations

import datetime as dt
import re
import warnings
from collections import Counter
from collections.abc import Callable, KeysView, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from gettext import c2py
from io import BytesIO
from math import inf
from pathlib import Path
from typing import Final, Literal

from babel.core import negotiate_locale
from babel.dates import format_date, format_skeleton, format_timedelta
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from bot.text.facts import Fact, in_words

FALLBACK: Final = "en"
MINUS: Final = "\N{MINUS SIGN}"
CATALOGUES: Final = Path(__file__).with_name("catalogues")
UNITS: Final[tuple[tuple[int, Literal["hour", "minute", "second"]], ...]] = (
    (3600, "hour"),
    (60, "minute"),
    (1, "second"),
)
"""Units of time by their seconds, the largest first."""
CLOSE: Final = frozenset({"ja"})
"""Languages that write no space between a number and its unit, though the locale data has one."""
_MSGID: Final = re.compile(r'^msgid "(.+)"$', re.MULTILINE)
LOCALES: Final = tuple(sorted(folder.name for folder in CATALOGUES.iterdir() if any(folder.glob("*.po"))))


class MissingWords(UserWarning):
    """A catalogue lacks a key, or a sentence was not given one of its facts."""


@dataclass(frozen=True)
class Catalogue:
    """The sentences of one language by key, with their plural forms."""

    sentences: Mapping[str, tuple[str, ...]]
    counting: frozenset[str]
    """The keys whose sentence depends on `count`."""
    plural: Callable[[int], int]
    """Which of its plural forms a number takes."""

    @classmethod
    def load(cls, folder: Path) -> Catalogue:
        """Read all `.po` files of a folder named after its language.

        Raises:
            ValueError: a key is defined twice.
            PoFileError: a file is not a catalogue.
        """
        sentences: dict[str, tuple[str, ...]] = {}
        counting = set[str]()
        for path in sorted(folder.glob("*.po")):
            data = path.read_bytes()
            found = Counter([*sentences, *_MSGID.findall(data.decode())])
            for key in (key for key, times in found.items() if times > 1):
                raise ValueError(f"{folder.name}/{path.name}: the key {key!r} is defined twice")
            for each in read_po(BytesIO(data), locale=folder.name, abort_invalid=True):
                key = each.id if isinstance(each.id, str) else each.id[0]
                words = each.string or ""
                forms = (words,) if isinstance(words, str) else tuple(words)
                if key and all(forms):
                    sentences[key] = forms
                if each.pluralizable:
                    counting.add(key)
        return cls(sentences, frozenset(counting), c2py(Catalog(locale=folder.name).plural_expr))

    @property
    def keys(self) -> KeysView[str]:
        """The keys that have a sentence."""
        return self.sentences.keys()

    def sentence(self, key: str, count: int) -> str | None:
        """Return the sentence of a key in the plural form for `count`, or `None` if the key is missing."""
        forms = self.sentences.get(key)
        if forms is None:
            return None
        return forms[self.plural(count) if key in self.counting else 0]


@cache
def catalogue(language: str) -> Catalogue:
    return Catalogue.load(CATALOGUES / language)


class _Facts(dict[str, str]):
    """The facts of a sentence, put into words on demand; a missing one keeps its placeholder."""

    def __init__(self, w: Words, key: str, facts: Mapping[str, Fact]) -> None:
        super().__init__()
        self.w, self.key, self.facts = w, key, facts

    def __missing__(self, name: str) -> str:
        if name in self.facts:
            return in_words(self.w, name, self.facts[name])
        if name.startswith("/"):
            return f"<{name}>"  # a command, to which the delivery adds its id
        warnings.warn(MissingWords(f"the sentence {self.key!r} was not given {{{name}}}"), stacklevel=4)
        return f"{{{name}}}"


@dataclass(frozen=True)
class Words:
    """Texts in one language.

    Facts are ids (a card's code, a suit's letter, a bid's id) or numbers, and are put into words.
    A placeholder such as `{/tarock new}` needs no fact: it names a command.

    >>> w = words("en-GB")
    >>> print(w("move.play", player="Anna", card="T21"))
    Anna plays XXI.
    >>> print(w.listed(["Anna", "Béla"]))
    Anna and Béla
    """

    locale: str
    """The catalogue's language, such as `ja`."""
    game: str = ""
    """The id of the game whose terms are used; `""` for the terms that all games share."""
    aloud: bool = False
    """Whether texts are read aloud: with words for signs, by the sentences `<key>.aloud` where there are."""

    def of(self, game: str) -> Words:
        """Return the same language with the terms of another game."""
        return replace(self, game=game)

    def read_aloud(self, *, wanted: bool = True) -> Words:
        """Return the same language, with words for signs or with signs."""
        return replace(self, aloud=wanted)

    @cached_property
    def games(self) -> tuple[str, ...]:
        """The game, and the one whose terms it shares, if any."""
        shared = catalogue(FALLBACK).sentence(f"family.{self.game}", 1)
        return (self.game,) if shared is None else (self.game, shared)

    def has(self, key: str) -> bool:
        """Whether a key has a sentence, in this language or in English."""
        return key in catalogue(self.locale).keys or key in catalogue(FALLBACK).keys

    def __call__(self, key: str, /, **facts: Fact) -> str:
        """Return the sentence of a key with its facts in words. The fact `count` selects the plural form."""
        return self._told(key, facts)

    def term(self, kind: str, id: str, /, **facts: Fact) -> str:  # noqa: A002 - an id is called id everywhere
        """Return the term for an id: the game's own, `<kind>.<game>.<id>`, or else `<kind>.<id>`."""
        return self._told(self.own(kind, id) or f"{kind}.{id}", facts)

    def own(self, kind: str, id: str) -> str:  # noqa: A002 - an id is called id everywhere
        """Return the key of the game's own or shared term for an id, or `""` if there is none."""
        return next(filter(self.has, (f"{kind}.{game}.{id}" for game in self.games)), "")

    def has_term(self, kind: str, id: str) -> bool:  # noqa: A002 - an id is called id everywhere
        return bool(self.own(kind, id)) or self.has(f"{kind}.{id}")

    def number(self, number: float, decimals: int = 0) -> str:
        """Return a number as the language writes it, rounded, with a minus sign and not a hyphen."""
        rounded = round(number, decimals) or 0  # never -0.0
        pattern = f"#,##0.{'0' * decimals}" if decimals else None
        return _decimal(rounded, pattern, self.locale).replace("-", MINUS)

    def signed(self, number: float, decimals: int = 0) -> str:
        """Return a gain with a plus sign or a loss with a minus sign."""
        gain = round(number, decimals) > 0
        return f"{'+' if gain else ''}{self.number(number, decimals)}"

    def duration(self, seconds: int) -> str:
        """Return a length of time in the largest unit of which it is a whole number: `8 hours`."""
        unit = next(unit for size, unit in UNITS if seconds % size == 0)
        written = format_timedelta(seconds, unit, threshold=inf, locale=self.locale)
        return written.replace(" ", "") if self.locale in CLOSE else written

    def date(self, iso: str) -> str:
        """Return a year, a month or a day, such as `2026-11`, as the language writes it: `November 2026`."""
        year, month, day, *_ = [*map(int, iso.split("-")), 1, 1]
        date, parts = dt.date(year, month, day), len(iso.split("-"))
        if parts == 3:
            return format_date(date, "long", locale=self.locale)
        return format_skeleton("yMMMM" if parts == 2 else "y", date, locale=self.locale)

    def listed(self, parts: list[str]) -> str:
        """Return a list as the language writes it: `Anna, Béla and Clara`."""
        return format_list(parts, locale=self.locale)

    def _told(self, key: str, facts: Mapping[str, Fact]) -> str:
        """Only public methods call this, so that a warning names the line that called them."""
        count = facts.get("count", 1)
        sentence = self._sentence(key, abs(count) if isinstance(count, int) else 1)
        return sentence.format_map(_Facts(self, key, facts))

    def _sentence(self, key: str, count: int) -> str:
        if self.aloud and (own := f"{key}.aloud") in catalogue(self.locale).keys:
            key = own
        sentence = catalogue(self.locale).sentence(key, count)
        if sentence is None:
            warnings.warn(MissingWords(f"no words for {key!r} in {self.locale!r}"), stacklevel=4)
            sentence = catalogue(FALLBACK).sentence(key, count)
        return key if sentence is None else sentence


@lru_cache(maxsize=4096)
def _decimal(number: float, pattern: str | None, locale: str) -> str:
    return format_decimal(number, pattern, locale=locale)


@cache
def words(locale: str, game: str = "") -> Words:
    """Return the texts for a Discord locale such as `en-US` or `ja`, in the nearest language or English."""
    return Words(negotiate_locale([locale], LOCALES, sep="-") or FALLBACK, game)


def own_name(language: str) -> str:
    """Return the name of a language in that language: `English`, `日本語`."""
    return words(language)("locale.name")
