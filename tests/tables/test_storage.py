"""Restarts, several processes on one database, and what is saved of a finished deal."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.record import Record
from bot.rules.results import Outcome
from bot.store import DealRow, StoreError
from bot.store.database import Step
from bot.tables import LiveTable, NewsKind, TableState, summarized
from bot.tables.storage import Summary, gains, replayed, save
from tests.cli.recounting import finished
from tests.postgresql import Server
from tests.tables.room import (
    ANNA,
    BELA,
    CLARA,
    STRANGER,
    TOY,
    OpenRoom,
    Room,
    code,
    facts,
    finish,
    legal,
    refused,
    request,
    step,
)


def only(room: Room) -> LiveTable:
    (table,) = room.tables.of_user(ANNA)
    return table


@pytest.mark.parametrize("game", [TOY, *GAMES.values()], ids=lambda game: game.name)
async def test_a_restart_at_every_point_changes_nothing(room: Room, game: Game) -> None:
    others = (BELA, CLARA, STRANGER)[: max(2, min(game.seats) - 1)]
    table = await room.started(*others, game=game)
    going_on, steps = True, 0
    while going_on:
        before = facts(table)
        table = await room.restarted()
        assert facts(table) == before
        going_on, steps = await step(table, room), steps + 1
    assert table.now.state is TableState.BETWEEN
    assert steps > 3
    assert await table.next_deal(CLARA) is None
    before = facts(table)
    assert facts(await room.restarted()) == before


async def test_restored_tables_are_published_and_computers_go_on(room: Room) -> None:
    table = await room.table(computers=2)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    await room.restart()
    assert await room.kinds() == []
    assert room.sleep.slept == [], "no computer moves before all listeners listen"
    room.tables.resume()
    assert await room.kinds() == [NewsKind.RESTORED, NewsKind.MOVES, NewsKind.MOVES]
    await finish(only(room), room)
    assert only(room).now.state is TableState.BETWEEN


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
    room: Room, path: Path, caplog: pytest.LogCaptureFixture, spoil: str
) -> None:
    table = await room.started(BELA)
    await step(table, room)
    other = await room.tables.create(request(CLARA))
    which = "id" if "tables" in spoil else "table_id"
    await room.store.write(Step(text(f"{spoil} WHERE {which} = :table"), [{"table": table.id}]))
    await room.restart()
    assert room.tables.get(table.id) is None
    assert [each.id for each in room.tables.of_user(CLARA)] == [getattr(other, "id", None)]
    assert f"Table {table.id} is suspended" in caplog.text
    assert "T2" not in caplog.text, "no card is logged"
    before = everything(path)
    await room.restart()
    assert [each.id for each in room.tables.suspended] == [table.id]
    assert room.tables.get_suspended(table.id)
    assert everything(path) == before, "everything saved of it stays as it is"


def everything(path: Path) -> list[list[tuple[object, ...]]]:
    """All rows of the tables that a table is restored from."""
    with closing(sqlite3.connect(path)) as database:
        names = ("tables", "seats", "deals", "actions")
        return [list(database.execute(f"SELECT * FROM {name}")) for name in names]


@pytest.mark.parametrize("late", [False, True])
async def test_a_bot_with_a_stale_table_catches_up_with_another_bot(
    open_room: OpenRoom, database: Path | str, late: bool
) -> None:
    first = await open_room(database)
    table = await first.started(BELA)
    second = await open_room(database)
    double = only(second)
    assert await table.act(ANNA, 1, legal(table, ANNA)[:1]) is None
    if late:
        await finish(table, first)
        assert await table.next_deal(BELA) is None
    refusal = refused(await double.act(ANNA, 1, legal(double, ANNA)[-1:]))
    assert (refusal.code, refusal.rule) == ("stale", "")
    assert facts(double) == facts(table)
    assert await second.kinds() == [NewsKind.RESTORED], "the panels that it shows are brought up to date"
    await finish(double, second)
    assert double.now.state is TableState.BETWEEN


async def test_a_table_ended_by_another_bot_ends_here_too(open_room: OpenRoom, database: Path | str) -> None:
    first = await open_room(database)
    table = await first.table(BELA)
    second = await open_room(database)
    double = only(second)
    assert await table.end(ANNA) is None
    refusal = refused(await double.leave(BELA))
    assert refusal.code == "table_ended"
    assert await second.kinds() == [NewsKind.ENDED]
    assert second.tables.of_user(ANNA) == ()


async def test_a_save_whose_answer_was_lost_is_found(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection may be lost in the commit: then it is unknown whether something was saved."""
    table = await room.started(BELA)

    async def lost(*arguments: Any) -> None:
        await save(*arguments)
        raise StoreError("The database cannot be reached.")

    with monkeypatch.context() as patched:
        patched.setattr("bot.tables.storage.save", lost)
        refusal = refused(await table.act(ANNA, 1, legal(table, ANNA)[:1]))
    assert refusal.code == "storage_failed"
    assert table.now.revision == 1
    refusal = refused(await table.act(ANNA, 1, legal(table, ANNA)[:1]))
    assert refusal.code == "stale"
    assert table.now.revision == 2
    await finish(table, room)
    assert table.now.state is TableState.BETWEEN


GOLDEN = Path(__file__).parents[1] / "golden"
ANNOUNCED = {Outcome.MADE: 1, Outcome.MISSED: -1}
MADE = {**ANNOUNCED, Outcome.WON: 1, Outcome.LOST: -1, Outcome.FORFEITED: -1}


