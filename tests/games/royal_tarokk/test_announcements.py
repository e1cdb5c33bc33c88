"""§6.4 to §6.13: every announcement, made and missed, and what it is worth."""

from pathlib import Path

import pytest

from bot.games.royal_tarokk.points import HOUSE, differing, points_of, read
from tests.games.royal_tarokk.table import assert_made_and_missed

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


LINES = Path(__file__).with_name("announcements.txt").read_text(encoding="utf-8").splitlines()
"""For each announcement the deals in which it is made, and those in which it is missed."""


@pytest.mark.rule("royal_tarokk 6.4.6", "royal_tarokk 6.4.7", "royal_tarokk 6.4.8", "royal_tarokk 6.4.9")
@pytest.mark.rule("royal_tarokk 6.4.10", "royal_tarokk 6.4.11", "royal_tarokk 6.5.12", "royal_tarokk 6.5.13")
@pytest.mark.rule("royal_tarokk 6.5.14", "royal_tarokk 6.5.15", "royal_tarokk 6.5.16", "royal_tarokk 6.5.17")
@pytest.mark.rule("royal_tarokk 6.6.18", "royal_tarokk 6.6.19", "royal_tarokk 6.6.20", "royal_tarokk 6.6.21")
@pytest.mark.rule("royal_tarokk 6.6.22", "royal_tarokk 6.10.35", "royal_tarokk 6.10.36")
@pytest.mark.rule("royal_tarokk 6.10.37", "royal_tarokk 6.10.38", "royal_tarokk 6.10.39")
@pytest.mark.rule("royal_tarokk 6.10.40", "royal_tarokk 6.10.41", "royal_tarokk 6.10.42")
@pytest.mark.rule("royal_tarokk 6.10.43", "royal_tarokk 6.10.44", "royal_tarokk 6.10.45")
@pytest.mark.rule("royal_tarokk 6.7.23", "royal_tarokk 6.7.24", "royal_tarokk 6.7.25", "royal_tarokk 6.7.26")
@pytest.mark.rule("royal_tarokk 6.7.27", "royal_tarokk 6.8.28", "royal_tarokk 6.8.29", "royal_tarokk 6.9.30")
@pytest.mark.rule("royal_tarokk 6.9.31", "royal_tarokk 6.9.32", "royal_tarokk 6.9.33", "royal_tarokk 6.9.34")
@pytest.mark.rule("royal_tarokk 6.10.46", "royal_tarokk 6.10.47", "royal_tarokk 6.10.48")
@pytest.mark.rule("royal_tarokk 6.10.49", "royal_tarokk 6.10.50", "royal_tarokk 6.10.51")
@pytest.mark.rule("royal_tarokk 6.10.52", "royal_tarokk 6.10.53", "royal_tarokk 6.10.54")
@pytest.mark.rule("royal_tarokk 6.10.55", "royal_tarokk 6.10.56", "royal_tarokk 6.10.57")
@pytest.mark.rule("royal_tarokk 6.10.58", "royal_tarokk 6.10.59", "royal_tarokk 6.10.60")
@pytest.mark.rule("royal_tarokk 6.10.61", "royal_tarokk 6.10.62", "royal_tarokk 6.10.63")
@pytest.mark.rule("royal_tarokk 6.10.64", "royal_tarokk 6.10.65", "royal_tarokk 6.10.66")
@pytest.mark.parametrize("line", LINES, ids=lambda line: line.partition(":")[0])
def test_made_and_missed(line: str) -> None:
    item, _, cases = line.partition(": ")
    made, missed = (tuple(each.split(" | ")) if each else () for each in cases.split(" // "))
    assert_made_and_missed(item, made, missed)
