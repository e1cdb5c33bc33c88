"""The changes to try, and the tests nearest to them."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Final

from tests.mutants.changes import Mutant, mutants

TOP: Final = Path(__file__).parents[2]
MEASURED: Final = ("bot", "cogs", "card_images")
EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")


def sample(top: Path, seed: int, number: int) -> list[Mutant]:
    """One change on each of a number of lines, picked at random; the same for the same seed and tree."""
    lines: dict[tuple[str, int], list[Mutant]] = {}
    for package in MEASURED:
        for file in sorted(top.glob(f"{package}/**/*.py")):
            path = file.relative_to(top).as_posix()
            for mutant in mutants(path, file.read_text(encoding="utf-8")):
                lines.setdefault((path, mutant.line), []).append(mutant)
    chance = random.Random(seed)
    picked = chance.sample(list(lines.values()), min(number, len(lines)))
    return [chance.choice(each) for each in picked]


def nearest(top: Path, path: str) -> list[str]:
    """The tests of a file, from the nearest to all: its own file of tests, its folder, everything."""
    file = Path(path.removeprefix("bot/"))
    own = Path("tests", file.with_name(f"test_{file.name}"))
    folders = [Path("tests", parent) for parent in file.parents]
    places = [own, next(each for each in folders if top.joinpath(each).is_dir()), Path("tests")]
    return list(dict.fromkeys(str(each) for each in places if top.joinpath(each).exists()))


def changes_nothing() -> set[tuple[str, str, str]]:
    """The changes reviewed as equivalent: path, line, and the replacement of a part of it."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return {(path, row["line"], row["after"]) for path, rows in listed.items() for row in rows}
