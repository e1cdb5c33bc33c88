"""The two sides of a deal."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Side(StrEnum):
    """Who plays together; in a score line, who it concerns. The values stand in deal records."""

    DECLARER = "declarer"
    """The declarer and the partner; in a game without a declarer the dealer's team, who attack."""
    DEFENDERS = "defenders"
    EACH = "each"
    """Everybody for themselves, in a score line of a deal without sides."""
    SEAT = "seat"
    """One player alone, in a score line that does not concern the rest of the side."""
    NONE = ""
    """No side: there is no declarer yet, the seat was dealt no cards, or its side is not known."""

    @property
    def other(self) -> Side:
        """The opposing side, of the declarer's or the defenders'."""
        return {Side.DECLARER: Side.DEFENDERS, Side.DEFENDERS: Side.DECLARER}[self]


SIDES: Final = (Side.DECLARER, Side.DEFENDERS)
