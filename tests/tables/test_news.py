"""What listeners learn from the news of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.games import GAMES
from bot.rules.moves import Action
from bot.tables import News, NewsKind, TableState
from tests.tables.room import ANNA, BELA, CLARA, Room, finish, legal, step

if TYPE_CHECKING:
    from pathlib import Path


async def news(room: Room) -> list[News]:
    """Return and forget the news heard, once all is quiet."""
    await room.tables.quiet()
    heard = [each for _, each in room.heard]
    room.heard.clear()
    return heard


async def test_people_are_asked_next(room: Room) -> None:
    table = await room.started(BELA)
    await news(room)
    await table.act(ANNA, None, legal(table, ANNA)[:1])
    (moves,) = await news(room)
    assert (moves.kind, moves.trick_complete, moves.computer_next) == (NewsKind.MOVES, False, False)


async def test_a_computer_is_asked_next(room: Room) -> None:
    table = await room.started(computers=2)
    await news(room)
    await table.act(ANNA, None, legal(table, ANNA)[:1])
    *before, last = await news(room)
    assert [(each.trick_complete, each.computer_next) for each in before] == [(False, True)] * len(before)
    assert (last.trick_complete, last.computer_next) == (False, False)


async def test_computers_are_not_next_while_a_person_is_asked_too(room: Room) -> None:
    table = await room.table(BELA, CLARA)
    await table.start(ANNA)
    room.sleep.may_wake.clear()
    await table.leave(CLARA)
    await table.act(ANNA, None, legal(table, ANNA)[:1])
    room.sleep.may_wake.set()
    moves = next(each for each in await news(room) if each.kind is NewsKind.MOVES)
    assert [move.seat for move in moves.moves] == [0]
    assert not moves.computer_next, "Béla is asked, too"


@pytest.mark.parametrize("computers", [0, 1])
async def test_a_complete_trick_is_shown_before_a_computer_leads(room: Room, computers: int) -> None:
    table = await room.started(*([] if computers else [BELA]), computers=computers)
    for _ in range(3):
        await finish(table, room)
        await table.next_deal(ANNA)
    await finish(table, room)
    heard = await news(room)
    complete = [each for each in heard if each.trick_complete and each.kind is NewsKind.MOVES]
    assert len(complete) == 4 * 2, "the last of three tricks ends the deal"
    assert any(each.computer_next for each in complete) == bool(computers)
    assert heard[-1].kind is NewsKind.DEAL_OVER


@pytest.mark.parametrize("computers", [0, 1])
async def test_the_last_trick_stays_before_the_result(room: Room, computers: int) -> None:
    table = await room.started(*([] if computers else [BELA]), computers=computers)
    await finish(table, room)
    last = (await news(room))[-1]
    assert (last.kind, last.trick_complete, last.computer_next) == (NewsKind.DEAL_OVER, True, True)
    seen = [table.now.shows_result]
    for seconds in (2.9, 0.1):
        await room.wait(seconds)
        seen.append(table.now.shows_result)
    assert (table.now.state, seen) == (TableState.BETWEEN, [False, False, True])
    assert [each.kind for each in await news(room)] == [NewsKind.RESULT]


@pytest.mark.parametrize("pause", [0.5, 0.0])
async def test_the_last_trick_is_held_only_if_computers_pause(path: Path, pause: float) -> None:
    room = await Room.open(path, pause=pause)
    table, shown = await room.started(computers=1), dict[int, bool]()
    for _ in range(4):
        await finish(table, room)
        assert table.now.deal is not None
        shown[table.now.deal.log[-1].seat] = table.now.shows_result
        await table.next_deal(ANNA)
    assert shown == dict.fromkeys((0, 1), not pause), "whoever played the last card"
    await room.close()


async def test_the_result_of_a_deal_without_a_trick_follows_at_once(room: Room) -> None:
    table = await room.started(BELA, CLARA, game=GAMES["tapp_tarock"])
    while table.now.state.in_deal:
        asked = next(user for user in table.now.people if legal(table, user))
        assert await table.act(asked, None, [Action("pass")]) is None
    last = (await news(room))[-1]
    assert (last.kind, last.trick_complete) == (NewsKind.DEAL_OVER, False)
    assert table.now.shows_result


async def test_the_next_deal_may_begin_while_the_last_trick_is_shown(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA)
    await finish(table, room)
    assert not table.now.shows_result
    assert await table.next_deal(BELA) is None, "a player who has seen enough goes on"
    await room.wait(10)
    assert NewsKind.RESULT not in await room.kinds()
    await finish(table, room)
    assert not table.now.shows_result
    await room.close()
    room = await Room.open(path)
    (table,) = room.tables.in_channel(2)
    assert table.now.shows_result, "it was saved with the last card"
    await room.close()


async def test_a_table_that_ends_or_sleeps_shows_the_result_at_once(room: Room) -> None:
    table = await room.started(computers=2)
    await finish(table, room)
    seen = [table.now.shows_result]
    await table.end(ANNA)
    assert [*seen, table.now.shows_result] == [False, True]


async def test_the_news_of_an_end_contains_the_last_moves(room: Room) -> None:
    table = await room.started(BELA)
    for number in range(3):
        if number == 0:
            await table.announce_last_circle(ANNA)
        await finish(table, room)
        last = (await news(room))[-1]
        assert [move.action.verb for move in last.moves] == ["play"]
        assert last.kind is (NewsKind.ENDED if number == 2 else NewsKind.DEAL_OVER)
        await table.next_deal(ANNA)
    assert table.now.state is TableState.ENDED
    assert not await step(table, room)
