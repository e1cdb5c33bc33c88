"""The words of the local Discord itself, in the languages that its page offers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

LOCALES: Final = {"en-US": "English", "ja": "日本語", "de": "Deutsch", "hu": "Magyar", "ro": "Română"}
"""The languages that the page offers; tests may set any other, whose readers get English."""

ENGLISH: Final = "en-US"

TABLE: Final[Mapping[str, Mapping[str, str]]] = json.loads(
    files("bot.playground").joinpath("web", "words.json").read_text("utf-8")
)
"""Key -> language -> sentence with `{placeholders}`."""


def language(locale: str) -> str:
    """The language of the table that a reader of a locale gets."""
    return locale if locale in LOCALES else ENGLISH


def words(locale: str) -> dict[str, str]:
    """All sentences in one language, by their keys."""
    return {key: row[language(locale)] for key, row in TABLE.items()}


def say(locale: str, key: str, /, **facts: object) -> str:
    """Return one sentence.

    >>> print(say("ja", "bar.send"), say("de", "menu.exactly", count=3))
    送信 Wähle 3 aus
    """
    return TABLE[key][language(locale)].format(**facts)
