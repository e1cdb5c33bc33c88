from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from bot.rules.moves import Action, Move
from bot.tables import News, NewsKind, Table, TableState
from bot.tables.playing import take_over
from tests.tables.room import ANNA, BELA, Room, finish, legal, revision_of, step
from tests.tables.toy import First

if TYPE_CHECKING:
    from pathlib import Path

    from bot.computers.players import Player
    from bot.rules.view import View


async def moves_heard(room: Room) -> list[list[str]]:
    """Return and forget the moves of each news, once all is quiet."""
    await room.tables.quiet()
    moves = [[str(move) for move in news.moves] for _, news in room.heard if news.moves]
    room.heard.clear()
    return moves


async def test_computers_move_one_after_the_other(room: Room) -> None:
    table = await room.started(computers=2)
    assert room.sleep.slept == [1.5, 1.5]
    assert await moves_heard(room) == [["1 lay ?"], ["2 lay ?"]]
    assert table.revision == 3
    (saved,) = await room.store.log.open_tables()
    assert [each.seat for each in saved.actions] == [1, 2]


async def test_moves_that_have_become_illegal_are_not_taken_over(room: Room) -> None:
    table = await room.started(computers=2)
    now, (legal_move, *_) = table._now, legal(table, ANNA)
    assert take_over(now, now, [Move(0, Action("nonsense"))]) is None
    assert take_over(now, now, [Move(0, legal_move)]) is not None


async def test_a_step_is_saved_before_the_next_begins(path: Path) -> None:
    room = await Room.open(path)
    table = await room.table(computers=2)
    moved = asyncio.Event()

    async def hear(_table: Table, news: News) -> None:
        if news.kind is NewsKind.MOVES:
            moved.set()

    room.tables.listen(hear)
    room.sleep.one_by_one = True
    await table.start(ANNA)
    await moved.wait()
    assert table.revision == 2
    (saved,) = await room.store.log.open_tables()
    assert [each.seat for each in saved.actions] == [1], "the other computer still pauses"
    await room.close()
    room = await Room.open(path)
    room.tables.resume()
    await room.tables.quiet()
    (saved,) = await room.store.log.open_tables()
    assert [each.seat for each in saved.actions] == [1, 2], "and goes on after a restart"
    await room.close()


async def test_a_complete_trick_stays_for_two_pauses(room: Room) -> None:
    table = await room.started(computers=2)
    while (table.deal.open.tricks if table.deal else ()) == ():
        room.sleep.slept.clear()
        await step(table, room)
    assert table.deal is not None
    leads = table.deal.open.tricks[0].winner != 0
    assert (3.0 in room.sleep.slept) == leads


async def test_computers_stop_when_a_trick_is_complete(room: Room) -> None:
    table = await room.started(computers=2)
    await moves_heard(room)
    await table.act(ANNA, revision_of(table, ANNA), legal(table, ANNA)[:1])
    first, *moves = await moves_heard(room)
    assert first == ["0 lay ?"]
    assert [len(each) for each in moves] == [1, 1], "the computers play, then Anna is asked"


async def test_a_trick_that_computers_complete_is_shown_before_they_lead(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA, computers=1)
    assert await table.leave(BELA) is None
    await finish(table, room)
    assert table.deal is not None
    tricks = [news for _, news in room.heard if news.kind in {NewsKind.MOVES, NewsKind.DEAL_OVER}]
    played = [move for news in tricks for move in news.moves if move.action.verb == "play"]
    assert len(played) == 9
    position = 0
    for news in tricks:
        plays = [move for move in news.moves if move.action.verb == "play"]
        assert position // 3 == (position + max(len(plays), 1) - 1) // 3, "news spans two tricks"
        position += len(plays)
    await room.close()


async def test_moves_of_computers_do_not_reset_the_idle_time(room: Room) -> None:
    table = await room.table(computers=2)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    room.clock.advance(60)
    room.sleep.may_wake.set()
    await room.tables.quiet()
    assert (table.revision, table.idle_since) == (3, 1000)


