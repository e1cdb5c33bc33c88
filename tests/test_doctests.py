"""The examples in the docs and in docstrings: run, and compared with what they say they print."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"


def test_the_session_of_the_page_runs() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted > 20
    assert not result.failed


@pytest.mark.parametrize("module", ["bot.rules.cards", "bot.rules.moves", "bot.text.words"])
def test_the_examples_of_a_module_run(module: str) -> None:
    result = doctest.testmod(import_module(module))
    assert result.attempted > 1
    assert not result.failed
