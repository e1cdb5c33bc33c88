"""What Romanian Tarok counts besides what every game knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.rules.layout import Seat


@dataclass(frozen=True, slots=True)
class Depth:
    """How far into the talon the declarer has gone, which decides what the game is worth (8.1, 13.1)."""

    level: int
    """The level of the group that was looked at last, or taken."""
    offered: Mapping[str, int]
    """The groups that can be taken now by their names, with the level that each leads to, lowest first."""


@dataclass(frozen=True, slots=True)
class PagatContra:
    """The seat that was the first to say contra to an announced pagat ultimo (9.3, 14.5)."""

    seat: Seat
