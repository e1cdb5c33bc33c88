"""The command `verify`. That it refuses every other file is shown by `tests/test_files.py`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.cli.verify import LARGEST, MEANINGS
from bot.fairness import Fault
from tests.cli.conftest import Ran
from tests.fairness.proofs import proof_of

FILE = Path("proof.json")


@pytest.mark.parametrize(
    ("changes", "code", "reason", "words"),
    [
        ({}, 0, None, "fair: everything follows from the commitment"),
        ({"press": "9"}, 2, "press", "not fair: the secret and the press do not give the seed"),
    ],
)
def test_a_proof_is_checked(
    ran: Ran, changes: dict[str, str], code: int, reason: str | None, words: str
) -> None:
    FILE.write_text(json.dumps({**proof_of("koenigrufen", 3).document(), **changes}))
    done = ran("verify", FILE)
    assert (done.code, done.out) == (code, f"Deal 3 of table k3m9xp is {words}.\n")
    done = ran("verify", FILE, "--json")
    assert (done.code, json.loads(done.out)) == (code, {"ok": not code, "deal": 3, "reason": reason})


def test_every_fault_has_a_meaning() -> None:
    assert set(MEANINGS) == set(Fault)


@pytest.mark.parametrize(("size", "message"), [(LARGEST, "empty"), (LARGEST + 1, "is too large")])
def test_a_file_that_is_too_large_for_a_proof_is_refused(ran: Ran, size: int, message: str) -> None:
    FILE.write_bytes(b" " * size)
    done = ran("verify", FILE)
    assert (done.code, done.out, message in done.err) == (2, "", True)
