from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.mutants.__main__ import read, report, tried
from tests.mutants.changes import Mutant, mutants

SOURCE = "def least(a, b):\n    return a if a < b else b\n"
TEST = "from bot.least import least\n\ndef test_least():\n    assert least(1, 2) == 1\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A program of one file, and its test."""
    for path, source in {"bot/least.py": SOURCE, "tests/test_least.py": TEST}.items():
        file = tmp_path / "tree" / path
        file.parent.mkdir(parents=True)
        file.write_text(source, encoding="utf-8")
    return tmp_path / "tree"


def test_each_result_is_written_and_read_again(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tree.with_name("mutants.jsonl")
    other, negated = (each for each in mutants("bot/least.py", SOURCE) if each.before == "a < b")
    assert other.after == "(a <= b)"
    assert tried([other, negated], [tree], results) == {other: "", negated: "tests/test_least.py"}
    assert read(results) == {other: "", negated: "tests/test_least.py"}
    assert (tree / "bot/least.py").read_text(encoding="utf-8") == SOURCE
    report([other], 2)
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "1 of 2 found (50%); 0 change nothing.",
        f"not found: {other}",
    ]


def test_a_change_of_what_was_edited_since_is_another(tmp_path: Path) -> None:
    results = tmp_path / "mutants.jsonl"
    assert read(results) == {}
    first = mutants("bot/least.py", SOURCE)[0]
    results.write_text(json.dumps([first, "tests"]) + "\n", encoding="utf-8")
    edited = mutants("bot/least.py", f"\n{SOURCE}")[0]
    assert isinstance(edited, Mutant)
    assert first in read(results)
    assert edited not in read(results)
