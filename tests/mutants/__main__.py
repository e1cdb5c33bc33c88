"""Measures how much the tests notice: `python -m tests.mutants --seed 1 --number 100`.

One line after another is picked at random and changed a little, in a copy of the tree. The file's own tests
run first, then all that run the line, those of its folder first, then the whole folder: coverage notes what a
session fixture runs only for the first test that needs it. Where a line also runs elsewhere, as while a
module is imported or in a process of its own, all tests run in the end. Changes that no test notices are
listed; equivalent ones are set apart by `equivalent.toml`.

Every result is a line of JSON in a file, so that a measurement that was stopped resumes where it was. Files
that were edited meanwhile are tried again, from the edited line on.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.changes import Mutant
from tests.mutants.reach import Reach, Runners, measured, nearest_first
from tests.mutants.sample import TOP, changes_nothing, nearest, sample

PATIENCE = 1800.0
"""Seconds after which tests that still run count as failed."""

NOT_COPIED = shutil.ignore_patterns(
    *(".git", ".venv", ".*_cache", ".hypothesis", ".coverage*", ".env", "__pycache__", "*.egg-info"),
    *("build", "dist", "gallery"),
)
PYTEST = (
    sys.executable,
    "-m",
    "pytest",
    "-q",
    "-x",
    "--no-header",
    "-m",
    "not long",
    "--ignore=tests/mutants",
)
PARALLEL = ("--numprocesses=auto", "--maxprocesses=4", "--dist=worksteal")
MEASURING = ("--cov", "--cov-context=test", "--cov-report=")
PASSED = {0, 5}
"""Exit codes of pytest: all tests passed, there were none."""


def main() -> None:
    """Make the changes one by one, and report."""
    asked = arguments()
    chosen = sample(TOP, asked.seed, asked.number)
    known = read(asked.results)
    missing = [each for each in chosen if each not in known]
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies = [copied(Path(folder, str(number))) for number in range(asked.processes)] if missing else []
        if copies:
            if not passes(copies[0], "tests", *MEASURING):
                sys.exit(
                    f"The tests fail without any change:\n{log_of(copies[0]).read_text(encoding='utf-8')}"
                )
            reach = measured(copies[0] / ".coverage", copies[0])
            known |= tried(missing, copies, reach, asked.results)
    report([each for each in chosen if not known[each]], len(chosen))


def arguments() -> argparse.Namespace:
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--processes", type=int, default=1, help="how many changes are tried at a time")
    parser.add_argument("--results", type=Path, default=Path("mutants.jsonl"), help="the file of results")
    return parser.parse_args()


def read(results: Path) -> dict[Mutant, str]:
    """Which tests found each change in a file of results; an empty text for those that were not found."""
    lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
    return {Mutant(*change): by for change, by in map(json.loads, lines)}


def copied(tree: Path) -> Path:
    """A copy of the tree."""
    return Path(shutil.copytree(TOP, tree / "tree", ignore=NOT_COPIED))


def tried(chosen: Iterable[Mutant], copies: Iterable[Path], reach: Reach, results: Path) -> dict[Mutant, str]:
    """Try changes, as many at a time as there are copies, and write each result as soon as it is there."""
    free, found = SimpleQueue[Path](), {}
    for each in copies:
        free.put(each)

    def outcome(mutant: Mutant) -> tuple[Mutant, str]:
        copy = free.get()
        try:
            return mutant, noticed_by(mutant, copy, reach(mutant.path, mutant.line))
        finally:
            free.put(copy)

    with ThreadPoolExecutor(max(1, free.qsize())) as pool, results.open("a", encoding="utf-8") as file:
        try:
            for done in as_completed([pool.submit(outcome, each) for each in chosen]):
                mutant, by = done.result()
                found[mutant] = by
                print(json.dumps([mutant, by]), file=file, flush=True)
                print(f"{mutant}  {f'found by {by}' if by else 'NOT FOUND'}", flush=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return found


def noticed_by(mutant: Mutant, copy: Path, runners: Runners) -> str:
    """Return which tests fail with a change made; an empty text if all pass."""
    file = copy / mutant.path
    source = file.read_text(encoding="utf-8")
    file.write_text(mutant.applied(source), encoding="utf-8")
    try:
        return next((name for name, tests in stages(mutant, copy, runners) if not passes(copy, tests)), "")
    finally:
        file.write_text(source, encoding="utf-8")


def stages(mutant: Mutant, copy: Path, runners: Runners) -> Iterator[tuple[str, str]]:
    """The tests to be tried one after the other: their name, and the argument for pytest."""
    *near, everything = nearest(copy, mutant.path)
    yield from ((tests, tests) for tests in near if tests.endswith(".py"))
    if runners.tests:
        named = copy.with_name("tests.txt")
        named.write_text(
            "\n".join(nearest_first(runners.tests, (near or [everything])[-1])), encoding="utf-8"
        )
        yield "tests that run the line", f"@{named}"
    yield from ((tests, tests) for tests in near if not tests.endswith(".py"))
    if runners.elsewhere:
        yield everything, everything


def log_of(copy: Path) -> Path:
    """The output of the last tests."""
    return copy.with_name("tests.log")


def passes(copy: Path, tests: str, *options: str) -> bool:
    """Whether some tests pass in the copy of the tree; a run that never ends has failed."""
    command = [*PYTEST, *(() if tests.endswith(".py") else PARALLEL), *options, tests]
    # Processes that the tests start must import the copy, too. Compiled files may be of an earlier change.
    variables = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    with log_of(copy).open("w", encoding="utf-8") as log:
        run = subprocess.Popen(
            command, cwd=copy, env=variables, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            return run.wait(PATIENCE) in PASSED
        except subprocess.TimeoutExpired:
            return False
        finally:
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)
                run.wait()


def report(survivors: Iterable[Mutant], number: int) -> None:
    """Print the share of changes that were found, and those that were not."""
    survivors, equivalent = list(survivors), changes_nothing()
    missed = [each for each in survivors if (each.path, each.text, each.after) not in equivalent]
    apart = len(survivors) - len(missed)
    found, counted = number - len(survivors), number - apart
    print(f"\n{found} of {counted} found ({found / max(counted, 1):.0%}); {apart} change nothing.")
    for each in missed:
        print(f"not found: {each}")


if __name__ == "__main__":
    main()
