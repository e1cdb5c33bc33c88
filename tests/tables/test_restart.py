from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from bot.games import GAMES
from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.store import StoreError
from bot.store.database import Database, Step
from bot.tables import NewsKind, TableState
from bot.tables.storage import save
from tests.tables.room import (
    ANNA,
    BELA,
    CLARA,
    STRANGER,
    Room,
    facts,
    finish,
    legal,
    request,
    revision_of,
    step,
)
from tests.tables.toy import TOY

if TYPE_CHECKING:
    from pathlib import Path

    from bot.rules.game import Game
    from bot.tables import LiveTable


async def restart(room: Room, path: Path) -> Room:
    await room.close()
    return await Room.open(path)


def only(room: Room) -> LiveTable:
    (table,) = room.tables.of_user(ANNA)
    return table


async def test_a_lobby_is_restored(path: Path) -> None:
    room = await Room.open(path)
    table = await room.table(BELA, computers=1)
    await table.leave(BELA)
    await table.set_option(ANNA, "fruitless", value=True)
    before = facts(table)
    assert table.now.options == {"fruitless": True}
    room = await restart(room, path)
    assert facts(only(room)) == before
    assert await only(room).join(CLARA, "Clara") is None
    assert await only(room).start(ANNA) is None
    await room.close()


async def test_players_keep_their_seats_when_a_free_one_vanished_at_the_start(path: Path) -> None:
    room = await Room.open(path)
    table = await room.table(BELA, CLARA)
    await table.leave(BELA)
    await table.start(ANNA)
    assert table.now.people == (ANNA, CLARA)
    before = facts(table)
    room = await restart(room, path)
    assert facts(only(room)) == before
    await room.close()


async def test_partners_keep_the_seats_they_changed_to(path: Path) -> None:
    room = await Room.open(path)
    table = await room.table(BELA, CLARA, STRANGER, game=ROYAL_TAROKK)
    await table.set_option(ANNA, "deals_per_match", 4)
    await table.set_option(ANNA, "swap_after_half", value=True)
    await table.start(ANNA)
    for _ in range(2):
        await finish(table, room)
        await table.next_deal(ANNA)
    assert table.now.people == (BELA, ANNA, STRANGER, CLARA)
    before = facts(table)
    room = await restart(room, path)
    assert facts(only(room)) == before
    await room.close()


@pytest.mark.parametrize("game", [TOY, *GAMES.values()], ids=lambda game: game.name)
async def test_a_restart_at_every_point_changes_nothing(path: Path, game: Game) -> None:
    room = await Room.open(path)
    others = (BELA, CLARA, STRANGER)[: max(2, min(game.seats) - 1)]
    table = await room.started(*others, game=game)
    going_on, steps = True, 0
    while going_on:
        before = facts(table)
        room = await restart(room, path)
        table = only(room)
        assert facts(table) == before
        going_on, steps = await step(table, room), steps + 1
    assert table.now.state is TableState.BETWEEN
    assert steps > 3
    assert await table.next_deal(CLARA) is None
    before = facts(table)
    room = await restart(room, path)
    assert facts(only(room)) == before
    await room.close()


@pytest.mark.parametrize("held", [False, True])
async def test_an_ended_table_is_not_restored(path: Path, held: bool) -> None:
    room = await Room.open(path)
    table = await room.started(BELA)
    if held:
        await finish(table, room)
    await table.end(ANNA)
    room = await restart(room, path)
    assert room.tables.of_user(ANNA) == ()
    await room.close()


async def test_a_player_who_was_away_may_come_back_after_a_restart(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA, CLARA)
    await table.leave(BELA)
    await room.tables.quiet()
    before = facts(table)
    room = await restart(room, path)
    assert facts(only(room)) == before
    assert await only(room).join(BELA, "Béla") is None
    await room.close()


async def test_restored_tables_are_published_and_computers_go_on(path: Path) -> None:
    room = await Room.open(path)
    table = await room.table(computers=2)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    room = await restart(room, path)
    assert await room.kinds() == []
    assert room.sleep.slept == [], "no computer moves before all listeners listen"
    room.tables.resume()
    assert await room.kinds() == [NewsKind.RESTORED, NewsKind.MOVES, NewsKind.MOVES]
    await finish(only(room), room)
    assert only(room).now.state is TableState.BETWEEN
    await room.close()


async def test_an_old_button_works_after_a_restart(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA)
    await step(table, room)
    table_id, revision, choice = table.id, revision_of(table, BELA), legal(table, BELA)[:1]
    room = await restart(room, path)
    again = room.tables.get(table_id)
    assert again is not None
    assert await again.act(BELA, revision, choice) is None
    await room.close()


async def test_revisions_never_repeat(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA)
    seen = [table.now.revision]
    for _ in range(3):
        while await step(table, room):
            seen.append(table.now.revision)
        room = await restart(room, path)
        table = only(room)
        assert table.now.revision == seen[-1]
        await table.next_deal(ANNA)
        seen.append(table.now.revision)
    assert seen == list(range(1, seen[-1] + 1))
    await room.close()


