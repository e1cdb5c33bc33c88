"""What cards and other facts need of a language in order to be worded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bot.rules.cards import Cards


class Language(Protocol):
    """A reader's language, as `Words` speaks it."""

    def __hash__(self) -> int:
        """Equal languages have equal hashes, so that words can be cached."""

    def __call__(self, key: str, /, **facts: str | int | Cards) -> str:
        """The sentence of a key, with its facts in words."""

    def term(self, kind: str, id: str, /, **facts: str | int | Cards) -> str:  # noqa: A002 - as in `Words`
        """The word for an id."""

    def own(self, kind: str, id: str) -> str:  # noqa: A002 - as in `Words`
        """The key of the game's own word for an id; `""` if it has none."""

    def number(self, number: int) -> str:
        """A number as the language writes it."""
