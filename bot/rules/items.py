"""Items: what can be doubled, the game itself and announcements."""

from __future__ import annotations

from typing import NamedTuple

from bot.rules.layout import Seat


class Item(NamedTuple):
    """Something that can be doubled: the game itself, or an announcement with the seat that made it."""

    id: str
    seat: Seat | None = None
    doublings: int = 0
    """0 as announced, 1 kontra, 2 rekontra, and so on."""

    def __str__(self) -> str:
        return self.id if self.seat is None else f"{self.id}@{self.seat}"

    def doubled(self) -> Item:
        """The item one step further up its ladder."""
        return self._replace(doublings=self.doublings + 1)

    @property
    def factor(self) -> int:
        """What the item's points are multiplied by."""
        return 1 << self.doublings
