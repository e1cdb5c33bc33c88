"""Print the tests of what has changed since a commit: `python -m tests.changed main`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from subprocess import run

TOP = Path(__file__).parents[1]
ALWAYS = ("tests/test_imports.py", "tests/test_sizes.py", "tests/test_project.py")
SLOW = ("tests/e2e", "tests/soak", "tests/conformance")
"""What takes longer than a person waits: `make test` runs it."""


def changed_since(commit: str) -> list[str]:
    """The files that differ from the last common ancestor with a commit, and those not in git yet."""
    asked = (["diff", "--name-only", "--merge-base", commit], ["ls-files", "--others", "--exclude-standard"])
    return [
        name
        for words in asked
        for name in run(
            ["git", *words], cwd=TOP, capture_output=True, check=True, encoding="utf-8"
        ).stdout.splitlines()
    ]


def mirrored(name: str) -> Iterator[str]:
    """The test module itself, the one that mirrors a module, or else the folder that mirrors its folder."""
    path = Path(name)
    if path.parts[0] == "tests" and path.match("test_*.py"):
        yield name
    elif path.suffix == ".py" and path.parts[0] in ("bot", "cogs", "card_images"):
        below = path.relative_to("bot") if path.parts[0] == "bot" else path
        module = Path("tests") / below.with_name(f"test_{path.name}")
        yield str(module if (TOP / module).exists() else module.parent)


def selected(names: Iterable[str]) -> list[str]:
    """The tests of all files, without folders that hold each other and without slow ones."""
    found = {each for name in names for each in mirrored(name)} - {"tests"}
    kept = {each for each in found if (TOP / each).exists() and not each.startswith(SLOW)}
    return sorted(
        {each for each in kept if not any(str(up) in kept for up in Path(each).parents)} | {*ALWAYS}
    )


if __name__ == "__main__":
    print(*selected(changed_since(sys.argv[1])))
