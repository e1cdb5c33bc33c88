"""A duplicate match: other people play the deals of a table that has ended."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.cli.recount import deal_differences
from bot.computers import players
from bot.computers.computer import quietest
from bot.games import GAMES
from bot.store import StoreError
from bot.tables import Table, TableState
from bot.tables.match import homes
from bot.tables.restoring import restored
from tests.tables.room import ANNA, BELA, CLARA, NAMES, Room, code, finish, names, request
from tests.tables.toy import TOY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.rules.game import Game
    from bot.tables.match import Match

DEALS = 2
CHANGING = replace(TOY, seating=lambda _options, number: (1, 0) if number == 1 else ())
"""A game whose players change seats after the first deal."""


@pytest.fixture
async def room(path: Path) -> AsyncIterator[Room]:
    opened = await Room.open(path, player_for=players.for_game, sealed=True)
    yield opened
    await opened.close()


async def play(room: Room, table: Table, user: int) -> None:
    """Play a deal to its end; computers have the other seats."""
    await room.tables.quiet()
    while table.state.in_deal:
        view = table.view(user)
        assert view is not None
        assert await table.act(user, None, [quietest(view.actions)]) is None
        await room.tables.quiet()


async def first(room: Room, game: Game, seats: int, deals: int = DEALS) -> Match:
    """Let Anna play some deals with computers, and end the table."""
    table = await room.table(computers=seats - 1, game=game)
    assert await table.start(ANNA) is None
    for number in range(deals):
        await play(room, table, ANNA)
        if number < deals - 1:
            assert await table.next_deal(ANNA) is None
    await table.end(ANNA)
    match = await room.tables.match_against(table.id, GAMES)
    assert match is not None
    return match


async def second(room: Room, match: Match, game: Game) -> Table:
    """Béla's table of a match, with computers."""
    wished = request(BELA, match.layouts[0].options, game=game)._replace(match=match)
    table = await room.tables.create(wished)
    assert isinstance(table, Table)
    await table.fill(BELA)
    return table


SEATS = [(game, seats) for game in GAMES.values() for seats in game.seats]
USUAL = {"tapp_tarock", "royal_tarokk"}
"""Everybody alone, and two teams."""


@pytest.mark.parametrize(
    ("game", "seats"),
    [pytest.param(*row, marks=() if row[0].name in USUAL else pytest.mark.long) for row in SEATS],
    ids=lambda each: getattr(each, "name", each),
)
async def test_both_tables_have_the_same_deals(room: Room, game: Game, seats: int) -> None:
    match = await first(room, game, seats)
    table = await second(room, match, game)
    assert len(table.occupants) == seats
    assert table.commitment is None
    assert await table.start(BELA) is None
    for layout in match.layouts:
        assert table.deal is not None
        assert table.deal.layout == layout
        assert code(await table.announce_last_circle(BELA)) == "no_last_circle"
        await play(room, table, BELA)
        if table.state is TableState.BETWEEN:
            assert await table.next_deal(BELA) is None
    assert table.state is TableState.ENDED
    assert table.match is not None
    assert table.match.is_over
    there, here = table.match.totals
    assert there == tuple(map(sum, zip(*match.there, strict=True)))
    if game.teams:
        one, two = table.match.teams
        assert (one.first, two.first) == (two.second, one.second) == game.teams
        assert one.points == sum(there[seat] for seat in one.first) + sum(here[seat] for seat in one.second)
        assert one.points + two.points == sum(there) + sum(here)
    else:
        assert table.match.teams == ()
    saved = await room.store.history.deals_of(table.id)
    assert len(saved) == DEALS
    for each in saved:
        assert each.standings == ()
        assert [*deal_differences(each)] == []


async def test_a_match_goes_on_after_a_restart(room: Room, path: Path) -> None:
    game = GAMES["tapp_tarock"]
    match = await first(room, game, 3)
    table = await second(room, match, game)
    again = await Room.open(path, player_for=players.for_game, sealed=True)
    lobby = again.tables.get(table.id)
    await again.close()
    assert lobby is not None
    assert (lobby.match, len(lobby.occupants)) == (match, 3)
    assert await table.start(BELA) is None
    await play(room, table, BELA)
    again = await Room.open(path, player_for=players.for_game, sealed=True)
    resumed = again.tables.get(table.id)
    assert resumed is not None
    assert resumed.match == table.match
    assert await resumed.next_deal(BELA) is None
    assert resumed.deal is not None
    assert resumed.deal.layout == match.layouts[1]
    await again.close()


async def test_a_person_who_knows_the_cards_cannot_join(room: Room) -> None:
    match = await first(room, GAMES["koenigrufen"], 4)
    assert match.people == {ANNA}
    table = await second(room, match, GAMES["koenigrufen"])
    await table.remove_computer(BELA)
    assert code(await table.join(ANNA, NAMES[ANNA])) == "knows_cards"
    assert await table.join(CLARA, NAMES[CLARA]) is None
    assert code(await table.set_option(BELA, "no_such_rule", True)) == "match_rules"


async def test_a_person_who_sat_down_after_the_last_deal_is_excluded_too(room: Room) -> None:
    table = await room.table(computers=2, game=GAMES["tapp_tarock"])
    assert await table.start(ANNA) is None
    await play(room, table, ANNA)
    assert await table.join(BELA, NAMES[BELA]) is None
    await table.end(ANNA)
    match = await room.tables.match_against(table.id, GAMES)
    assert match is not None
    assert match.people == {ANNA, BELA}


