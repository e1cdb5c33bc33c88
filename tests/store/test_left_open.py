"""A test that fails with an open database must not stall the run: `tests/conftest.py` closes it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[2]

FAILING = """
from bot.store import Store

async def test_fails(tmp_path):
    store = await Store.open(tmp_path / "skiz.db")
    assert store is None
"""


def test_a_failing_test_does_not_stall_the_run(tmp_path: Path) -> None:
    tmp_path.joinpath("test_failing.py").write_text(FAILING, encoding="utf-8")
    options = ("-q", "-c", "pyproject.toml", "-p", "tests.conftest", "-p", "no:cacheprovider")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(tmp_path)],
        cwd=TOP,
        timeout=60,
        check=False,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 1, run.stdout + run.stderr
    assert "1 failed" in run.stdout
