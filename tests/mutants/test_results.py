from __future__ import annotations

import json
from pathlib import Path

import pytest
from coverage import CoverageData

from tests.mutants.__main__ import read, report, stages, tried
from tests.mutants.changes import Mutant, mutants
from tests.mutants.reach import Runners, measured, nearest_first

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


def test_each_result_is_written_and_read_again(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def passes(copy: Path, tests: str) -> bool:
        changed = "not a < b" in (copy / "bot/least.py").read_text(encoding="utf-8")
        return not (changed and tests == "tests/test_least.py")

    monkeypatch.setattr("tests.mutants.__main__.passes", passes)
    results = tree.with_name("mutants.jsonl")
    other, negated = (each for each in mutants("bot/least.py", SOURCE) if each.before == "a < b")
    assert other.after == "(a <= b)"
    unknown = Runners(frozenset(), elsewhere=True)
    found = tried([other, negated], [tree], lambda _path, _line: unknown, results)
    assert found == {other: "", negated: "tests/test_least.py"}
    assert read(results) == {other: "", negated: "tests/test_least.py"}
    assert (tree / "bot/least.py").read_text(encoding="utf-8") == SOURCE
    report([other], 2)
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "1 of 2 found (50%); 0 change nothing.",
        f"not found: {other}",
    ]


def test_tests_that_run_a_line_are_tried_before_the_whole_suite(tree: Path) -> None:
    mutant = mutants("bot/least.py", SOURCE)[0]
    ran = frozenset(("tests/rules/test_a.py::test_b", "tests/test_least.py::test_least[1 2]"))
    inside, outside = Runners(ran, elsewhere=False), Runners(ran, elsewhere=True)
    named = tree.with_name("tests.txt")
    assert list(stages(mutant, tree, inside)) == [
        ("tests/test_least.py", "tests/test_least.py"),
        ("tests that run the line", f"@{named}"),
    ]
    assert named.read_text(encoding="utf-8").splitlines() == sorted(ran)
    assert [name for name, _ in stages(mutant, tree, outside)][-1] == "tests"
    assert nearest_first(ran, "tests/rules")[0] == "tests/rules/test_a.py::test_b"
    assert nearest_first(("tests/x/test_a.py::t", "tests/y/test_b.py::t"), "tests/y")[0].startswith("tests/y")


def test_a_file_without_its_own_tests_is_tried_with_those_that_run_the_line(tree: Path) -> None:
    (mutant, *_) = mutants("bot/app.py", SOURCE)
    ran = Runners(frozenset(("tests/test_least.py::test_least",)), elsewhere=False)
    assert [name for name, _ in stages(mutant, tree, ran)] == ["tests that run the line"]


def test_the_whole_folder_is_tried_because_session_fixtures_run_only_once(tree: Path) -> None:
    (mutant, *_) = mutants("bot/rules/cards.py", SOURCE)
    (tree / "tests" / "rules").mkdir()
    first = Runners(frozenset(("tests/test_least.py::test_least",)), elsewhere=False)
    assert [name for name, _ in stages(mutant, tree, first)] == ["tests that run the line", "tests/rules"]


def test_the_tests_that_run_a_line_are_read_from_coverage(tree: Path) -> None:
    data = CoverageData(str(tree / ".coverage"))
    file = str(tree / "bot/least.py")
    for context, lines in (("", [1]), ("tests/test_least.py::test_least|run", [2])):
        data.set_context(context)
        data.add_lines({file: lines})
    data.write()
    reach = measured(tree / ".coverage", tree)
    assert reach("bot/least.py", 1) == Runners(frozenset(), elsewhere=True)
    assert reach("bot/least.py", 2) == Runners(
        frozenset(("tests/test_least.py::test_least",)), elsewhere=False
    )
    assert reach("bot/least.py", 3) == Runners(frozenset(), elsewhere=True), "nothing runs it"


def test_a_change_of_a_line_edited_since_counts_as_new(tmp_path: Path) -> None:
    results = tmp_path / "mutants.jsonl"
    assert read(results) == {}
    first = mutants("bot/least.py", SOURCE)[0]
    results.write_text(json.dumps([first, "tests"]) + "\n", encoding="utf-8")
    edited = mutants("bot/least.py", f"\n{SOURCE}")[0]
    assert isinstance(edited, Mutant)
    assert first in read(results)
    assert edited not in read(results)
