"""The length of functions: a reader sees each of them whole."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

TOP = Path(__file__).parents[1]
TOPS = ("bot", "cogs", "card_images", "benchmarks", "tests")
FILES = [path for top in TOPS for path in (TOP / top).rglob("*.py")]
TABLES = {"bot/store/migrations/versions/0001_first.py"}
"""Long for the sake of a table."""


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """The functions of a file, by place and name, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name = path.relative_to(TOP).as_posix()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            assert node.end_lineno is not None, "it was parsed from a file"
            yield f"{name}:{node.lineno} {node.name}", node.end_lineno - node.lineno + 1


def test_no_function_is_too_long() -> None:
    long = {name: length for path in FILES for name, length in functions(path) if length > 60}
    assert {name.partition(":")[0] for name in long} <= TABLES


@pytest.mark.parametrize("package", ["bot", "cogs", "card_images"])
def test_most_functions_are_short(package: str) -> None:
    lengths = [length for path in (TOP / package).rglob("*.py") for _, length in functions(path)]
    assert median(lengths) < 10
