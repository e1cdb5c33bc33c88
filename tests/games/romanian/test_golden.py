"""Whole deals, replayed card by card: every list of legal actions, every score sheet."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from bot.games.romanian import ROMANIAN_TAPER, ROMANIAN_TAROK
from bot.games.romanian.scores import piles
from bot.rules.board import Board
from bot.rules.points import counted_in_threes
from tests.notation import Sample, documents, legal
from tests.rulebook import RULES

GAMES = {game.name: game for game in (ROMANIAN_TAROK, ROMANIAN_TAPER)}
RECORDS = {name: [Sample.of(each) for each in documents(f"{name}.jsonl")] for name in GAMES}
ALL = [(name, number) for name, records in RECORDS.items() for number in range(len(records))]
TRACES = {
    (name, number): list(lines)
    for name in GAMES
    for number, lines in groupby(documents(f"{name}.trace.jsonl"), lambda line: line["record"])
}
ENDS = {(name, number): RECORDS[name][number].end(GAMES[name]) for name, number in ALL}


@pytest.mark.parametrize(("name", "number"), ALL)
def test_result(name: str, number: int) -> None:
    result = ENDS[name, number].result
    assert result is not None
    found = {
        "void": result.void,
        "scores": list(result.scores),
        "next": {"dealer": result.next_dealer, "session": dict(result.next_session)},
    }
    assert found == RECORDS[name][number].expected
    assert {line.rule for line in result.lines} <= RULES


@pytest.mark.parametrize(("name", "number"), TRACES)
def test_every_legal_action(name: str, number: int) -> None:
    sample, lines = RECORDS[name][number], TRACES[name, number]
    assert [line["action"] for line in lines] == sample.actions
    for position, line in zip(sample.positions(GAMES[name]), lines, strict=False):
        expected: dict[str, Any] = line["legal"]
        found = {str(seat): legal(position, seat) for seat in position.seats()}
        assert found == {seat: set(actions) for seat, actions in expected.items()}, line["n"]


def scored() -> list[tuple[str, Board]]:
    """The samples that were played to their last trick with a contract."""
    boards = [(name, deal.phase.board) for (name, _), deal in ENDS.items()]
    return [(name, board) for name, board in boards if board.contract and len(board.tricks) == 12]


@pytest.mark.rule("romanian_tarok 21.1")
def test_piles_and_hands() -> None:
    assert len(scored()) > 30
    for name, board in scored():
        ours, theirs = piles(board).values()
        assert (ours | theirs, len(ours & theirs)) == (GAMES[name].pack, 0)
        assert counted_in_threes(ours) + counted_in_threes(theirs) == {4: 70, 3: 66}[board.seats]
        assert all(len(trick.plays) == board.seats for trick in board.tricks)


@pytest.mark.rule("romanian_tarok 21.2")
@pytest.mark.rule("romanian_tarok 14.7")
def test_chips() -> None:
    for deal in ENDS.values():
        result, before = deal.result, deal.layout.session["pool"]
        assert result is not None
        assert isinstance(before, int)
        after = result.next_session["pool"]
        assert isinstance(after, int)
        assert sum(result.scores) == before - after
        assert after >= 0
        board = deal.phase.board
        for line in result.lines:
            if not line.with_pool and board.partner is not None and board.declarer is not None:
                assert line.amounts[board.declarer] == line.amounts[board.partner]
                assert sum(line.amounts) == 0


@pytest.mark.rule("romanian_tarok 21.3")
def test_bids_rise() -> None:
    for (name, _), deal in ENDS.items():
        ladder, calls = GAMES[name].contracts, deal.phase.board.calls
        made = [call.action.argument for call in calls if call.action.verb == "bid"]
        assert made == sorted(set(made), key=ladder.index)
        assert deal.phase.board.contract == (made[-1] if made else "")


@pytest.mark.rule("romanian_tarok 21.4")
def test_levels() -> None:
    for deal in ENDS.values():
        board = deal.phase.board
        if board.level:
            first = int(board.contract[-1])
            assert first <= board.level <= first + 2 * len(board.talon) - 2
