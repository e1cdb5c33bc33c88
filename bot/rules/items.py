"""Items: the game itself and the announcements, each of which can be doubled."""

from __future__ import annotations

from typing import NamedTuple

from bot.rules.layout import Seat


class Item(NamedTuple):
    """Something that can be doubled: the game itself, or an announcement with the seat that made it."""

    id: str
    seat: Seat | None = None
    doublings: int = 0
    """0 without kontra, 1 for kontra, 2 for rekontra, and so on."""

    def __str__(self) -> str:
        return self.id if self.seat is None else f"{self.id}@{self.seat}"

    def doubled(self) -> Item:
        """Return the item with one more doubling."""
        return Item(self.id, self.seat, self.doublings + 1)

    @property
    def factor(self) -> int:
        """What the doublings multiply the item's points by."""
        return 1 << self.doublings
