"""The examples in the docs and in docstrings: run, and compared with what they say they print."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
PAGE = TOP / "docs" / "architecture.md"


def test_the_session_of_the_page_runs() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted > 20
    assert not result.failed


MODULES = [
    ".".join(path.relative_to(TOP).with_suffix("").parts)
    for package in ("bot", "cogs", "card_images")
    for path in sorted((TOP / package).rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_run(module: str) -> None:
    result = doctest.testmod(import_module(module))
    assert result.attempted
    assert not result.failed
