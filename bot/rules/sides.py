"""The two sides of a deal."""

from __future__ import annotations

from typing import Final

DECLARER: Final = "declarer"
DEFENDERS: Final = "defenders"
SIDES: Final = (DECLARER, DEFENDERS)
OTHER: Final = {DECLARER: DEFENDERS, DEFENDERS: DECLARER}
