"""Sets of announcements as integers, bit `n` for `ITEMS[n]`, and the actions that announce them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from itertools import compress, groupby
from operator import or_
from typing import Final

from bot.games.royal_tarokk.announcements import ITEMS, TROPHIES, parsed
from bot.rules.announcing import announce
from bot.rules.moves import Action

ALONE: Final = {item: 1 << place for place, item in enumerate(ITEMS)}
"""The set of each single announcement."""


def joined(sets: Iterable[int]) -> int:
    """The union of some sets."""
    return reduce(or_, sets, 0)


def set_of(items: Iterable[str]) -> int:
    """The set of some announcements."""
    return joined(ALONE[item] for item in items)


def flags(items: int) -> bytes:
    """For each announcement up to the last of a set, 1 if it is in the set and 0 if it is not."""
    return f"{items:b}"[::-1].encode().translate(FLAGS)


FLAGS: Final = bytes.maketrans(b"01", b"\0\1")
PARTS: Final = {
    group: part
    for part, groups in enumerate(
        (("hand",), ("small", "tricks", "streak"), ("end",), ("opening", "suits"), TROPHIES)
    )
    for group in groups
}
"""The part of the table that each group of announcements belongs to."""
ACTIONS: Final = tuple(
    tuple(map(announce, items)) for _, items in groupby(ITEMS, lambda item: PARTS[parsed(item)[0].group])
)
"""The actions of each part of the table."""


def announcing_of(items: int) -> list[Action]:
    """The actions that announce the items of a set, in the order of the table.

    The sets are looked up part by part: those of a part recur, those of the whole table hardly ever do.
    """
    actions: list[Action] = []
    for part, able in enumerate(ACTIONS):
        actions += _in_part(part, items & (1 << len(able)) - 1)
        items >>= len(able)
    return actions


@lru_cache(maxsize=4096)
def _in_part(part: int, items: int) -> tuple[Action, ...]:
    return tuple(compress(ACTIONS[part], flags(items)))
