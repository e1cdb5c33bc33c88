"""The command `verify`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.fairness import Fault
from bot.verify import LARGEST, MEANINGS
from tests.fairness.proofs import proof_of


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(proof_of("koenigrufen", 3).document()))
    return path


def changed(file: Path, **values: object) -> Path:
    file.write_text(json.dumps({**json.loads(file.read_text()), **values}))
    return file


def test_a_fair_deal(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file)]) == 0
    assert (
        capsys.readouterr().out == "Deal 3 of table k3m9xp is fair: everything follows from the commitment.\n"
    )
    assert main(["verify", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"ok": True, "deal": 3, "reason": None}


def test_an_unfair_deal(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed(file, press="9")
    assert main(["verify", "--json", str(file)]) == 2
    assert json.loads(capsys.readouterr().out) == {"ok": False, "deal": 3, "reason": "press"}
    assert main(["verify", str(file)]) == 2
    assert "not fair: the secret and the press do not give the seed" in capsys.readouterr().out


def test_every_fault_has_a_meaning() -> None:
    assert set(MEANINGS) == set(Fault)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "not JSON"),
        (b"\xff", "is not text in UTF-8"),
        (b" " * LARGEST, "empty"),
        (b" " * (LARGEST + 1), "is too large"),
        (None, "does not exist"),
    ],
)
def test_an_invalid_proof_file_is_reported_in_one_line(
    content: bytes | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof.json"
    if content is not None:
        path.write_bytes(content)
    assert main(["verify", "--json", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert message in told.err