SPOILED = {
    "another version of the rules": "UPDATE tables SET engine = 99",
    "a game that does not exist": "UPDATE tables SET game = 'whist'",
    "an action that is refused": "UPDATE actions SET action = 'play T21'",
    "a result of an unfinished deal": "UPDATE deals SET result = '{}'",
    "an unknown card": "UPDATE deals SET talon = 'joker'",
    "a duplicate card": """UPDATE deals SET hands = '["T22 T22"]'""",
    "invalid JSON": "UPDATE deals SET session = '{'",
    "missing seats": "UPDATE tables SET session = '{}'",
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED)
async def test_a_log_that_cannot_be_replayed_suspends_its_table_alone(
    path: Path, caplog: pytest.LogCaptureFixture, spoil: str
) -> None:
    room = await Room.open(path)
    table = await room.started(BELA)
    await step(table, room)
    other = await room.tables.create(request(CLARA))
    await room.close()
    database = await Database.open(path)
    which = "id" if "tables" in spoil else "table_id"
    await database.write(Step(text(f"{spoil} WHERE {which} = :table"), [{"table": table.id}]))
    await database.close()

    room = await Room.open(path)
    assert room.tables.get(table.id) is None
    assert [each.id for each in room.tables.of_user(CLARA)] == [getattr(other, "id", None)]
    assert f"Table {table.id} is suspended" in caplog.text
    assert "T2" not in caplog.text, "no card is logged"
    before = everything(path)
    room = await restart(room, path)
    assert [each.id for each in room.tables.suspended] == [table.id]
    assert room.tables.get_suspended(table.id)
    assert everything(path) == before, "everything saved of it stays as it is"
    await room.close()


def everything(path: Path) -> list[list[tuple[object, ...]]]:
    """All rows of the tables that a table is restored from."""
    with closing(sqlite3.connect(path)) as database:
        names = ("tables", "seats", "deals", "actions")
        return [list(database.execute(f"SELECT * FROM {name}")) for name in names]


async def test_a_suspended_table_goes_on_with_a_program_that_reads_it(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA)
    await step(table, room)
    revision = table.now.revision
    await room.close()
    for engine, suspended in ((99, True), (1, False)):
        database = await Database.open(path)
        await database.write(Step(text(f"UPDATE tables SET engine = {engine}")))
        await database.close()
        room = await Room.open(path)
        assert (room.tables.get_suspended(table.id) is not None) is suspended
        await room.close()
    found = room.tables.get(table.id)
    assert found is not None
    assert found.now.revision == revision


@pytest.mark.parametrize("late", [False, True])
async def test_a_bot_with_a_stale_table_catches_up_with_another_bot(database: Path | str, late: bool) -> None:
    first = await Room.open(database)
    table = await first.started(BELA)
    second = await Room.open(database)
    double = only(second)
    assert await table.act(ANNA, 1, legal(table, ANNA)[:1]) is None
    if late:
        await finish(table, first)
        assert await table.next_deal(BELA) is None
    refusal = await double.act(ANNA, 1, legal(double, ANNA)[-1:])
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("stale", "")
    assert facts(double) == facts(table)
    assert await second.kinds() == [NewsKind.RESTORED], "the panels that it shows are brought up to date"
    await finish(double, second)
    assert double.now.state is TableState.BETWEEN
    for room in (first, second):
        await room.close()


async def test_seats_changed_by_another_bot_are_read_again(database: Path | str) -> None:
    first = await Room.open(database)
    table = await first.table(BELA)
    second = await Room.open(database)
    double = only(second)
    assert await table.leave(BELA) is None
    refusal = await double.join(CLARA, "Clara")
    assert refusal is not None
    assert refusal.code == "stale"
    assert facts(double) == facts(table)
    assert await double.join(CLARA, "Clara") is None
    for room in (first, second):
        await room.close()


async def test_a_table_ended_by_another_bot_ends_here_too(database: Path | str) -> None:
    first = await Room.open(database)
    table = await first.table(BELA)
    second = await Room.open(database)
    double = only(second)
    assert await table.end(ANNA) is None
    refusal = await double.leave(BELA)
    assert refusal is not None
    assert refusal.code == "table_ended"
    assert await second.kinds() == [NewsKind.ENDED]
    assert second.tables.of_user(ANNA) == ()
    for room in (first, second):
        await room.close()


async def test_a_save_whose_answer_was_lost_is_found(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection may be lost in the commit: then it is unknown whether something was saved."""
    table = await room.started(BELA)

    async def lost(*arguments: Any) -> None:
        await save(*arguments)
        raise StoreError("The database cannot be reached.")

    with monkeypatch.context() as patched:
        patched.setattr("bot.tables.storage.save", lost)
        refusal = await table.act(ANNA, 1, legal(table, ANNA)[:1])
    assert refusal is not None
    assert refusal.code == "storage_failed"
    assert table.now.revision == 1
    refusal = await table.act(ANNA, 1, legal(table, ANNA)[:1])
    assert refusal is not None
    assert refusal.code == "stale"
    assert table.now.revision == 2
    await finish(table, room)
    assert table.now.state is TableState.BETWEEN
