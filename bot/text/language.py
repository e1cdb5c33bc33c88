"""The part of `Words` that formatting of cards and other facts needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bot.rules.cards import Cards


class Language(Protocol):
    """A language with the terms of one game, implemented by `Words`."""

    def __hash__(self) -> int:
        """Equal languages have equal hashes, so that words can be cached."""

    def __call__(self, key: str, /, **facts: str | int | Cards) -> str:
        """Return the sentence of a key with its facts in words."""

    def term(self, kind: str, id: str, /, **facts: str | int | Cards) -> str:  # noqa: A002 - as in `Words`
        """Return the term for an id."""

    def own(self, kind: str, id: str) -> str:  # noqa: A002 - as in `Words`
        """Return the key of the game's own term for an id, or `""` if there is none."""

    def number(self, number: int) -> str:
        """Return a number as the language writes it."""
