"""Given cards, matches and rematches."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.cli.recount import deal_differences
from bot.computers import players
from bot.computers.players import Strength
from bot.fairness import Fault, Proof
from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.record import Record
from bot.rules.session import Session
from bot.shards import Shards
from bot.store import RecordRow, SavedTable, StoreError
from bot.tables import Daily, Given, LiveTable, NewsKind, Tables, TableState, UnreadableLogError, record_id
from bot.tables.match import Match, homes
from bot.tables.storage import restored
from bot.tables.tables import people_of, rematch, seat_of
from tests.notation import documents
from tests.tables.room import (
    ANNA,
    BELA,
    CHANNEL,
    CLARA,
    GUILD,
    NAMES,
    STRANGER,
    TOY,
    OpenRoom,
    Room,
    code,
    deal_of,
    finish,
    legal,
    names,
    request,
    result_of,
)

WORKED = documents("tapp_tarock.worked.jsonl")


@pytest.fixture
async def room(open_room: OpenRoom) -> Room:
    return await open_room(player_for=players.for_game, sealed=True)


async def opened(room: Room, given: Given, user: int = ANNA) -> LiveTable:
    wished = request(user, game=given.game)
    seats = given.seated(user, wished.host_name)
    return await room.create(wished._replace(seats=seats, given=given))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
async def test_the_cards_of_a_day_are_played_in_every_game(room: Room, game: Game) -> None:
    given = Given.of_day("secret", game, "2026-11-22")
    assert given == Given.of_day("secret", game, "2026-11-22")
    assert given.seat == 0
    assert given.layout != Given.of_day("secret", game, "2026-11-23").layout
    assert given.layout != Given.of_day("other", game, "2026-11-22").layout
    table = await opened(room, given)
    assert (await room.kinds())[0] is NewsKind.DEAL_STARTED
    assert table.now.state.in_deal
    assert (deal_of(table).dealt, table.now.commitment) == (given.layout, None)
    await finish(table, room)
    assert table.now.state is TableState.ENDED
    played = await room.store.plays.of(given.name, ANNA)
    assert played is not None
    result = result_of(table)
    assert played.points == (0 if result.void else game.net(result.settled)[given.seat])
    assert played.contract == deal_of(table).open.contract
    assert await room.store.finished.page(played.guild_id) == ()
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
    while table.now.state.in_deal:  # by the last legal action, a bid: a deal in which all pass is void
        user = next(each for each in table.now.people if legal(table, each))
        assert await table.act(user, None, [legal(table, user)[-1]]) is None
        await room.tables.quiet()
    saved = await room.saved_deal(table)
    given = Given.of(saved, GAMES)
    assert given is not None
    assert (given.name, given.seat, given.players) == (f"{table.id}/1", 0, frozenset({ANNA, BELA}))
    assert given.layout == deal_of(table).dealt
    assert given.played.points == table.now.game.net(result_of(table).settled)[0]
    assert "layout" not in repr(given)


async def test_a_deal_in_progress_is_not_given(room: Room) -> None:
    table = await room.started(game=GAMES["tapp_tarock"], computers=2)
    saved = await room.saved_deal(table)
    assert Given.of(saved, GAMES) is None


async def test_a_restart_in_the_middle_changes_nothing(room: Room) -> None:
    given = Given.of_day("secret", GAMES["koenigrufen"], "2026-11-22")
    before = (await opened(room, given)).now
    table = await room.restarted()
    assert (table.now.given, table.now.occupants) == (given.name, before.occupants)
    room.tables.resume()
    await finish(table, room)
    played = await room.store.plays.of(given.name, ANNA)
    assert played is not None
    assert played.points is not None


def test_no_computer_shares_the_name_of_the_player() -> None:
    given = Given.of_day("secret", GAMES["tapp_tarock"], "2026-11-22")
    assert [each.name for each in given.seated(ANNA, "Poldi")] == ["Poldi", "Resi", "Ferdl"]


def test_a_record_is_played_from_the_seat_of_forehand() -> None:
    record = Record.parse(json.dumps(WORKED[0]), GAMES)
    row = RecordRow(record_id(record), record.json(), 1, 0.0)
    given = Given.of_record(row, GAMES)
    assert (given.name, given.seat) == (f"{row.id}/1", record.layout.next(record.layout.dealer))
    assert given.layout == record.layout
    assert given.played.points is not None


def test_the_id_of_a_record_is_stable_across_versions() -> None:
    record = Record.parse(json.dumps(WORKED[0]), GAMES)
    assert record_id(record) == "cmc9ycgxem"
    bare = {name: value for name, value in WORKED[0].items() if name != "result"}
    assert record_id(Record.parse(json.dumps(bare), GAMES)) == record_id(record), (
        "the id does not depend on the result"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [("{}", None), ("", None), (json.dumps({**WORKED[0], "actions": ["0 play T1"]}), "action 0 is refused")],
    ids=["another format", "empty", "an illegal action"],
)
def test_a_record_that_cannot_be_read_is_not_given(text: str, why: str | None) -> None:
    with pytest.raises(UnreadableLogError, match=why):
        Given.of_record(RecordRow("x", text, 1, 0.0), GAMES)


def test_given_cards_keep_the_pool_of_their_original_deal() -> None:
    game = GAMES["romanian_tarok"]
    layout = Session.first(game, {}, 4, 0).deal(game.pack.sorted).layout
    session = Session.given(game, layout)
    assert session.for_next_deal == layout.session
    assert Deal.start(game, layout).layout.session == layout.session


DEALS = 2
CHANGING = replace(TOY, seating=lambda _options, number: (1, 0) if number == 1 else ())
"""A game whose players change seats after the first deal."""


async def first(room: Room, game: Game, seats: int, deals: int = DEALS) -> Match:
    """Let Anna play some deals with computers, and end the table."""
    table = await room.started(computers=seats - 1, game=game)
    for number in range(deals):
        await finish(table, room)
        if number < deals - 1:
            assert await table.next_deal(ANNA) is None
    await table.end(ANNA)
    match = await room.tables.match_against(table.id, GAMES)
    assert match is not None
    return match


async def second(room: Room, match: Match, game: Game) -> LiveTable:
    """Béla's table of a match, with computers."""
    wished = request(BELA, match.layouts[0].options, game=game)._replace(match=match)
    table = await room.create(wished)
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
    assert len(table.now.occupants) == seats
    assert table.now.commitment is None
    assert await table.start(BELA) is None
    for layout in match.layouts:
        assert deal_of(table).layout == layout
        assert code(await table.announce_last_circle(BELA)) == "no_last_circle"
        await finish(table, room)
        if table.now.state is TableState.BETWEEN:
            assert await table.next_deal(BELA) is None
    assert table.now.state is TableState.ENDED
    assert table.now.match is not None
    assert table.now.match.is_over
    there, here = table.now.match.totals
    assert there == tuple(map(sum, zip(*match.there, strict=True)))
    if game.teams:
        one, two = table.now.match.teams
        assert (one.first, two.first) == (two.second, one.second) == game.teams
        assert one.points == sum(there[seat] for seat in one.first) + sum(here[seat] for seat in one.second)
        assert one.points + two.points == sum(there) + sum(here)
    else:
        assert table.now.match.teams == ()
    saved = await room.store.history.deals_of(table.id)
    assert len(saved) == DEALS
    for each in saved:
        assert each.standings == ()
        assert [*deal_differences(each)] == []


