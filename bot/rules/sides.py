"""The two sides of a deal."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Side(StrEnum):
    """A side of a deal; in a score line, whom it concerns. The values appear in deal records."""

    DECLARER = "declarer"
    """The declarer and the partner; in a game without a declarer the dealer's team."""
    DEFENDERS = "defenders"
    EACH = "each"
    """Every player alone, in a score line of a deal without sides."""
    SEAT = "seat"
    """One player, in a score line that does not concern the rest of the side."""
    NONE = ""
    """No side: there is no declarer yet, the seat has no cards, or its side is unknown."""

    __hash__ = str.__hash__  # as it is equal to its value; that of an enumeration is slow, too

    @property
    def other(self) -> Side:
        """The opposing side of `DECLARER` or `DEFENDERS`."""
        return _OTHER[self]


SIDES: Final = (Side.DECLARER, Side.DEFENDERS)
_OTHER: Final = {Side.DECLARER: Side.DEFENDERS, Side.DEFENDERS: Side.DECLARER}
