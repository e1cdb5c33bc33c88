"""Tables of given cards: one person, computers, one deal, and no standings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.cli.recount import deal_differences
from bot.computers import players
from bot.computers.computer import quietest
from bot.fairness import Fault, Proof
from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.record import Record
from bot.rules.session import Session
from bot.store import RecordRow
from bot.tables import Daily, Given, NewsKind, Table, TableState, UnreadableLogError, record_id
from tests.notation import documents
from tests.tables.room import ANNA, BELA, Room, code, request

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from pathlib import Path

    from bot.rules.game import Game

WORKED = documents("tapp_tarock.worked.jsonl")


@pytest.fixture
async def room(path: Path) -> AsyncIterator[Room]:
    opened = await Room.open(path, player_for=players.for_game, sealed=True)
    yield opened
    await opened.close()


async def opened(room: Room, given: Given, user: int = ANNA) -> Table:
    wished = request(user, game=given.game)
    seats = given.seated(user, wished.host_name)
    table = await room.tables.create(wished._replace(seats=seats, given=given))
    assert isinstance(table, Table)
    return table


async def finish(room: Room, table: Table, user: int = ANNA) -> None:
    await room.tables.quiet()
    while table.state.in_deal:
        view = table.view(user)
        assert view is not None
        assert await table.act(user, None, [quietest(view.actions)]) is None
        await room.tables.quiet()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
async def test_the_cards_of_a_day_are_played_in_every_game(room: Room, game: Game) -> None:
    given = Given.of_day("secret", game, "2026-11-22")
    assert given == Given.of_day("secret", game, "2026-11-22")
    assert given.seat == 0
    assert given.layout != Given.of_day("secret", game, "2026-11-23").layout
    assert given.layout != Given.of_day("other", game, "2026-11-22").layout
    table = await opened(room, given)
    assert (await room.kinds())[0] is NewsKind.DEAL_STARTED
    assert table.state.in_deal
    assert table.deal is not None
    assert (table.deal.dealt, table.commitment) == (given.layout, None)
    await finish(room, table)
    assert table.state is TableState.ENDED
    play = await room.store.plays.of(given.name, ANNA)
    assert play is not None
    assert table.deal.result is not None
    result = table.deal.result
    assert play.points == (0 if result.void else game.net(result.settled)[given.seat])
    assert play.contract == table.deal.open.contract
    assert await room.store.finished.page(play.guild_id) == ()
    (saved,) = [each async for each in room.store.history.deals()]
    assert [*deal_differences(saved)] == []
    assert [each async for each in room.store.history.players()] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_proof_of_a_days_cards_does_not_reveal_the_secret_of_all_days(game: Game) -> None:
    given, secret = Given.of_day("secret", game, "2026-11-22"), "of all days"
    assert Given.of_day(secret, game, "2026-11-22").commitment != given.commitment
    for day in range(1, 29):
        given = Given.of_day(secret, game, f"2026-11-{day:02}")
        text = json.dumps(Daily.of(secret, game, f"2026-11-{day:02}").proof.document())
        assert secret not in text
        proof = Proof.parse(text, GAMES)
        assert proof.fault() is None
        assert (proof.commitment, proof.press) == (given.commitment, None)
        assert proof.record.layout == given.layout
        changed = proof._replace(commitment="0" * 64)
        assert changed.fault() is Fault.COMMITMENT


def test_a_day_with_misdeals_is_proved() -> None:
    game = GAMES["royal_tarokk"]
    found = (Daily.of("secret", game, f"day {number}") for number in range(1000))
    daily = next(each for each in found if each.misdeals)
    assert len(daily.proof.decks) == daily.misdeals + 1
    assert daily.proof.fault() is None


async def test_a_deal_is_given_with_its_seat_and_its_house_rules(room: Room) -> None:
    table = await room.started(BELA, game=GAMES["tapp_tarock"], computers=1)
    while table.state.in_deal:
        user = next(each for each in table.people if (view := table.view(each)) and view.actions)
        view = table.view(user)
        assert view is not None
        assert await table.act(user, None, [view.actions[-1]]) is None
        await room.tables.quiet()
    saved = await room.store.history.saved_deal(table.id, 1)
    assert saved is not None
    given = Given.of(saved, GAMES)
    assert given is not None
    assert (given.name, given.seat, given.players) == (f"{table.id}/1", 0, frozenset({ANNA, BELA}))
    assert table.deal is not None
    assert given.layout == table.deal.dealt
    assert table.deal.result is not None
    assert given.played.points == table.game.net(table.deal.result.settled)[0]
    assert "layout" not in repr(given)


async def test_a_deal_in_progress_is_not_given(room: Room) -> None:
    table = await room.started(game=GAMES["tapp_tarock"], computers=2)
    saved = await room.store.history.saved_deal(table.id, 1)
    assert saved is not None
    assert Given.of(saved, GAMES) is None


async def test_the_same_cards_are_given_once_to_each_person(room: Room) -> None:
    given = Given.of_day("secret", GAMES["tapp_tarock"], "2026-11-22")
    table = await opened(room, given)
    seats = given.seated(ANNA, "Anna")
    again = request(ANNA, game=given.game, channel=77)._replace(seats=seats, given=given)
    assert code(await room.tables.create(again)) == "stale"
    assert code(await table.announce_last_circle(ANNA)) == "no_last_circle"
    assert (await opened(room, given, BELA)).given == given.name


async def test_a_restart_in_the_middle_changes_nothing(room: Room, path: Path) -> None:
    given = Given.of_day("secret", GAMES["koenigrufen"], "2026-11-22")
    table = await opened(room, given)
    await room.close()
    again = await Room.open(path, player_for=players.for_game, sealed=True)
    try:
        restored = again.tables.get(table.id)
        assert restored is not None
        assert (restored.given, restored.occupants) == (given.name, table.occupants)
        again.tables.resume()
        await finish(again, restored)
        play = await again.store.plays.of(given.name, ANNA)
        assert play is not None
        assert play.points is not None
    finally:
        await again.store.close()
        room.store._closed = True


def test_no_computer_shares_the_name_of_the_player() -> None:
    given = Given.of_day("secret", GAMES["tapp_tarock"], "2026-11-22")
    assert [each.name for each in given.seated(ANNA, "Poldi")] == ["Poldi", "Resi", "Ferdl"]


def test_a_record_is_played_from_the_seat_of_forehand() -> None:
    record = Record.parse(json_of(WORKED[0]), GAMES)
    row = RecordRow(record_id(record), record.json(), 1, 0.0)
    given = Given.of_record(row, GAMES)
    assert (given.name, given.seat) == (f"{row.id}/1", record.layout.next(record.layout.dealer))
    assert given.layout == record.layout
    assert given.played.points is not None


def test_the_id_of_a_record_is_stable_across_versions() -> None:
    record = Record.parse(json_of(WORKED[0]), GAMES)
    assert record_id(record) == "cmc9ycgxem"
    bare = {name: value for name, value in WORKED[0].items() if name != "result"}
    assert record_id(Record.parse(json_of(bare), GAMES)) == record_id(record), (
        "the id does not depend on the result"
    )


@pytest.mark.parametrize("text", ["{}", ""])
def test_a_record_that_cannot_be_read_is_not_given(text: str) -> None:
    with pytest.raises(UnreadableLogError):
        Given.of_record(RecordRow("x", text, 1, 0.0), GAMES)


def test_a_record_with_an_illegal_action_is_not_given() -> None:
    text = json_of({**WORKED[0], "actions": ["0 play T1"]})
    with pytest.raises(UnreadableLogError, match="action 0 is refused"):
        Given.of_record(RecordRow("x", text, 1, 0.0), GAMES)


def test_given_cards_keep_the_pool_of_their_original_deal() -> None:
    game = GAMES["romanian_tarok"]
    layout = Session.first(game, {}, 4, 0).deal(game.pack.sorted).layout
    session = Session.given(game, layout)
    assert session.for_next_deal == layout.session
    assert Deal.start(game, layout).layout.session == layout.session


def json_of(document: Mapping[str, object]) -> str:
    return json.dumps(document)
