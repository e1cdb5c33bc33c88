"""Whole deals, replayed card by card: every list of legal actions, every score sheet."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from tests.games.illustrated_tarokk.table import result_of
from tests.notation import Sample, documents, legal
from tests.rulebook import RULES

RECORDS = documents("illustrated_tarokk.jsonl")
TRACES = {
    number: list(lines)
    for number, lines in groupby(documents("illustrated_tarokk.trace.jsonl"), lambda line: line["record"])
}


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_result(number: int) -> None:
    sample = Sample.of(RECORDS[number])
    result = result_of(sample.end(ILLUSTRATED_TAROKK))
    found = {
        "void": result.void,
        "scores": list(result.scores),
        "next": {"dealer": result.next_dealer, "session": dict(result.next_session)},
    }
    assert found == sample.expected
    assert {line.rule for line in result.lines} <= RULES


@pytest.mark.parametrize("number", TRACES)
def test_every_legal_action(number: int) -> None:
    sample, lines = Sample.of(RECORDS[number]), TRACES[number]
    assert [line["action"] for line in lines] == sample.actions
    for position, line in zip(sample.positions(ILLUSTRATED_TAROKK), lines, strict=False):
        expected: dict[str, Any] = line["legal"]
        found = {str(seat): legal(position, seat) for seat in position.seats()}
        assert found == {seat: set(actions) for seat, actions in expected.items()}, line["n"]
