"""What announcements are worth: house values, which whoever runs the bot may replace (6.13, 17.13)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Final, TypeAlias, TypeGuard

Points: TypeAlias = Mapping[str, int]
"""Points by announcement, `tarokk_count` by its number as well: `tarokk_count:8`."""

NO_OPTIONS: Final[Mapping[str, object]] = MappingProxyType({})
OPTION: Final = "points"
"""The house rule that holds the points which differ from the table of this game."""


def read(text: str) -> Points:
    """The points in a TOML text: for every announcement a table with `points` and `status`.

    Raises:
        ValueError: the text is no TOML, or has a row without points that are a whole number, 0 or more.
    """
    try:
        rows = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"is no TOML: {error}") from None
    return {name: _points(name, row) for name, row in rows.items()}


def _points(name: str, row: object) -> int:
    points = row.get("points") if isinstance(row, dict) else None
    if not is_worth(points):
        raise ValueError(f"gives {name} no points that are a whole number, 0 or more")
    return points


def is_worth(points: object) -> TypeGuard[int]:
    """Whether something is a number of points that an announcement can have."""
    return isinstance(points, int) and not isinstance(points, bool) and points >= 0


HOUSE: Final = read((files(__package__) / "points.toml").read_text(encoding="utf-8"))
"""The points of this game, and of the unannounced bonuses."""


def differing(text: str) -> Points:
    """The points in a TOML text that are not those of this game.

    Raises:
        ValueError: it is no table of points, lacks one, or has one too many; the message says which.
    """
    points = read(text)
    if unknown := sorted(points.keys() - HOUSE.keys()):
        raise ValueError(f"has an unknown announcement: {unknown[0]}")
    if missing := sorted(HOUSE.keys() - points.keys()):
        raise ValueError(f"lacks an announcement: {missing[0]}")
    return {name: worth for name, worth in points.items() if worth != HOUSE[name]}


def are_points(value: object) -> bool:
    """Whether a record's house rule holds points that differ from this game's, and nothing else."""
    return isinstance(value, dict) and all(
        name in HOUSE and is_worth(points) and points != HOUSE[name] for name, points in value.items()
    )


def points_of(item: str, options: Mapping[str, object] = NO_OPTIONS) -> int:
    """The points of an announcement or a bonus under some house rules."""
    name = item if item in HOUSE else item.partition(":")[0]
    changed = options.get(OPTION)
    return int(changed[name]) if isinstance(changed, dict) and name in changed else HOUSE[name]