def golden(name: str) -> list[Deal]:
    """The golden deals of a game that are over."""
    found = []
    for line in GOLDEN.joinpath(f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        record = Record.parse(line, GAMES)
        deal = Deal.start(record.game, record.layout)
        for move in record.moves:
            after = deal.act(move.seat, move.action)
            assert isinstance(after, Deal)
            deal = after
        if deal.result is not None and not deal.result.void:
            found.append(deal)
    return found


@pytest.mark.parametrize("name", ["tapp_tarock", "tapp_tarock.worked", "koenigrufen", "koenigrufen.worked"])
def test_contracts_and_announcements_turn_out_as_the_sheet_says(name: str) -> None:
    seen = set[int]()
    for deal in golden(name):
        assert deal.result is not None
        own = {gain.seat: gain for gain in gains(deal, deal.result)}
        turned_out = {line.item: MADE[line.outcome] for line in deal.result.lines if line.outcome in MADE}
        announced = {
            line.item: ANNOUNCED[line.outcome] for line in deal.result.lines if line.outcome in ANNOUNCED
        }
        contract = turned_out.get("game", turned_out.get("valat", 0))
        for seat, gain in own.items():
            assert gain.contract == (contract if seat == deal.open.declarer else 0)
            said = [announced[each.id] for each in deal.open.items if each.seat == seat]
            assert (gain.kept, gain.missed) == (said.count(1), said.count(-1))
        seen.add(contract)
    assert seen >= {1, -1}


@pytest.mark.parametrize("name", ["illustrated_tarokk", "romanian_tarok", "romanian_taper"])
def test_only_declarers_make_or_fail_a_contract_in_games_with_an_auction(name: str) -> None:
    played = [(deal, list(gains(deal, deal.result))) for deal in golden(name) if deal.result]
    contracts = {gain.contract for _, own in played for gain in own if gain.declarer}
    assert contracts >= {1, -1}
    assert not any(gain.contract for _, own in played for gain in own if not gain.declarer)
    assert any(gain.kept for _, own in played for gain in own)
    assert any(gain.missed for _, own in played for gain in own)


def test_a_game_of_teams_has_announcements_but_no_contracts() -> None:
    found = [gain for deal in golden("royal_tarokk") if deal.result for gain in gains(deal, deal.result)]
    assert {gain.contract for gain in found} == {0}
    assert sum(gain.kept for gain in found) > 0 < sum(gain.missed for gain in found)


@pytest.mark.parametrize("name", GAMES)
def test_a_summary_is_read_as_it_was_written(name: str) -> None:
    for deal in (*golden(name), finished(name)):
        assert deal.result is not None
        summary = Summary.of(deal, deal.result)
        assert Summary.parse(summary.json()) == summary
        assert summary.scores == deal.result.scores
        assert (summary.contract, summary.declarer) == (deal.open.contract, deal.open.declarer)


@pytest.mark.parametrize("name", ["tapp_tarock", "koenigrufen"])
def test_moments_are_announcements_made_and_slams(name: str) -> None:
    seen = set[Outcome]()
    for deal in (*golden(name), *golden(f"{name}.worked")):
        assert deal.result is not None
        moments = Summary.of(deal, deal.result).moments
        assert all(line in moments for line in deal.result.lines if line.outcome is Outcome.MADE)
        assert all(line.item == "valat" for line in moments if line.outcome is not Outcome.MADE)
        seen |= {line.outcome for line in moments}
    assert seen == {Outcome.MADE, Outcome.WON}


async def test_only_finished_deals_without_a_summary_are_replayed_for_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.started(BELA)
    for _ in range(2):
        await finish(table, room)
        assert await table.next_deal(ANNA) is None
    kept = await room.store.finished.of_table(table.id)
    await room.store.write(Step(text("UPDATE deals SET summary = NULL WHERE number <> 1")))
    numbers: list[int] = []

    def counted(saved: Any, deal: DealRow, *rest: Any) -> Deal:
        numbers.append(deal.number)
        return replayed(saved, deal, *rest)

    monkeypatch.setattr("bot.tables.review.replayed", counted)
    assert await summarized(room.store, table.id, {TOY.name: TOY}) == kept
    assert numbers == [2], "neither the first, whose summary is known, nor the third, which goes on"
    monkeypatch.setattr(room.store.history, "deals_of", None)
    assert await summarized(room.store, table.id, {TOY.name: TOY}) == kept, "without reading any log"


async def test_players_are_refused_until_the_server_is_back(
    open_room: OpenRoom, server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    database = await server.create()
    room = await open_room(database)
    table = await room.started(BELA)
    await step(table, room)
    await room.kinds()
    before = facts(table)

    server.stop()
    act = legal(table, BELA)[:1]
    assert code(await table.act(BELA, None, act)) == "storage_failed"
    assert code(await table.act(BELA, None, act)) == "storage_failed"
    assert f"Table {table.id} cannot be saved: The database in PostgreSQL cannot be reached" in caplog.text
    assert code(await room.tables.create(request(STRANGER))) == "storage_failed"
    assert code(await table.leave(ANNA)) == "storage_failed"
    assert await room.kinds() == []
    assert facts(table) == before
    server.start()

    assert await table.act(BELA, None, act) is None
    assert await room.kinds() == [NewsKind.MOVES]
    await finish(table, room)
    before = facts(table)
    assert facts(await room.restarted()) == before
