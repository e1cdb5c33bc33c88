"""A table as its host wants it, and the wishes that wait for a confirmation."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.rules.game import Game
from bot.tables import Given, Match

MOST_WISHES: Final = 1000


@dataclass(frozen=True)
class Wish:
    """A table as its host wants it. The settings of the server fill what is empty."""

    game: Game
    options: Mapping[str, object] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    place: str = ""
    given: Given | None = None
    """The cards, if they are given: then the host plays them with computers, in a thread if possible."""
    match: Match | None = None
    """The match, if this is its second table."""
    alone: bool = False
    """Whether computers take all other seats, and the first deal begins at once."""


class Wishes:
    """The wishes of people whose other table is in the way, by the id of the interaction that asked.

    They are kept in memory only: after a restart, or after `MOST_WISHES` others, a person asks again.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[int, Wish] = OrderedDict()

    def keep(self, asked: int, wish: Wish) -> None:
        self._waiting[asked] = wish
        if len(self._waiting) > MOST_WISHES:
            self._waiting.popitem(last=False)

    def get(self, asked: int) -> Wish | None:
        return self._waiting.get(asked)