async def test_a_match_goes_on_after_a_restart(room: Room) -> None:
    game = GAMES["tapp_tarock"]
    match = await first(room, game, 3)
    await second(room, match, game)
    await room.restart()
    (table,) = room.tables.of_user(BELA)
    assert (table.now.match, len(table.now.occupants)) == (match, 3)
    assert await table.start(BELA) is None
    await finish(table, room)
    played = table.now.match
    await room.restart()
    (table,) = room.tables.of_user(BELA)
    assert table.now.match == played
    assert await table.next_deal(BELA) is None
    assert deal_of(table).layout == match.layouts[1]


async def test_a_person_who_knows_the_cards_cannot_join(room: Room) -> None:
    match = await first(room, GAMES["koenigrufen"], 4)
    assert match.people == {ANNA}
    table = await second(room, match, GAMES["koenigrufen"])
    await table.remove_computer(BELA)
    assert code(await table.join(ANNA, NAMES[ANNA])) == "knows_cards"
    assert await table.join(CLARA, NAMES[CLARA]) is None
    assert code(await table.set_option(BELA, "no_such_rule", True)) == "match_rules"


async def test_a_person_who_sat_down_after_the_last_deal_is_excluded_too(room: Room) -> None:
    table = await room.started(computers=2, game=GAMES["tapp_tarock"])
    await finish(table, room)
    assert await table.join(BELA, NAMES[BELA]) is None
    await table.end(ANNA)
    match = await room.tables.match_against(table.id, GAMES)
    assert match is not None
    assert match.people == {ANNA, BELA}


