"""The lines about the secret of a deal and the press that began it, if there was one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from bot.fairness import Fault, Opened, Seal
from bot.text import words
from cogs.fairness import verdict
from cogs.table.progress import revealed_line, sealed_line

if TYPE_CHECKING:
    from bot.fairness import Proof
    from bot.tables import Table

W = words("en")
SEAL = Seal("k3m9xp", 4, "5ec7e7")


def table(**known: object) -> Table:
    return cast("Table", SimpleNamespace(**known))


def proved(press: int | None, fault: Fault | None = None) -> list[str]:
    """The verdict on a deal."""
    known = {"table": "k3m9xp", "number": 4, "commitment": SEAL.commitment, "secret": SEAL.secret}
    proof = SimpleNamespace(**known, press=press, fault=lambda: fault)
    return verdict(W, cast("Proof", proof)).splitlines()


def test_a_table_without_a_seal_has_no_seal_line() -> None:
    assert sealed_line(W, table(commitment=None)) == ""
    assert SEAL.commitment in sealed_line(W, table(commitment=SEAL.commitment))


@pytest.mark.parametrize(("press", "said"), [(12, "and the press `12`"), (None, "alone, without a press")])
def test_the_revealed_line_names_the_secret_and_the_press(press: int | None, said: str) -> None:
    line = revealed_line(W, table(opened=Opened(SEAL, press)))
    assert f"the secret `5ec7e7` {said}" in line
    assert "/verify deal:k3m9xp/4" in line
    assert revealed_line(W, table(opened=None)) == ""


def test_a_verdict_names_seal_secret_and_press() -> None:
    fair, *told = proved(12)
    assert "Deal k3m9xp/4 was dealt fairly" in fair
    assert told[:3] == [
        f"- Sealed before the deal: `{SEAL.commitment}`",
        "- Secret, revealed after it: `5ec7e7`",
        "- Press that began the deal: `12`",
    ]
    assert "- Press that began the deal: `none`" in proved(None)
    assert "does not fit its seal** (`deck`)" in proved(12, Fault.DECK)[0]
