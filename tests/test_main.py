"""What the command line does around each command, run in this process."""

from __future__ import annotations

import gc
import json
import os
import sys
from typing import TYPE_CHECKING

import pytest

from bot.__main__ import _importing, main
from bot.store import StoreError, moving
from bot.store.moving import Moved, Sum
from tests.fairness.proofs import proof_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_garbage_collection_resumes_after_imports_with_their_objects_frozen() -> None:
    frozen = gc.get_freeze_count()
    with _importing():
        assert not gc.isenabled()
        kept: list[object] = [[], []]
    assert gc.isenabled()
    assert gc.get_freeze_count() > frozen
    assert kept


def test_a_closed_output_pipe_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(proof_of("koenigrufen", 3).document()))
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as gone:
        monkeypatch.setattr(sys, "stdout", gone)
        assert main(["verify", str(file)]) == 0


@pytest.mark.usefixtures("no_settings")
def test_a_table_that_differs_after_a_move_is_shown_for_both_databases(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def move(_source: object, _target: object, report: Callable[[Moved], None]) -> None:
        report(Moved("deals", Sum(3, 1 << 255), Sum(3, 1 << 255)))
        report(Moved("tables", Sum(2, 0), Sum(1, 1 << 252)))
        raise StoreError("They differ.")

    monkeypatch.setattr("bot.__main__.set_up", lambda *_: None)
    monkeypatch.setattr(moving, "move", move)
    assert main(["move", "old.db", "new.db"]) == 2
    assert [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()[1:]] == [
        "deals 3 8000000000000000 the same in both",
        "tables 2 0000000000000000 in the source",
        "1 1000000000000000 in the target",
    ]