async def test_a_team_keeps_its_name_when_players_change_seats(room: Room) -> None:
    table = await room.started(BELA)
    await finish(table, room)
    assert await table.next_deal(ANNA) is None
    await finish(table, room)
    await table.end(ANNA)
    match = await room.tables.match_against(table.id, {TOY.name: CHANGING})
    assert match is not None
    assert match.names == (NAMES[BELA], NAMES[ANNA]), "by the seats of the first deal"


async def test_the_first_seat_of_each_player_is_known(room: Room) -> None:
    table = await room.started(BELA, game=CHANGING)
    assert (table.now.people, table.now.homes) == ((ANNA, BELA), (0, 1))
    await finish(table, room)
    assert await table.next_deal(ANNA) is None
    assert (table.now.people, table.now.homes) == ((BELA, ANNA), (1, 0))
    saved = await room.saved(table)
    again = restored(saved, {TOY.name: CHANGING}, None, room.services.terms)
    assert again.best_by == table.now.best_players == table.now.occupants, (
        "the players of the best deal have changed seats too"
    )


async def test_the_best_deal_of_somebody_who_has_left_moves_along_with_the_seats(room: Room) -> None:
    table = await room.started(BELA, game=CHANGING)
    await finish(table, room)
    assert await table.leave(BELA) is None
    assert await table.next_deal(ANNA) is None
    assert names(table.now.best_players) == [NAMES[BELA], NAMES[ANNA]]
    assert table.now.occupants != table.now.best_players, "a computer plays on"


async def test_players_change_seats_after_a_deal_that_was_nobodys_best(room: Room) -> None:
    table = await room.create(request(ANNA, {"fruitless": True}, game=CHANGING))
    assert await table.join(BELA, NAMES[BELA]) is None
    assert await table.start(ANNA) is None
    await finish(table, room)
    assert await table.next_deal(ANNA) is None
    assert table.now.people == (BELA, ANNA)


async def test_deals_are_awaited_whichever_process_has_the_table(room: Room) -> None:
    """The tables of the test are of server 1, which belongs to shard 0."""
    match = await first(room, GAMES["tapp_tarock"], 3)
    table = await second(room, match, GAMES["tapp_tarock"])
    elsewhere = await Tables.open(GAMES, room.services, shards=Shards.parse("2/2"))
    here = await Tables.open(GAMES, room.services, shards=Shards.parse("1/2"))
    assert (elsewhere.get(table.id), elsewhere.of_user(BELA)) == (None, ())
    assert await elsewhere.awaits_elsewhere(BELA, match.table_id, 1)
    assert not await elsewhere.awaits_elsewhere(BELA, match.table_id, 0)
    assert not await elsewhere.awaits_elsewhere(BELA, table.id, 1)
    assert not await elsewhere.awaits_elsewhere(CLARA, match.table_id, 1)
    assert here.awaits(BELA, match.table_id, 1)
    assert not await here.awaits_elsewhere(BELA, match.table_id, 1)
    assert not await room.tables.awaits_elsewhere(BELA, match.table_id, 1)

    channel = table.now.channel_id
    assert [await each.channel_of(table.id) for each in (here, elsewhere, room.tables)] == [channel] * 3
    assert await elsewhere.channel_of(match.table_id) is None, "it has ended"
    assert await table.start(BELA) is None
    assert await table.leave(BELA) is None
    assert await elsewhere.awaits_elsewhere(BELA, match.table_id, 1), "the seat can be taken back"


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
    await finish(table, room)
    assert awaited() == [False, False, True, False]
    await table.end(BELA)
    assert awaited() == [False] * 4


