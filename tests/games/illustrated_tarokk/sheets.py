"""Score sheets of constructed finished deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, Unpack

from tests.games.illustrated_tarokk.table import (
    finished,
    scored,
    sheet,
)

KINGS = "SK HK DK CK"
TRULL = "T22 T21 T1"
GAME = "12.3.1 +1"
"""A three with 50 card points and nothing else."""


class Where(TypedDict, total=False):
    """Winners of the tricks, places of cards, and house rules: see `finished`."""

    won: str
    falls: str
    ours: str
    theirs: str
    options: Mapping[str, object]


def lines(points: int = 50, said: str = "", game: str = "three, A with C", **where: Unpack[Where]) -> str:
    """The score sheet of a deal, the plain game left out."""
    found = sheet(scored(finished(game, points, said, **where)))
    return found.removeprefix(GAME).removeprefix(", ")