async def test_a_team_keeps_its_name_when_players_change_seats(room: Room) -> None:
    table = await room.table(BELA)
    assert await table.start(ANNA) is None
    await finish(table, room)
    assert await table.next_deal(ANNA) is None
    await finish(table, room)
    await table.end(ANNA)
    match = await room.tables.match_against(table.id, {TOY.name: CHANGING})
    assert match is not None
    assert match.names == (NAMES[BELA], NAMES[ANNA]), "by the seats of the first deal"


async def test_the_first_seat_of_each_player_is_known(room: Room) -> None:
    table = await room.started(BELA, game=CHANGING)
    assert (table.people, table.homes) == ((ANNA, BELA), (0, 1))
    await finish(table, room)
    assert await table.next_deal(ANNA) is None
    assert (table.people, table.homes) == ((BELA, ANNA), (1, 0))
    saved = await room.store.log.table(table.id)
    assert saved is not None
    _, again = restored(saved, {TOY.name: CHANGING})
    assert again.best_by == table.best_players == table.occupants, (
        "the players of the best deal have changed seats too"
    )


async def test_the_best_deal_of_somebody_who_has_left_moves_along_with_the_seats(room: Room) -> None:
    table = await room.started(BELA, game=CHANGING)
    await finish(table, room)
    assert await table.leave(BELA) is None
    assert await table.next_deal(ANNA) is None
    assert names(table.best_players) == [NAMES[BELA], NAMES[ANNA]]
    assert table.occupants != table.best_players, "a computer plays on"


async def test_players_change_seats_after_a_deal_that_was_nobodys_best(room: Room) -> None:
    table = await room.tables.create(request(ANNA, {"fruitless": True}, game=CHANGING))
    assert isinstance(table, Table)
    assert await table.join(BELA, NAMES[BELA]) is None
    assert await table.start(ANNA) is None
    await finish(table, room)
    assert await table.next_deal(ANNA) is None
    assert table.people == (BELA, ANNA)


async def test_deals_are_awaited_until_they_are_over(room: Room) -> None:
    match = await first(room, GAMES["tapp_tarock"], 3)
    table = await second(room, match, GAMES["tapp_tarock"])

    def awaited() -> list[bool]:
        return [room.tables.awaits(BELA, match.table_id, number) for number in range(4)]

    assert awaited() == [False, True, True, False]
    assert not room.tables.awaits(BELA, table.id, 1)
    assert not room.tables.awaits(CLARA, match.table_id, 1)
    assert await table.start(BELA) is None
    assert await table.leave(BELA) is None
    assert awaited() == [False, True, True, False]
    assert await table.join(BELA, NAMES[BELA]) is None, "back to her own seat, although she knows the cards"
    await play(room, table, BELA)
    assert awaited() == [False, False, True, False]
    await table.end(BELA)
    assert awaited() == [False] * 4


async def test_no_one_sits_down_if_the_people_who_know_the_cards_cannot_be_looked_up(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await first(room, GAMES["tapp_tarock"], 3)
    table = await second(room, match, GAMES["tapp_tarock"])
    await table.remove_computer(BELA)

    async def broken(*_: object) -> frozenset[int]:
        raise StoreError("why")

    monkeypatch.setattr(room.tables, "_services", replace(room.tables._services, knowing=broken))
    monkeypatch.setattr(table, "_services", room.tables._services)
    assert code(await table.join(CLARA, NAMES[CLARA])) == "storage_failed"
    wished = request(CLARA, game=GAMES["tapp_tarock"], channel=77)._replace(match=match)
    assert code(await room.tables.create(wished)) == "storage_failed"


async def test_only_ended_tables_can_be_played_again(room: Room) -> None:
    game = GAMES["tapp_tarock"]
    assert await room.tables.match_against("nosuch", GAMES) is None
    table = await room.table(computers=2, game=game)
    assert await table.start(ANNA) is None
    assert await room.tables.match_against(table.id, GAMES) is None
    await table.end(ANNA)
    assert await room.tables.match_against(table.id, GAMES) is None, "no deal was played to its end"
    match = await first(room, game, 3)
    other = await second(room, match, game)
    assert await other.start(BELA) is None
    await play(room, other, BELA)
    await other.end(BELA)
    assert await room.tables.match_against(other.id, GAMES) is None, "a match is not played a third time"


async def test_a_table_whose_first_table_is_gone_is_suspended(room: Room, path: Path) -> None:
    match = await first(room, GAMES["tapp_tarock"], 3)
    table = await second(room, match, GAMES["tapp_tarock"])
    assert [each async for each in room.store.retention.purge_tables(room.clock.now + 1)]
    again = await Room.open(path)
    assert again.tables.get(table.id) is None
    assert [each.id for each in again.tables.suspended] == [table.id]
    await again.close()


def test_players_are_traced_back_to_their_seats_in_the_first_deal() -> None:
    game = GAMES["royal_tarokk"]
    layout = replace(game.lay_out(game.pack.sorted, 0, 4), options={"swap_after_half": True})
    found = [homes(game, layout, deals) for deals in range(8)]
    assert found == [(0, 1, 2, 3)] * 4 + [(1, 0, 3, 2)] * 4
