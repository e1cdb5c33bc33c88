"""Leaving a table, coming back to it, and taking over the seat of a computer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.games import GAMES
from bot.tables import LiveTable, NewsKind, Occupant, TableState, refusal_of, seats
from tests.tables.room import (
    ANNA,
    BELA,
    CLARA,
    STRANGER,
    Room,
    code,
    facts,
    finish,
    least,
    legal,
    names,
    request,
    revision_of,
    step,
)
from tests.tables.toy import TOY

if TYPE_CHECKING:
    from pathlib import Path

LOBBY, STARTED, MOVES, ENDED = NewsKind.LOBBY, NewsKind.DEAL_STARTED, NewsKind.MOVES, NewsKind.ENDED


async def restarted(room: Room, path: Path) -> tuple[Room, LiveTable]:
    """The room after a restart, which changes nothing, and its only table."""
    (table,) = room.tables.in_channel(2)
    before = facts(table), table.now.asleep, table.now.idle_since, table.now.for_end
    await room.close()
    room = await Room.open(path, clock=room.clock)
    (table,) = room.tables.in_channel(2)
    assert (facts(table), table.now.asleep, table.now.idle_since, table.now.for_end) == before
    room.tables.resume()
    await room.tables.quiet()
    return room, table


async def test_a_computer_sits_in_for_a_player_who_leaves(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    assert await table.leave(BELA) is None
    assert table.now.occupants[1] == Occupant("Béla", None, away_id=BELA)
    assert table.now.people == (ANNA, CLARA)
    view = table.now.view(BELA)
    assert view is not None
    assert (view.seat, view.actions) == (None, ())
    assert await room.kinds() == [LOBBY, LOBBY, STARTED, LOBBY, MOVES]


async def test_a_player_who_left_may_come_back(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await table.leave(BELA)
    assert (room.tables.left_by(BELA), room.tables.left_by(ANNA)) == ((table,), ())
    assert await table.join(BELA, "Béla the second") is None
    assert room.tables.left_by(BELA) == ()
    assert table.now.occupants[1] == Occupant("Béla the second", BELA)
    assert await step(table, room)


async def test_a_player_who_sits_down_elsewhere_cannot_come_back(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await table.leave(BELA)
    other = await room.tables.create(request(BELA))
    assert isinstance(other, LiveTable)
    assert code(await table.join(BELA, "Béla")) == "already_playing_here"


@pytest.mark.parametrize("held", [False, True])
async def test_a_table_sleeps_when_the_last_person_leaves(path: Path, held: bool) -> None:
    room = await Room.open(path)
    table = await room.started(BELA, computers=1)
    if held:
        await finish(table, room)
    await table.leave(ANNA)
    assert (table.now.host_id, table.now.asleep) == (BELA, False)
    await room.kinds()
    await table.leave(BELA)
    assert (table.now.asleep, table.now.people, table.now.host_id) == (True, (), BELA)
    assert await room.kinds() == [LOBBY], "no computer moves"
    revision = table.now.revision
    room, table = await restarted(room, path)
    assert await room.kinds() == [NewsKind.RESTORED]
    assert (table.now.asleep, table.now.revision) == (True, revision)
    assert code(await table.join(STRANGER, "x")) == "asleep"
    assert code(await table.next_deal(ANNA)) == "not_seated"
    assert await table.join(ANNA, "Anna") is None
    assert (table.now.asleep, table.now.host_id, table.now.people) == (False, ANNA, (ANNA,))
    await finish(table, room)
    assert table.now.state is TableState.BETWEEN
    assert await table.join(BELA, "Béla") is None
    assert table.now.host_id == ANNA
    await room.close()


async def test_computers_do_not_move_once_the_last_person_has_left(room: Room) -> None:
    table = await room.table(computers=2)
    room.sleep.may_wake.clear()
    await table.start(ANNA)
    await room.sleep.reached[1.5].wait()
    await table.leave(ANNA)
    room.sleep.may_wake.set()
    await room.tables.quiet()
    assert table.now.revision == 1
    assert table.now.state is TableState.PLAYING


async def test_a_person_who_is_gone_from_the_server_is_replaced(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    room.clock.advance(60)
    assert await table.leave(ANNA, gone=True) is None
    assert (table.now.host_id, table.now.people) == (BELA, (BELA, CLARA))
    assert table.now.occupants[0] == Occupant("Anna", None, away_id=ANNA)
    assert table.now.idle_since == 1000, "losing a player is not an action of a person"
    assert code(await table.leave(ANNA, gone=True)) == "not_seated"
    assert await table.join(ANNA, "Anna") is None, "she may be back"
    for user_id in (ANNA, BELA, CLARA):
        await table.leave(user_id, gone=True)
    assert table.now.asleep


async def test_a_lobby_without_anyone_from_the_server_ends(room: Room) -> None:
    table = await room.table(computers=1)
    assert await table.leave(ANNA, gone=True) is None
    assert table.now.state is TableState.ENDED


async def test_a_computers_seat_is_taken_over_between_two_deals(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA, computers=1)
    assert code(await table.join(STRANGER, "x")) == "only_between_deals"
    assert not table.now.takeable
    await table.leave(BELA)
    await finish(table, room)
    assert table.now.takeable == (2, 1), "the seat of a player who left comes last"
    assert table.now.session is not None
    totals = table.now.session.totals
    assert await table.join(STRANGER, "大輔") is None
    assert table.now.occupants[2] == Occupant("大輔", STRANGER)
    assert table.now.session.totals == totals
    assert (names(table.now.players), table.now.taken_over) == (["Anna", "Béla", "Poldi"], (2,))
    room, table = await restarted(room, path)
    assert table.now.players[2] == Occupant("Poldi"), "the players of the deal stay the same"
    assert await table.join(CLARA, "Clara") is None
    assert table.now.taken_over == (1, 2)
    assert table.now.people == (ANNA, CLARA, STRANGER)
    assert code(await table.join(BELA, "Béla")) == "table_full"
    assert await table.next_deal(STRANGER) is None
    assert names(table.now.players) == ["Anna", "Clara", "大輔"]
    await finish(table, room)
    dealt = {
        deal.deal.number: [each.row.user_id for each in deal.standings]
        async for deal in room.store.history.deals()
    }
    assert dealt[2] == [ANNA, CLARA, STRANGER], "the rows of a deal belong to those who played it"
    assert STRANGER not in dealt[1]
    await room.close()


async def test_coming_back_between_deals_is_not_a_takeover(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA, CLARA)
    await table.leave(CLARA)
    await finish(table, room)
    await table.leave(BELA)
    assert [each and each.user_id for each in table.now.players] == [ANNA, BELA, None], "as they played"
    room, table = await restarted(room, path)
    assert [each and each.user_id for each in table.now.players] == [ANNA, BELA, None]
    for user_id, name in ((BELA, "Béla"), (CLARA, "Clara")):
        assert await table.join(user_id, name) is None
    assert table.now.taken_over == ()
    room, table = await restarted(room, path)
    assert table.now.taken_over == ()
    await room.close()


async def test_no_one_takes_over_a_seat_where_only_people_sit(room: Room) -> None:
    table = await room.started(BELA)
    await finish(table, room)
    assert code(await table.join(STRANGER, "x")) == "table_full"


async def test_an_action_wakes_a_table(room: Room) -> None:
    table = await room.started(BELA)
    room.clock.advance(49 * 60 * 60)
    await room.tables.quiet()
    assert (table.now.asleep, table.now.people) == (True, (ANNA, BELA))
    assert await table.act(ANNA, revision_of(table, ANNA), [least(legal(table, ANNA))]) is None
    assert not table.now.asleep
    assert table.now.idle_since == room.clock.now


async def test_a_seated_player_wakes_a_sleeping_table_by_joining_again(room: Room) -> None:
    table = await room.started(BELA)
    room.clock.advance(49 * 60 * 60)
    await room.tables.quiet()
    other = await room.tables.create(request(ANNA))
    assert isinstance(other, LiveTable), "it does not keep her from playing elsewhere"
    assert code(await table.join(ANNA, "Anna")) == "already_playing_here"
    assert await table.join(BELA, "Béla") is None
    assert not table.now.asleep
    assert code(await table.join(BELA, "Béla")) == "already_seated"


async def test_the_host_ends_the_table(room: Room) -> None:
    table = await room.started(BELA)
    assert refusal_of(seats.end(table.now, ANNA)) is None
    assert await table.end(ANNA) is None
    assert table.now.ending == ("host", ANNA)


@pytest.mark.parametrize("moderator", [False, True])
async def test_the_host_may_end_a_sleeping_table_after_leaving_it(room: Room, moderator: bool) -> None:
    table = await room.table(computers=1)
    await table.start(ANNA)
    assert await table.leave(ANNA) is None
    assert table.now.seat_of(ANNA) is None
    assert await table.end(ANNA, moderator=moderator) is None
    assert table.now.ending == ("host", ANNA)


async def test_a_moderator_ends_the_table_of_others(room: Room) -> None:
    table = await room.started(BELA)
    assert (
        code(await table.end(STRANGER)) == code(refusal_of(seats.end(table.now, STRANGER))) == "may_not_end"
    )
    assert refusal_of(seats.end(table.now, STRANGER, moderator=True)) is None
    assert await table.end(STRANGER, moderator=True) is None
    assert table.now.ending == ("moderator", STRANGER)
    assert code(await table.end(STRANGER, moderator=True)) == "table_ended"


async def test_all_people_seated_end_the_table_together(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA, CLARA, game=GAMES["tapp_tarock"])
    await room.kinds()
    assert await table.end(BELA) is None
    assert await room.kinds() == [LOBBY]
    assert table.now.for_end == (1,)
    refusal = await table.end(BELA)
    assert refusal is not None
    assert (refusal.code, refusal.facts) == ("agreed_already", {"count": 2})
    room, table = await restarted(room, path)
    assert await table.end(CLARA) is None
    await table.leave(ANNA)
    assert table.now.host_id == BELA
    assert await table.join(ANNA, "Anna") is None
    assert await table.end(ANNA) is None, "she is no longer the host, but the last to agree"
    assert table.now.ending == ("agreement", None)
    await room.close()


async def test_agreement_lasts_for_one_deal(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await table.end(BELA)
    await finish(table, room)
    assert table.now.for_end == (1,)
    await table.next_deal(ANNA)
    assert not table.now.for_end


async def test_leaving_withdraws_the_agreement_to_end(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await table.end(BELA)
    await table.leave(BELA)
    await table.join(BELA, "Béla")
    assert table.now.for_end == ()


async def test_only_seated_people_can_leave(room: Room) -> None:
    table = await room.started(BELA)
    assert refusal_of(seats.leave(table.now, BELA)) is None
    assert code(refusal_of(seats.leave(table.now, STRANGER))) == "not_seated"


async def test_the_best_deal_keeps_its_original_players(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA, computers=1)
    await finish(table, room)
    assert table.now.session is not None
    assert table.now.session.best[0].number == 1
    assert await table.join(STRANGER, "大輔") is None
    assert names(table.now.best_players) == ["Anna", "Béla", "Poldi"]
    assert await table.next_deal(ANNA) is None
    await table.leave(STRANGER)
    room, table = await restarted(room, path)
    assert names(table.now.players) == ["Anna", "Béla", "大輔"]
    assert names(table.now.best_players) == ["Anna", "Béla", "Poldi"], "not the computer that sits in"
    await table.forget(BELA)
    assert names(table.now.best_players) == ["Anna", "Poldi", "Poldi"], "nor a person who was forgotten"
    await room.close()


async def test_the_best_deal_of_two_partners_keeps_its_original_players(room: Room) -> None:
    table = await room.started(BELA, computers=1, game=replace(TOY, net=lambda _scores: (1, 1, -2)))
    await finish(table, room)
    assert table.now.session is not None
    assert [gain.seat for gain in table.now.session.best] == [0, 1]
    assert await table.join(STRANGER, "大輔") is None
    assert names(table.now.best_players) == ["Anna", "Béla", "Poldi"]


async def test_the_players_of_a_void_deal_are_known_after_a_restart(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA, computers=1, fruitless=True)
    await finish(table, room)
    assert await table.join(STRANGER, "大輔") is None
    room, table = await restarted(room, path)
    assert (names(table.now.players), table.now.taken_over) == (["Anna", "Béla", "Poldi"], (2,))
    assert table.now.best_players == table.now.occupants, "no deal has brought anything"
    await room.close()
