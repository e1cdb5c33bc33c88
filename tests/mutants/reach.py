"""Which tests run which line, as coverage has measured it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from coverage import CoverageData

ELSEWHERE = ""
"""Coverage's name for lines run outside of tests: while modules are imported, or in a process of its own."""


class Runners(NamedTuple):
    """The tests that run a line, and whether anything else does."""

    tests: frozenset[str]
    """The tests, as pytest names them."""
    elsewhere: bool
    """Whether something else runs it, too, or nothing at all."""


Reach: TypeAlias = Callable[[str, int], Runners]
"""Returns the runners of a line of a file."""


def measured(data: Path, tree: Path) -> Reach:
    """Return the reach of the tests of a tree, from the data that coverage has written."""
    found = CoverageData(str(data))
    found.read()

    @cache
    def contexts(path: str) -> dict[int, list[str]]:
        return found.contexts_by_lineno(str(tree / path))

    def reach(path: str, line: int) -> Runners:
        names = {name.rpartition("|")[0] for name in contexts(path).get(line, [])}
        return Runners(frozenset(names - {ELSEWHERE}), ELSEWHERE in names or not names)

    return reach


def nearest_first(tests: Iterable[str], folder: str) -> list[str]:
    """Tests in the order in which they are tried: those in the given folder first."""
    return sorted(tests, key=lambda test: (not test.startswith(f"{folder}/"), test))
