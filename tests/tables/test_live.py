"""The news of a table, and saves that fail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from bot.games import GAMES
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.tables import LiveTable, News, NewsKind, TableState
from bot.tables.storage import save
from bot.tables.tables import RETRY_SECONDS
from tests.tables.room import (
    ANNA,
    BELA,
    CHANNEL,
    CLARA,
    TOY,
    Disk,
    OpenRoom,
    Room,
    code,
    deal_of,
    facts,
    finish,
    legal,
    refused,
    request,
    revision_of,
    step,
)


async def news(room: Room) -> list[News]:
    """Return and forget the news heard, once all is quiet."""
    await room.tables.quiet()
    heard = [each for _, each in room.heard]
    room.heard.clear()
    return heard


async def test_computers_are_not_next_while_a_person_is_asked_too(room: Room) -> None:
    table = await room.started(BELA, CLARA)
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
async def test_the_last_trick_is_held_only_if_computers_pause(open_room: OpenRoom, pause: float) -> None:
    room = await open_room(pause=pause)
    table, shown = await room.started(computers=1), dict[int, bool]()
    for _ in range(4):
        await finish(table, room)
        shown[deal_of(table).log[-1].seat] = table.now.shows_result
        await table.next_deal(ANNA)
    assert shown == dict.fromkeys((0, 1), not pause), "either player may have played the last card"


async def test_the_result_of_a_deal_without_a_trick_follows_at_once(room: Room) -> None:
    table = await room.started(BELA, CLARA, game=GAMES["tapp_tarock"])
    while table.now.state.in_deal:
        asked = next(user for user in table.now.people if legal(table, user))
        assert await table.act(asked, None, [Action("pass")]) is None
    last = (await news(room))[-1]
    assert (last.kind, last.trick_complete) == (NewsKind.DEAL_OVER, False)
    assert table.now.shows_result


async def test_the_next_deal_may_begin_while_the_last_trick_is_shown(room: Room) -> None:
    table = await room.started(BELA)
    await finish(table, room)
    assert not table.now.shows_result
    assert await table.next_deal(BELA) is None, "a player who has seen enough goes on"
    await room.wait(10)
    assert NewsKind.RESULT not in await room.kinds()
    await finish(table, room)
    assert not table.now.shows_result
    table = await room.restarted()
    assert table.now.shows_result, "it was saved with the last card"


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


WISHES: dict[str, Callable[[LiveTable], Awaitable[Refusal | None]]] = {
    "act": lambda table: table.act(ANNA, revision_of(table, ANNA), legal(table, ANNA)[:1]),
    "leave": lambda table: table.leave(BELA),
    "end": lambda table: table.end(ANNA),
}


@pytest.mark.parametrize("wish", WISHES.values(), ids=WISHES)
async def test_a_change_that_cannot_be_saved_does_not_happen(
    room: Room,
    disk: Disk,
    caplog: pytest.LogCaptureFixture,
    wish: Callable[[LiveTable], Awaitable[Refusal | None]],
) -> None:
    table = await room.started(BELA)
    await room.kinds()
    before = facts(table)
    await disk(False)
    refusal = refused(await wish(table))
    assert (refusal.code, refusal.rule) == ("storage_failed", "")
    assert f"[{refusal.facts['id']}] Table {table.id} cannot be saved" in caplog.text
    assert facts(table) == before
    assert await room.kinds() == []
    await disk(True)
    assert await wish(table) is None


async def test_a_table_that_cannot_be_saved_is_not_opened(room: Room, disk: Disk) -> None:
    await disk(False)
    assert code(await room.tables.create(request(ANNA))) == "storage_failed"
    assert room.tables.in_channel(CHANNEL) == ()
    await disk(True)
    assert isinstance(await room.tables.create(request(ANNA)), LiveTable)


async def test_computers_try_again_after_a_failed_save(room: Room, disk: Disk) -> None:
    table = await room.table(computers=1)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    await disk(False)
    room.sleep.may_wake.set()
    await room.sleep.reached[RETRY_SECONDS].wait()
    assert table.now.revision == 1
    await disk(True)
    await room.tables.quiet()
    assert table.now.revision == 2


async def test_a_table_that_cannot_be_saved_says_so_while_the_outage_lasts(room: Room, disk: Disk) -> None:
    table, idle = await room.started(BELA), await room.table(channel=77)
    await room.kinds()
    await disk(False)
    assert code(await table.act(ANNA, 1, legal(table, ANNA)[:1])) == "storage_failed"
    for lasts, said in ((False, []), (True, [NewsKind.OUTAGE]), (True, []), (False, [NewsKind.OUTAGE])):
        room.tables.note_outage(lasts=lasts)
        assert await room.kinds() == said
        assert (table.now.unsaved, idle.now.unsaved) == (lasts, False)
    room.tables.note_outage(lasts=True)
    await disk(True)
    assert await table.act(ANNA, 1, legal(table, ANNA)[:1]) is None
    assert not table.now.unsaved
    assert await room.kinds() == [NewsKind.OUTAGE, NewsKind.MOVES]
    room.tables.note_outage(lasts=True)
    assert await room.kinds() == []


async def test_a_listener_that_fails_is_logged_and_breaks_nothing(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    async def failing(_table: LiveTable, _news: News) -> None:
        raise RuntimeError(f"somebody holds {TOY.pack}")

    heard: list[News] = []

    async def hearing(_table: LiveTable, news: News) -> None:
        heard.append(news)

    room.tables.listen(failing)
    room.tables.listen(hearing)
    with caplog.at_level(logging.DEBUG):
        table = await room.started(BELA)
    assert [news.kind for news in heard] == [NewsKind.LOBBY, NewsKind.DEAL_STARTED]
    assert f"A listener to deal_started of table {table.id} failed: RuntimeError" in caplog.text
    assert "in failing" in caplog.text, "the stack is logged"
    assert "T22" not in caplog.text


async def test_listeners_receive_news_after_saving_in_order_and_outside_the_lock(room: Room) -> None:
    lengths: list[int] = []

    async def answering(table: LiveTable, news: News) -> None:
        if news.kind is NewsKind.MOVES:
            (saved,) = await room.store.log.open_tables()
            lengths.append(len(saved.actions))
            if table.now.deal is not None and 0 in deal_of(table).seats():
                assert await table.act(ANNA, None, legal(table, ANNA)[:1]) is None, "the lock is free"

    room.tables.listen(answering)
    table = await room.started(BELA)
    assert await table.act(BELA, None, legal(table, BELA)[:1]) is None
    await room.tables.quiet()
    assert lengths == sorted(lengths)
    assert lengths[:2] == [1, 2]
    moves = [str(move) for _, news in room.heard for move in news.moves]
    assert [move[0] for move in moves] == [str(move)[0] for move in deal_of(table).log]


async def test_a_slow_listener_holds_up_no_move_and_no_other_table(room: Room) -> None:
    may_go_on = asyncio.Event()
    heard: list[str] = []
    heard_any = asyncio.Event()

    async def slow(table: LiveTable, _news: News) -> None:
        if table.now.channel_id == CHANNEL:
            await may_go_on.wait()
        heard.append(table.id)
        heard_any.set()

    room.tables.listen(slow)
    table, other = await room.table(BELA), await room.table(channel=77)
    await table.start(ANNA)
    assert await table.act(ANNA, 1, legal(table, ANNA)[:1]) is None
    await other.join(CLARA, "Clara")
    await heard_any.wait()
    assert heard == [other.id]
    may_go_on.set()
    await room.tables.quiet()
    assert heard == [other.id, table.id, table.id, table.id]


async def test_closing_waits_until_all_news_is_delivered(room: Room) -> None:
    heard: list[NewsKind] = []

    async def slow(_table: LiveTable, news: News) -> None:
        for _ in range(20):
            await asyncio.sleep(0)
        heard.append(news.kind)

    room.tables.listen(slow)
    table = await room.table(BELA)
    await table.start(ANNA)
    await room.tables.close()
    assert heard == [NewsKind.LOBBY, NewsKind.DEAL_STARTED]


@pytest.mark.parametrize("hops", range(16))
async def test_a_cancelled_caller_leaves_the_table_consistent(room: Room, hops: int) -> None:
    table = await room.started(BELA)
    acting = asyncio.create_task(table.act(ANNA, 1, legal(table, ANNA)[:1]))
    for _ in range(hops):
        await asyncio.sleep(0)
    acting.cancel()
    with suppress(asyncio.CancelledError):
        await acting
    await room.tables.quiet()
    assert await table.act(BELA, None, legal(table, BELA)[:1]) is None
    await finish(table, room)
    before = facts(table)
    again = await room.restarted()
    assert facts(again) == before


async def test_a_change_that_is_being_saved_is_applied_before_the_next(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    saving, may_save = asyncio.Event(), asyncio.Event()

    async def slow(*arguments: Any) -> None:
        saving.set()
        await may_save.wait()
        await save(*arguments)

    table = await room.started(BELA)
    monkeypatch.setattr("bot.tables.storage.save", slow)
    acting = asyncio.create_task(table.act(ANNA, 1, legal(table, ANNA)[:1]))
    await saving.wait()
    following = asyncio.create_task(table.act(ANNA, 1, legal(table, ANNA)[:1]))
    for _ in range(3):
        acting.cancel()
        await asyncio.sleep(0)
    assert (table.now.revision, acting.done(), following.done()) == (1, False, False)
    may_save.set()
    with pytest.raises(asyncio.CancelledError):
        await acting
    assert table.now.revision == 2, "it was saved, so it has happened"
    assert code(await following) == "stale"


async def test_names_of_tables_do_not_repeat(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await room.table()
    letters = iter(table.id + "zzzzzz")
    monkeypatch.setattr("bot.tables.tables.secrets.choice", lambda _alphabet: next(letters))
    other = await room.create(request(BELA, channel=77))
    assert other.id == "zzzzzz"
