"""Public facts that only Royal Tarokk has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.rules.state import Item, Open


@dataclass(frozen=True)
class Raised:
    """The announcements that superior ones have raised, and which no longer score (5.3)."""

    by: Mapping[Item, str]
    """The id of the superior announcement, by the raised one, which nobody doubles any more (5.5)."""

    @classmethod
    def of(cls, public: Open) -> Raised:
        """Return the announcements raised so far."""
        return public.fact(cls) or NONE_RAISED

    def __contains__(self, item: Item) -> bool:
        return item in self.by

    def raiser(self, item: Item) -> str:
        """Return the id of the superior announcement, or `""` if this one is not raised."""
        return self.by.get(item, "")


NONE_RAISED: Final = Raised({})


@dataclass(frozen=True)
class HouseValues:
    """A note on the score sheet: the points of announcements are house values (6.13, 17.13)."""

    own: bool
    """Whether they are the operator's and not those of this game."""
