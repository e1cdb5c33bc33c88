"""What Royal Tarokk counts besides what every game knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.rules.items import Item
from bot.rules.layout import Seat
from bot.rules.state import Open


@dataclass(frozen=True, slots=True)
class Raised:
    """The announcements that a superior one has raised: they are worth nothing any more (5.3)."""

    by: Mapping[tuple[str, Seat | None], str]
    """The id of what raised an announcement, by its own id and its announcer."""

    @classmethod
    def of(cls, public: Open) -> Raised:
        """The announcements that are raised now."""
        return public.fact(cls) or NONE_RAISED

    def __contains__(self, item: Item) -> bool:
        return (item.id, item.seat) in self.by

    def raiser(self, item: Item) -> str:
        """The id of what raised an announcement; empty if nothing did."""
        return self.by.get((item.id, item.seat), "")


NONE_RAISED: Final = Raised({})
