"""Public facts that not every game has: values of `Open.facts`, which texts and pages read by type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.rules.cards import Card
from bot.rules.layout import Seat
from bot.rules.state import Item, Open


@dataclass(frozen=True)
class Walk:
    """How far a declarer has come who takes or refuses one group of the talon after the other.

    The value of the contract depends on the level of the group that is taken.
    """

    level: int
    """The level of the group last looked at or taken."""
    offered: Mapping[str, int]
    """The groups that may be taken now, by name, with the level of each, lowest first."""

    @property
    def all_open(self) -> bool:
        """Whether every group has been refused, so that any to be taken is at a higher level."""
        return bool(self.offered) and self.level not in self.offered.values()


@dataclass(frozen=True)
class Invitation:
    """A seat has invited the others to call it as partner, and shown by that which card it holds."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class Stated:
    """How many tarocks some seats have discarded together."""

    seats: tuple[Seat, ...]
    number: int


@dataclass(frozen=True)
class DiscardedTarocks:
    counts: tuple[Stated, ...]


@dataclass(frozen=True)
class Raised:
    """The announcements that superior ones have raised, and which no longer score."""

    by: Mapping[Item, str]
    """The id of the superior announcement, by the raised one, which can no longer be doubled."""

    @classmethod
    def of(cls, public: Open) -> Raised:
        return public.fact(cls) or NONE_RAISED

    def __contains__(self, item: Item) -> bool:
        return item in self.by

    def raiser(self, item: Item) -> str:
        return self.by.get(item, "")


NONE_RAISED: Final = Raised({})


@dataclass(frozen=True)
class SheetNote:
    """A note at the end of the score sheet."""

    id: str
