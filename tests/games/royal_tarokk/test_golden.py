"""Whole deals, replayed card by card: every list of legal actions, every result."""

from __future__ import annotations

import gzip
import json
from itertools import groupby
from typing import Any

import pytest

from bot.games.royal_tarokk import ROYAL_TAROKK
from tests.notation import GOLDEN, Sample, documents, legal

RECORDS = documents("royal_tarokk.jsonl")


def trace() -> list[dict[str, Any]]:
    """All legal actions before every action of the first deals; packed, as there are thousands."""
    text = gzip.decompress((GOLDEN / "royal_tarokk.trace.jsonl.gz").read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


TRACES = {number: list(lines) for number, lines in groupby(trace(), lambda line: line["record"])}


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_result(number: int) -> None:
    result = Sample.of(RECORDS[number]).end(ROYAL_TAROKK).result
    assert result is not None
    found = {
        "void": result.void,
        "scores": list(result.scores),
        "next": {"dealer": result.next_dealer, "session": dict(result.next_session)},
    }
    assert found == Sample.of(RECORDS[number]).expected


@pytest.mark.parametrize("number", TRACES)
def test_every_legal_action(number: int) -> None:
    sample, lines = Sample.of(RECORDS[number]), TRACES[number]
    assert [line["action"] for line in lines] == sample.actions
    for position, line in zip(sample.positions(ROYAL_TAROKK), lines, strict=False):
        expected: dict[str, Any] = line["legal"]
        found = {str(seat): legal(position, seat) for seat in position.seats()}
        assert found == {seat: set(actions) for seat, actions in expected.items()}, line["n"]
