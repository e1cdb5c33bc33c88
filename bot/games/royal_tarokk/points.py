"""The points of announcements: house values, which the operator may replace (6.13, 17.13)."""

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import TypeGuard

NO_OPTIONS: Mapping[str, object] = MappingProxyType({})
OPTION = "points"
"""The house rule with the points that differ from this game's own table."""


def read(text: str) -> Mapping[str, int]:
    """Parse a TOML text: for every announcement a table with `points` and `status`.

    Raises:
        ValueError: the text is not TOML, or a row has no points that are an integer of 0 or more.
    """
    try:
        rows = tomllib.loads(text)
    except ValueError as error:
        raise ValueError(f"is no TOML{_place(error)}") from None
    except RecursionError:
        raise ValueError("is no table of points: nested too deeply") from None
    return {name: _points(name, row) for name, row in rows.items()}


def _place(error: ValueError) -> str:
    """Where a text is no TOML; the rest of what the library says is for programmers."""
    if str(error).endswith("(at end of document)"):
        return ": it ends too early"
    found = re.search(r"\(at (line \d+, column \d+)\)$", str(error))
    return f": see {found[1]}" if found else ""


def _points(name: str, row: object) -> int:
    points = row.get("points") if isinstance(row, dict) else None
    if not is_worth(points):
        raise ValueError(f"gives {name} no points that are a whole number, 0 or more")
    return points


def is_worth(points: object) -> TypeGuard[int]:
    """Whether a value is a valid number of points."""
    return isinstance(points, int) and not isinstance(points, bool) and points >= 0


HOUSE = read((files(__package__) / "points.toml").read_text(encoding="utf-8"))
"""The points of this game, by announcement or silent bonus; `tarokk_count:8` by its number."""


def differing(text: str) -> Mapping[str, int]:
    """Return the points in a TOML text that differ from those of this game.

    Raises:
        ValueError: the text is not a table of points, or has a missing or an unknown row.
    """
    points = read(text)
    if unknown := sorted(points.keys() - HOUSE.keys()):
        raise ValueError(f"has an unknown announcement: {unknown[0]}")
    if missing := sorted(HOUSE.keys() - points.keys()):
        raise ValueError(f"lacks an announcement: {missing[0]}")
    return {name: worth for name, worth in points.items() if worth != HOUSE[name]}


def are_points(value: object) -> bool:
    """Whether a house rule's value is a mapping of points that differ from those of this game."""
    return isinstance(value, dict) and all(
        name in HOUSE and is_worth(points) and points != HOUSE[name] for name, points in value.items()
    )


def points_of(item: str, options: Mapping[str, object] = NO_OPTIONS) -> int:
    """Return the points of an announcement or a bonus under the house rules."""
    name = item if item in HOUSE else item.partition(":")[0]
    changed = options.get(OPTION)
    return int(changed[name]) if isinstance(changed, dict) and name in changed else HOUSE[name]