async def test_nobody_sits_down_if_the_people_who_know_the_cards_cannot_be_looked_up(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_: object) -> frozenset[int]:
        raise StoreError("why")

    match = await first(room, GAMES["tapp_tarock"], 3)
    table = await second(room, match, GAMES["tapp_tarock"])
    await table.remove_computer(BELA)
    monkeypatch.setattr(room.store.plays, "knowing", failing)
    assert code(await table.join(CLARA, NAMES[CLARA])) == "storage_failed"
    wished = request(CLARA, game=GAMES["tapp_tarock"], channel=77)._replace(match=match)
    assert code(await room.tables.create(wished)) == "storage_failed"


async def test_only_ended_tables_can_be_played_again(room: Room) -> None:
    game = GAMES["tapp_tarock"]
    assert await room.tables.match_against("nosuch", GAMES) is None
    table = await room.started(computers=2, game=game)
    assert await room.tables.match_against(table.id, GAMES) is None
    await table.end(ANNA)
    assert await room.tables.match_against(table.id, GAMES) is None, "no deal was played to its end"
    match = await first(room, game, 3)
    other = await second(room, match, game)
    assert await other.start(BELA) is None
    await finish(other, room)
    await other.end(BELA)
    assert await room.tables.match_against(other.id, GAMES) is None, "a match is not played a third time"


async def test_a_table_whose_first_table_is_gone_is_suspended(room: Room, open_room: OpenRoom) -> None:
    match = await first(room, GAMES["tapp_tarock"], 3)
    table = await second(room, match, GAMES["tapp_tarock"])
    assert [each async for each in room.store.retention.purge_tables(room.clock.now + 1)]
    again = await open_room()
    assert again.tables.get(table.id) is None
    assert [each.id for each in again.tables.suspended] == [table.id]


def test_players_are_traced_back_to_their_seats_in_the_first_deal() -> None:
    game = GAMES["royal_tarokk"]
    layout = replace(game.lay_out(game.pack.sorted, 0, 4), options={"swap_after_half": True})
    found = [homes(game, layout, deals) for deals in range(8)]
    assert found == [(0, 1, 2, 3)] * 4 + [(1, 0, 3, 2)] * 4


async def ended(room: Room) -> SavedTable:
    """A table of the toy game that Anna has ended after Béla had left it to a computer."""
    table = await room.table(BELA, fruitless=True)
    assert await table.change(ANNA, "strength", Strength.STEADY) is None
    assert await table.add_computer(ANNA, Strength.QUICK) is None
    assert await table.start(ANNA) is None
    assert await table.leave(BELA) is None
    assert await table.end(ANNA) is None
    await room.tables.quiet()
    return await room.saved(table)


async def test_a_rematch_keeps_the_seat_of_its_opener_the_computers_and_the_rules(room: Room) -> None:
    saved = await ended(room)
    request = rematch(saved, TOY, BELA, "Béla")
    assert request is not None
    assert (request.guild_id, request.channel_id, request.host_id) == (GUILD, CHANNEL, BELA)
    assert (request.options, request.settings.locale, request.settings.strength) == (
        {"fruitless": True},
        "ja",
        Strength.STEADY,
    )
    assert request.rematch_of == saved.table.id
    free, own, computer = request.seats
    assert free is None
    assert own is not None
    assert (own.name, own.user_id, own.is_computer) == ("Béla", BELA, False)
    assert computer is not None
    assert (computer.is_computer, computer.strength) == (True, Strength.QUICK)
    assert rematch(saved, TOY, STRANGER, "大輔") is None
    assert [seat_of(saved, each) for each in (ANNA, BELA, CLARA)] == [0, 1, None]
    assert people_of(saved) == (ANNA, BELA), "computers are left out"


async def test_a_rule_that_the_game_no_longer_has_is_left_out(room: Room) -> None:
    saved = await ended(room)
    old = saved._replace(table=saved.table._replace(options='{"fruitless": "perhaps", "gone": true}'))
    request = rematch(old, TOY, ANNA, "Anna")
    assert request is not None
    assert request.options == {}
