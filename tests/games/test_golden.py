"""Golden deals of every game, replayed action by action: all legal actions and results."""

import gzip
import json
from itertools import groupby
from typing import Any

import pytest

from bot.games import GAMES
from tests.notation import GOLDEN, Sample, documents, legal
from tests.rulebook import RULES

RECORDS = {(name, number): each for name in GAMES for number, each in enumerate(documents(f"{name}.jsonl"))}


def trace(name: str) -> list[dict[str, Any]]:
    """All legal actions before every action of a game's first deals; packed where there are thousands."""
    packed = GOLDEN / f"{name}.trace.jsonl.gz"
    if not packed.exists():
        return documents(f"{name}.trace.jsonl")
    return [json.loads(line) for line in gzip.decompress(packed.read_bytes()).decode().splitlines()]


TRACES = {
    (name, number): list(lines)
    for name in GAMES
    for number, lines in groupby(trace(name), lambda line: line["record"])
}


@pytest.mark.parametrize(("name", "number"), RECORDS)
def test_result(name: str, number: int) -> None:
    sample = Sample.of(RECORDS[name, number])
    result = sample.end(GAMES[name]).result
    assert result is not None
    found = {
        "void": result.void,
        "scores": list(result.scores),
        "next": {"dealer": result.next_dealer, "session": dict(result.next_session)},
    }
    assert found == sample.expected
    assert {line.rule for line in result.lines} <= RULES


@pytest.mark.parametrize(("name", "number"), TRACES)
def test_every_legal_action(name: str, number: int) -> None:
    sample, lines = Sample.of(RECORDS[name, number]), TRACES[name, number]
    assert [line["action"] for line in lines] == sample.actions
    for position, line in zip(sample.positions(GAMES[name]), lines, strict=False):
        expected: dict[str, Any] = line["legal"]
        found = {str(seat): legal(position, seat) for seat in position.seats()}
        assert found == {seat: set(actions) for seat, actions in expected.items()}, line["n"]
