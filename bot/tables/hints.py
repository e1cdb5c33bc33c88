"""Whether players may ask for hints at a table."""

from __future__ import annotations

from enum import StrEnum


class Hints(StrEnum):
    """When a player may ask what a computer would do."""

    ALONE = "alone"
    """While no other person plays there, or has left a seat to a computer."""
    ALWAYS = "always"
    NEVER = "never"
