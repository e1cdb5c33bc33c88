"""Measures how much the tests notice: `python -m tests.mutants --seed 1 --number 100`.

One line after another is picked at random and changed a little, in a copy of the tree. The tests nearest to
the file run first, then those of its folder, then all. What no test notices is listed at the end; changes
that change nothing are set apart by `equivalent.toml`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.mutants.changes import Mutant
from tests.mutants.sample import TOP, changes_nothing, nearest, sample

PATIENCE = 1800.0
"""Seconds after which tests that still run count as failed."""

NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "gallery")
PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "--ignore=tests/mutants")
PARALLEL = ("--numprocesses=auto", "--maxprocesses=4", "--dist=worksteal")
PASSED = {0, 5}
"""Exit codes of pytest: all tests passed, there were none."""


def main() -> None:
    """Make the changes one by one, and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=100)
    asked = parser.parse_args()
    chosen = sample(TOP, asked.seed, asked.number)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder, "tree")
        shutil.copytree(TOP, copy, ignore=NOT_COPIED)
        shutil.copy(TOP / ".env.example", copy)
        if not passes(copy, "tests"):
            sys.exit(f"The tests fail without any change:\n{log_of(copy).read_text(encoding='utf-8')}")
        survivors = [each for each in chosen if survives(each, copy)]
    equivalent = changes_nothing()
    missed = [each for each in survivors if (each.path, each.text, each.after) not in equivalent]
    apart = len(survivors) - len(missed)
    found, counted = len(chosen) - len(survivors), len(chosen) - apart
    print(f"\n{found} of {counted} found ({found / max(counted, 1):.0%}); {apart} change nothing.")
    for each in missed:
        print(f"not found: {each}")


def survives(mutant: Mutant, copy: Path) -> bool:
    """Whether all tests pass with a change made."""
    file = copy / mutant.path
    source = file.read_text(encoding="utf-8")
    file.write_text(mutant.applied(source), encoding="utf-8")
    try:
        by = next((tests for tests in nearest(copy, mutant.path) if not passes(copy, tests)), None)
    finally:
        file.write_text(source, encoding="utf-8")
    print(f"{mutant}  {f'found by {by}' if by else 'NOT FOUND'}", flush=True)
    return by is None


def log_of(copy: Path) -> Path:
    """What the last tests have printed."""
    return copy.with_name("tests.log")


def passes(copy: Path, tests: str) -> bool:
    """Whether some tests pass in the copy of the tree; what never ends has failed."""
    command = [*PYTEST, *(() if tests.endswith(".py") else PARALLEL), tests]
    # Processes that the tests start must import the copy, too. Compiled files could be of an earlier change.
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


if __name__ == "__main__":
    main()
