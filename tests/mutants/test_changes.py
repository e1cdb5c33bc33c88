from __future__ import annotations

import ast
import shutil
import tomllib
from pathlib import Path

import pytest

from tests.mutants.changes import mutants
from tests.mutants.sample import EQUIVALENT, TOP, changes_nothing, nearest, sample


def changed(source: str) -> list[str]:
    """The file after each possible change."""
    return [each.applied(source) for each in mutants("some.py", source)]


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("a < b", ["(a <= b)"]),
        ("a not in b", ["(a in b)"]),
        ("a is None", ["(a is not None)"]),
        ("a and b", ["(a or b)"]),
        ("not a", ["(a)"]),
        ("a[1:n]", ["a[2:n]", "a[1:]", "a[:n]"]),
        ("a[:n:2]", ["a[::2]", "a[:n:3]"]),
        ("x = 1.5", ["x = 2.5"]),
        ("x = True", ["x = False"]),
        ("x = b if a else c", ["x = b if (not a) else c"]),
        ("x = [a for a in b if a]", ["x = [a for a in b if True]"]),
        ("x += a", ["pass"]),
        ("x.y = a", ["pass"]),
        ("x = a", []),
        ("f(a)", ["pass"]),
        ("def f(a=2): return a", ["def f(a=3): return a"]),
        (
            "for a in b:\n    if a: break",
            ["for a in b:\n    if (not a): break", "for a in b:\n    if a: pass"],
        ),
        ("if a:\n    x = a", ["if (not a):\n    x = a"]),
    ],
)
def test_changes(source: str, after: list[str]) -> None:
    assert sorted(changed(source)) == sorted(after)


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring."""',
        "x: Literal[1]",
        "def f(a: Literal[1]) -> Literal[2]: ...",
        "@dataclass(frozen=True)\nclass A: ...",
        'x = f"{a[1:2]}"',
        "if TYPE_CHECKING:\n    import a",
        "x = zip(a, b, strict=True)",
    ],
)
def test_changes_that_no_test_can_notice_are_not_made(source: str) -> None:
    assert changed(source) == []


def test_the_place_of_a_change_is_counted_in_bytes() -> None:
    assert changed('x = "Skíz", a == b  # Sküs') == ['x = "Skíz", (a != b)  # Sküs']


def test_a_change_over_several_lines() -> None:
    assert changed("f(\n    a,\n)\nx = 1") == ["pass\nx = 1", "f(\n    a,\n)\nx = 2"]


def test_the_same_seed_gives_the_same_sample(tmp_path: Path) -> None:
    shutil.copytree(TOP / "bot" / "rules", tmp_path / "bot" / "rules")
    chosen = sample(tmp_path, 3, 50)
    assert chosen == sample(tmp_path, 3, 50)
    assert chosen != sample(tmp_path, 4, 50)
    assert len({(each.path, each.line) for each in chosen}) == 50
    for each in chosen:
        source = TOP.joinpath(each.path).read_text(encoding="utf-8")
        ast.parse(each.applied(source))
        assert each.applied(source) != source


def test_the_nearest_tests_run_first() -> None:
    assert nearest(TOP, "bot/rules/cards.py") == ["tests/rules/test_cards.py", "tests/rules", "tests"]
    assert nearest(TOP, "bot/text/catalogues/nothing.py") == ["tests/text", "tests"]
    assert nearest(TOP, "bot/ops/logs.py") == ["tests/ops/test_logs.py", "tests"]


def test_no_change_is_listed_as_equivalent_twice() -> None:
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    assert sum(map(len, listed.values())) == len(changes_nothing())


def test_every_change_listed_as_equivalent_can_still_be_made() -> None:
    for path, line, after in changes_nothing():
        source = TOP.joinpath(path).read_text(encoding="utf-8")
        assert (line, after) in {(each.text, each.after) for each in mutants(path, source)}, path