async def test_computers_wait_for_people(room: Room) -> None:
    table = await room.started(computers=1)
    await room.tables.quiet()
    assert table.deal is not None
    assert table.deal.seats() == (0,)
    assert room.sleep.slept == [1.5]


async def test_a_whole_session_with_computers(room: Room) -> None:
    table = await room.started(computers=2)
    for number in (1, 2, 3):
        await finish(table, room)
        assert (table.state, table.number) == (TableState.BETWEEN, number)
        assert await table.next_deal(ANNA) is None


async def test_a_computer_gives_the_seat_back_while_it_pauses(room: Room) -> None:
    table = await room.started(BELA)
    room.sleep.may_wake.clear()
    await table.leave(BELA)
    await table.join(BELA, "Béla")
    room.sleep.may_wake.set()
    await room.tables.quiet()
    assert table.revision == 1, "the computer has not moved"
    assert await table.act(BELA, 1, legal(table, BELA)[:1]) is None


async def test_the_table_ends_while_a_computer_pauses(path: Path) -> None:
    room = await Room.open(path)
    table = await room.table(computers=1)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    await table.end(ANNA)
    room.sleep.may_wake.set()
    assert await room.kinds() == [NewsKind.LOBBY, NewsKind.DEAL_STARTED, NewsKind.ENDED]
    await asyncio.gather(*table.tasks)
    assert table.revision == 1
    await room.close()


async def test_people_act_while_a_computer_pauses(room: Room) -> None:
    table = await room.table(computers=1)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    assert await table.act(ANNA, 1, legal(table, ANNA)[:1]) is None
    room.sleep.may_wake.set()
    await room.tables.quiet()
    assert table.revision >= 3


async def test_closing_stops_computers(path: Path) -> None:
    room = await Room.open(path)
    table = await room.table(computers=1)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    await room.close()
    assert table.revision == 1
    assert table.tasks == ()


async def test_computers_do_not_start_again_while_the_table_closes(path: Path) -> None:
    room = await Room.open(path)
    table = await room.table(computers=1)
    starting = asyncio.create_task(table.start(ANNA))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await room.close()
    assert await starting is None
    assert (table.state, table.tasks, room.sleep.slept) == (TableState.PLAYING, (), [])


@dataclass
class Watching(First):
    """Remembers the views it was given."""

    seen: list[View]

    def choose(self, view: View) -> Action:
        self.seen.append(view)
        return super().choose(view)


async def test_a_computer_sees_a_view_of_its_own_seat(path: Path) -> None:
    seen: list[View] = []
    room = await Room.open(path, player=Watching(seen))
    table = await room.started(computers=2)
    await finish(table, room)
    assert {view.seat for view in seen} == {1, 2}
    assert all(view.open.dealt is None for view in seen)
    await room.close()


async def test_a_computer_does_not_act_for_people(room: Room) -> None:
    table = await room.started(BELA, computers=1)
    assert table.deal is not None
    assert table.deal.seats() == (0, 1)
    assert table.revision == 2, "the computer has discarded a card face down"
    assert await table.act(ANNA, 1, legal(table, ANNA)[:1]) is None, "so Anna's controls stay valid"


async def test_a_game_without_a_computer_player_is_still_played(path: Path) -> None:
    def unknown(name: str) -> Player:
        raise KeyError(name)

    room = await Room.open(path, player_for=unknown)
    table = await room.started(computers=2)
    await finish(table, room)
    assert table.state is TableState.BETWEEN
    await room.close()


async def test_a_failing_engine_is_reported_and_the_table_still_answers(
    room: Room, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_anything: object) -> None:
        raise RuntimeError("no card here")

    table = await room.table(computers=1)
    with monkeypatch.context() as patched:
        patched.setattr("bot.tables.autoplay.moves_of_computers", failing)
        await table.start(ANNA)
        await room.tables.quiet()
    assert f"The computers of table {table.id} cannot go on: RuntimeError" in caplog.text
    assert await table.act(ANNA, revision_of(table, ANNA), legal(table, ANNA)[:1]) is None
    await room.tables.quiet()
    assert table.revision >= 3, "and the next change wakes the computers again"
