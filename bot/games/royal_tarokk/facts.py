"""What Royal Tarokk counts besides what every game knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.rules.items import Item
from bot.rules.state import Open


@dataclass(frozen=True, slots=True)
class Raised:
    """The announcements that a superior one has raised: they are worth nothing any more (5.3)."""

    by: Mapping[str, str] = field(default_factory=dict)
    """The id of what raised an item, by the item's text."""

    @classmethod
    def of(cls, public: Open) -> Raised:
        """The announcements that are raised now."""
        return public.fact(cls) or cls()

    def __contains__(self, item: Item) -> bool:
        return str(item) in self.by
