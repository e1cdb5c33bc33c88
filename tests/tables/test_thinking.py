"""Computer players while they think: the table stays free, and a late or bad answer does no harm."""

from __future__ import annotations

import asyncio
import logging
import threading
from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING

import pytest

from bot.rules.moves import Action
from bot.tables import NewsKind, Occupant, TableState, thinking
from tests.tables.room import ANNA, BELA, Room, finish, legal
from tests.tables.toy import First

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from bot.computers.players import Player
    from bot.rules.view import View


async def moves_heard(room: Room) -> list[list[str]]:
    """Return and forget the moves of each news, once all is quiet."""
    await room.tables.quiet()
    moves = [[str(move) for move in news.moves] for _, news in room.heard if news.moves]
    room.heard.clear()
    return moves


@dataclass
class Blocked(First):
    """Thinks until it is released."""

    thinking: Event = field(default_factory=Event)
    released: Event = field(default_factory=Event)
    thoughts: int = 0

    def choose(self, view: View) -> Action:
        self.thoughts += 1
        self.thinking.set()
        assert self.released.wait(10)
        return super().choose(view)

    async def think(self) -> None:
        """Wait until it thinks."""
        assert await asyncio.to_thread(self.thinking.wait, 10)


@pytest.fixture
def player() -> Iterator[Blocked]:
    blocked = Blocked()
    yield blocked
    blocked.released.set()


@pytest.fixture
async def blocked_room(path: Path, player: Blocked) -> AsyncIterator[Room]:
    room = await Room.open(path, player=player)
    yield room
    await room.close()


async def test_others_act_while_a_computer_thinks(blocked_room: Room, player: Blocked) -> None:
    table = await blocked_room.table(BELA, computers=1)
    await table.start(ANNA)
    await player.think()
    assert await table.act(ANNA, 1, legal(table, ANNA)[:1]) is None
    assert await table.act(BELA, None, legal(table, BELA)[:1]) is None
    assert table.revision == 3
    player.released.set()
    await blocked_room.tables.quiet()
    (saved,) = await blocked_room.store.log.open_tables()
    assert [each.seat for each in saved.actions] == [0, 1, 2]
    assert player.thoughts == 1, "secret actions of others do not make it think again"


async def test_a_secret_action_taken_while_a_computer_thinks_comes_before_its_move(
    blocked_room: Room, player: Blocked
) -> None:
    table = await blocked_room.table(computers=2)
    await table.start(ANNA)
    await player.think()
    assert await table.act(ANNA, 1, legal(table, ANNA)[:1]) is None
    player.released.set()
    heard = await moves_heard(blocked_room)
    assert heard[:3] == [["0 lay ?"], ["1 lay ?"], ["2 lay ?"]]
    (saved,) = await blocked_room.store.log.open_tables()
    assert table.deal is not None
    assert [str(move) for move in table.deal.log] == [f"{each.seat} {each.action}" for each in saved.actions]


async def test_a_person_leaves_and_comes_back_while_a_computer_thinks(
    blocked_room: Room, player: Blocked
) -> None:
    table = await blocked_room.table(BELA, computers=1)
    await table.start(ANNA)
    await player.think()
    assert await table.leave(BELA) is None
    assert table.occupants[1] == Occupant("Béla", away_id=BELA)
    assert await table.join(BELA, "Béla") is None
    assert await table.announce_last_circle(BELA) is None
    player.released.set()
    await blocked_room.tables.quiet()
    assert player.thoughts == 1, "the computer's choice is as good as before"
    assert table.revision == 2
    assert table.session is not None
    assert table.session.last_circle_announced_after == 0


async def test_the_computer_does_not_act_for_a_person_who_came_back_while_it_thought(
    blocked_room: Room, player: Blocked
) -> None:
    table = await blocked_room.table(BELA)
    await table.start(ANNA)
    await table.leave(BELA)
    await player.think()
    assert await table.join(BELA, "Béla") is None
    player.released.set()
    await blocked_room.tables.quiet()
    assert table.revision == 1
    assert await table.act(BELA, 1, legal(table, BELA)[:1]) is None


async def test_the_host_ends_the_table_while_a_computer_thinks(blocked_room: Room, player: Blocked) -> None:
    table = await blocked_room.table(computers=1)
    await table.start(ANNA)
    await player.think()
    assert await table.end(ANNA) is None
    assert await blocked_room.kinds() == [NewsKind.LOBBY, NewsKind.DEAL_STARTED, NewsKind.ENDED]
    player.released.set()
    await asyncio.gather(*table.tasks)
    assert (table.revision, await blocked_room.store.log.open_tables()) == (1, ())


async def test_closing_does_not_wait_for_a_computer_that_thinks(path: Path, player: Blocked) -> None:
    room = await Room.open(path, player=player)
    table = await room.table(computers=1)
    await table.start(ANNA)
    await player.think()
    async with asyncio.timeout(5):
        await room.close()
    assert (table.revision, table.tasks) == (1, ())
    threads = [thread for thread in threading.enumerate() if thread.name == "computer player"]
    assert [thread.daemon for thread in threads] == [True], "Python does not wait for it either"


async def test_a_computer_that_hangs_takes_the_first_legal_action(
    blocked_room: Room,
    player: Blocked,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking, "THINKING_SECONDS", 0.01)
    table = await blocked_room.started(computers=1)
    (saved,) = await blocked_room.store.log.open_tables()
    assert table.deal is not None
    assert [each.action for each in saved.actions] == [f"lay {table.deal.layout.hands[1].sorted[0]}"]
    said = f"The quick computer player on seat 1 of table {table.id} did not answer within 0.01 seconds"
    assert said in caplog.text
    assert not [card for card in table.game.pack if f" {card}" in caplog.text], "no card is logged"


class Raising:
    def choose(self, view: View) -> Action:
        raise RuntimeError(f"I hold {view.hand}")


class Cheating:
    def choose(self, view: View) -> Action:
        return Action(view.actions[0].verb, "T21")


@pytest.mark.parametrize(("failing", "why"), [(Raising(), "RuntimeError"), (Cheating(), "not_in_hand")])
async def test_a_computer_that_fails_takes_the_first_legal_action(
    path: Path, caplog: pytest.LogCaptureFixture, failing: Player, why: str
) -> None:
    room = await Room.open(path, player=failing)
    table = await room.started(computers=2)
    with caplog.at_level(logging.DEBUG):
        await finish(table, room)
    assert table.state is TableState.BETWEEN
    assert f"of table {table.id}" in caplog.text
    assert why in caplog.text
    assert table.deal is not None
    assert not [card for card in table.game.pack if f" {card}" in caplog.text], "no card is logged"
    await room.close()
