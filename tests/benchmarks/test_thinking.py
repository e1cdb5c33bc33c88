"""`python -m benchmarks.thinking`: that the players it measures search."""

from __future__ import annotations

import re

import pytest

from benchmarks import thinking


def test_decisions_of_the_strength_are_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(thinking, "STARTING", 0.0)
    monkeypatch.setattr(thinking, "freeze_heap", lambda: None)
    assert thinking.main(["--tables", "1", "--strength", "steady", "--pause", "0", "--seconds", "3"]) == 0
    line = capsys.readouterr().out
    assert line.startswith("steady     1 tables")
    found = re.search(r"([0-9.]+) decisions/s   searched: median +([0-9]+) ms", line)
    assert found is not None
    assert float(found[1]) > 0
    assert int(found[2]) > 0
