"""Public facts that only Romanian Tarok has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.rules.layout import Seat
from bot.rules.state import Walk


@dataclass(frozen=True)
class Depth(Walk):
    """The level that the declarer has reached in the talon; the game value depends on it (8.1, 13.1)."""

    level: int
    """The level of the group last looked at or taken."""
    offered: Mapping[str, int]
    """The groups that may be taken now, by name, with the level of each, lowest first."""

    @property
    def all_open(self) -> bool:
        """Whether every group has been refused, so that any to be taken is at a higher level."""
        return bool(self.offered) and self.level not in self.offered.values()


@dataclass(frozen=True)
class PagatContra:
    """The first seat to say contra to an announced pagat ultimo (9.3, 14.5)."""

    seat: Seat
