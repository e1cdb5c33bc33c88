"""Sets of announcements as integers, bit `n` for `ITEMS[n]`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Final

from bot.games.royal_tarokk.announcements import ITEMS, TROPHIES, parsed
from bot.rules.announcing import announce
from bot.rules.moves import ActionTable

ALONE: Final = {item: 1 << place for place, item in enumerate(ITEMS)}
"""The set of each single announcement."""


def joined(sets: Iterable[int]) -> int:
    """The union of some sets."""
    return reduce(or_, sets, 0)


def set_of(items: Iterable[str]) -> int:
    """The set of some announcements."""
    return joined(ALONE[item] for item in items)


PARTS: Final = {
    group: part
    for part, groups in enumerate(
        (("hand",), ("small", "tricks", "streak"), ("end",), ("opening", "suits"), TROPHIES)
    )
    for group in groups
}
"""The part of the table that each group of announcements belongs to."""
TABLE: Final = ActionTable(
    *[list(map(announce, items)) for _, items in groupby(ITEMS, lambda item: PARTS[parsed(item)[0].group])]
)
"""The announcing of each announcement."""
