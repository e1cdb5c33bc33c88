"""A table as its host wants it, and the wishes that wait for a confirmation."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.rules.game import Game
from bot.tables import Given, Hints, Match

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

    @classmethod
    def to_learn(cls, game: Game) -> Wish:
        """The guided deal of a game; a deal with hints if it has none."""
        given = Given.of_guide(game)
        return cls(game, given=given, alone=True) if given else cls.with_hints(game)

    @classmethod
    def with_hints(cls, game: Game) -> Wish:
        return cls(game, settings={"hints": Hints.ALWAYS}, alone=True)

    @property
    def is_quiet(self) -> bool:
        """Whether only the host is told of the table: given cards are played apart, but for guided deals."""
        return self.given is not None and not self.alone


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
