"""The points of announcements, read from a table that the operator may replace (6.13, 17.13)."""

from __future__ import annotations

import pytest

from bot.games.royal_tarokk.points import HOUSE, differing, points_of, read

TABLE = "\n".join(
    f'"{name}" = {{ points = {points}, status = "house value" }}' for name, points in HOUSE.items()
)
"""The game's own points."""


@pytest.mark.rule("royal_tarokk 15.5")
def test_only_points_that_differ_from_the_house_values_are_kept() -> None:
    assert read(TABLE) == HOUSE
    assert differing(TABLE) == {}
    dearer = differing(TABLE.replace('"ultimo" = { points = 10', '"ultimo" = { points = 0'))
    assert dearer == {"ultimo": 0}
    assert points_of("ultimo:T1", {"points": dearer}) == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ultimo = [", "is no TOML: "),
        (f"ultimo = {'[' * 10_000}", "is no table of points: nested too deeply"),
        ("ultimo = 10", "gives ultimo no points that are a whole number, 0 or more"),
        ("ultimo = { status = 'none' }", "gives ultimo no points that are a whole number, 0 or more"),
        ("ultimo = { points = -1 }", "gives ultimo no points that are a whole number, 0 or more"),
        ("ultimo = { points = true }", "gives ultimo no points that are a whole number, 0 or more"),
        (f"{TABLE}\nultima = {{ points = 1 }}", "has an unknown announcement: ultima"),
        ("ultimo = { points = 10 }", f"lacks an announcement: {min(HOUSE.keys() - {'ultimo'})}"),
    ],
)
def test_an_invalid_table_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}"):
        differing(text)
