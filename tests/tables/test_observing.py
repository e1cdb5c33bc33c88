"""Measurements at the tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from bot.tables import TableState
from tests.tables.room import ANNA, BELA, STRANGER, Room, code, finish, legal
from tests.tables.toy import TOY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@dataclass
class Notebook:
    """An observer that writes everything down."""

    actions: Counter[tuple[str, str]] = field(default_factory=Counter)
    thoughts: list[tuple[str, str, float]] = field(default_factory=list)

    def acted(self, game: str, result: str, /) -> None:
        self.actions[game, result] += 1

    def thought(self, game: str, strength: str, seconds: float, /) -> None:
        self.thoughts.append((game, strength, seconds))


@pytest.fixture
def notebook() -> Notebook:
    return Notebook()


@pytest.fixture
async def room(path: Path, notebook: Notebook) -> AsyncIterator[Room]:
    room = await Room.open(path, observer=notebook)
    yield room
    await room.close()


async def test_actions_are_counted_by_their_result(room: Room, notebook: Notebook) -> None:
    table = await room.started(BELA)
    first = legal(table, ANNA)[:1]
    assert await table.act(ANNA, 1, first) is None
    assert code(await table.act(ANNA, 1, first)) == "stale"
    assert code(await table.act(ANNA, None, first)) == "not_your_turn"
    assert code(await table.act(STRANGER, None, first)) == "not_seated"
    await room.store.close()
    assert code(await table.act(BELA, None, legal(table, BELA)[:1])) == "storage_failed"
    assert notebook.actions == {
        (TOY.name, "accepted"): 1,
        (TOY.name, "stale"): 1,
        (TOY.name, "refused"): 2,
        (TOY.name, "storage_error"): 1,
    }
    assert notebook.thoughts == []


async def test_every_thought_of_a_computer_is_measured(room: Room, notebook: Notebook) -> None:
    table = await room.started(computers=2)
    await finish(table, room)
    assert table.now.deal is not None
    assert {(game, strength) for game, strength, _ in notebook.thoughts} == {(TOY.name, "quick")}
    thought = [seconds for _, _, seconds in notebook.thoughts]
    assert len(thought) >= len([move for move in table.now.deal.log if move.seat != 0])
    assert all(0 < seconds < 10 for seconds in thought)


async def test_tables_are_counted_by_state(room: Room) -> None:
    empty = dict.fromkeys(("lobby", "playing", "offer", "between"), 0)
    assert room.tables.count() == empty
    table = await room.started(BELA)
    await room.table(channel=77)
    assert room.tables.count() == {**empty, "lobby": 1, "playing": 1}
    await finish(table, room)
    assert table.now.state is TableState.BETWEEN
    assert room.tables.count() == {**empty, "lobby": 1, "between": 1}
    assert await table.end(ANNA) is None
    assert room.tables.count() == {**empty, "lobby": 1}
