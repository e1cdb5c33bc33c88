"""Seats: sitting down, leaving, house rules, ending a table, and erasing a person."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.cli.recount import deal_differences, tally_differences
from bot.games import GAMES
from bot.store import Kept, SavedDeal
from bot.store.personal import DELETED
from bot.tables import SETTINGS, LiveTable, NewsKind, Occupant, TableState, refusal_of, seats
from bot.tables.storage import restored as restored_from
from tests.tables.room import (
    ANNA,
    BELA,
    CHANNEL,
    CLARA,
    GUILD,
    STRANGER,
    TOY,
    Room,
    code,
    deal_of,
    facts,
    finish,
    least,
    legal,
    names,
    ranked,
    refused,
    request,
    revision_of,
    session_of,
    step,
    view_of,
)

LOBBY, STARTED, MOVES, ENDED = NewsKind.LOBBY, NewsKind.DEAL_STARTED, NewsKind.MOVES, NewsKind.ENDED


async def test_a_new_table(room: Room) -> None:
    table = await room.table()
    now = table.now
    assert (now.guild_id, now.channel_id, now.host_id, now.settings.locale) == (GUILD, CHANNEL, ANNA, "ja")
    assert (now.game, now.state, now.number, now.revision) == (TOY, TableState.LOBBY, 0, 0)
    assert now.occupants == (Occupant("Anna", ANNA), None, None)
    assert now.id.isalnum()
    assert now.id == now.id.lower()
    assert {now.deal, now.session, now.view(ANNA), now.open} == {None}
    assert {now.open_log, now.homes, now.awaited} == {()}
    assert not now.shows_result
    assert await room.kinds() == []


async def test_a_table_is_found(room: Room) -> None:
    first, second = await room.table(BELA), await room.table(channel=77)
    assert room.tables.get(first.id) is first
    assert room.tables.get("nowhere") is None
    assert room.tables.in_channel(CHANNEL) == (first,)
    assert room.tables.of_user(ANNA) == (first, second)
    assert room.tables.of_user(BELA) == (first,)
    assert room.tables.of_user(STRANGER) == ()
    assert room.tables.of_server(GUILD) == (first, second)
    assert room.tables.of_server(GUILD + 1) == ()


async def test_joining_fills_the_first_free_seat(room: Room) -> None:
    table = await room.table(BELA)
    assert await table.leave(BELA) is None
    assert await table.join(CLARA, "Clara") is None
    assert names(table.now.occupants) == ["Anna", "Clara", None]
    assert [table.now.seat_of(user) for user in (ANNA, BELA, CLARA)] == [0, None, 1]
    assert table.now.people == (ANNA, CLARA)
    assert await room.kinds() == [LOBBY] * 3


async def test_refusals_of_joining(room: Room) -> None:
    table = await room.table(BELA, CLARA)
    assert code(await table.join(BELA, "Béla")) == "already_seated"
    assert code(await table.join(STRANGER, "x")) == "table_full"
    await table.start(ANNA)
    assert code(await table.join(STRANGER, "x")) == "table_full"
    await table.end(ANNA)
    assert code(await table.join(STRANGER, "x")) == "table_ended"


async def test_a_person_sits_at_one_table_of_a_channel_at_most(room: Room) -> None:
    first = await room.table()
    second = await room.create(request(BELA))
    assert code(await second.join(ANNA, "Anna")) == "already_playing_here"
    assert code(await room.tables.create(request(ANNA))) == "already_playing_here"
    await first.leave(ANNA)
    assert await second.join(ANNA, "Anna") is None


async def test_joining_two_tables_at_once_succeeds_at_one_only(room: Room) -> None:
    first = await room.table()
    second = await room.create(request(BELA))
    outcomes = await asyncio.gather(first.join(CLARA, "Clara"), second.join(CLARA, "Clara"))
    assert [outcome and outcome.code for outcome in outcomes] == [None, "already_playing_here"]
    assert room.tables.of_user(CLARA) == (first,)


async def test_the_host_agrees_on_house_rules_in_the_lobby(room: Room) -> None:
    table = await room.table(BELA)
    assert await table.set_option(ANNA, "fruitless", value=True) is None
    assert table.now.options == {"fruitless": True}
    assert await room.kinds() == [NewsKind.LOBBY] * 2
    assert await table.set_option(ANNA, "fruitless", value=True) is None
    assert await room.kinds() == []
    assert await table.start(ANNA) is None
    assert deal_of(table).layout.options == {"fruitless": True}


async def test_house_rules_that_are_refused(room: Room) -> None:
    table = await room.table(BELA)
    assert code(await table.set_option(BELA, "fruitless", value=True)) == "only_host"
    assert code(await table.set_option(CLARA, "fruitless", value=True)) == "not_seated"
    assert code(await table.set_option(ANNA, "fruitless", value="maybe")) == "unknown_option"
    assert code(await table.set_option(ANNA, "unknown", value=True)) == "unknown_option"
    await table.start(ANNA)
    assert code(await table.set_option(ANNA, "fruitless", value=True)) == "already_started"
    await table.end(ANNA)
    assert code(await table.set_option(ANNA, "fruitless", value=True)) == "table_ended"
    assert table.now.options == {}


@pytest.mark.parametrize("name", SETTINGS)
async def test_the_host_changes_each_setting_in_the_lobby(room: Room, name: str) -> None:
    table, row = await room.table(BELA), SETTINGS[name]
    before = getattr(table.now.settings, name)
    other = next(each for each in (*row.values, "en") if each != before)
    await room.kinds()
    assert code(await table.change(BELA, name, other)) == "only_host"
    assert await table.change(ANNA, name, before) is None
    assert await room.kinds() == [], "it has that value already"
    assert await table.change(ANNA, name, other) is None
    assert (getattr(table.now.settings, name), await room.kinds()) == (other, [LOBBY])
    (saved,) = await room.store.log.open_tables()
    assert getattr(saved.table, name) == other
    if row.values:
        assert code(await table.change(ANNA, name, "nonsense")) == "unknown_option"
    assert code(await table.change(ANNA, "nonsense", other)) == "unknown_option"
    assert await table.fill(ANNA) is None
    assert await table.start(ANNA) is None
    assert code(await table.change(ANNA, name, before)) == "already_started"


@pytest.mark.parametrize("options", [{"unknown": True}, {"fruitless": "maybe"}])
async def test_options_that_the_game_does_not_have_are_rejected(
    room: Room, options: dict[str, object]
) -> None:
    with pytest.raises(ValueError, match="toy has no option"):
        await room.tables.create(request(ANNA, options))


async def test_computers_come_and_go(room: Room) -> None:
    table = await room.table(computers=2)
    assert names(table.now.occupants) == ["Anna", "Poldi", "Resi"]
    assert [each.is_computer for each in table.now.occupants if each] == [False, True, True]
    assert code(await table.add_computer(ANNA)) == "table_full"
    assert await table.remove_computer(ANNA) is None
    assert names(table.now.occupants) == ["Anna", "Poldi", None]
    assert await table.remove_computer(ANNA) is None
    assert code(await table.remove_computer(ANNA)) == "no_computer"


async def test_a_computer_does_not_take_the_name_of_a_player(room: Room) -> None:
    table = await room.table()
    await table.join(BELA, "Poldi")
    await table.add_computer(ANNA)
    assert names(table.now.occupants) == ["Anna", "Poldi", "Resi"]


async def test_only_the_host_may_add_or_remove_computers_and_start(room: Room) -> None:
    table = await room.table(BELA, computers=1)
    for wish in (table.add_computer, table.remove_computer, table.start):
        assert code(await wish(BELA)) == "only_host"
        assert code(await wish(STRANGER)) == "not_seated"


async def test_the_role_of_host_passes_on_when_the_host_leaves(room: Room) -> None:
    table = await room.table(BELA, CLARA)
    await table.leave(ANNA)
    assert table.now.host_id == BELA
    await table.leave(CLARA)
    assert table.now.host_id == BELA
    assert await table.add_computer(BELA) is None


async def test_a_table_without_people_ends(room: Room) -> None:
    table = await room.table(computers=1)
    assert await table.leave(ANNA) is None
    assert table.now.state is TableState.ENDED
    assert room.tables.get(table.id) is None
    assert room.tables.in_channel(CHANNEL) == ()
    assert await room.kinds() == [LOBBY, ENDED]
    assert await room.store.log.open_tables() == ()


@pytest.mark.parametrize("missing", [1, 2])
async def test_starting_needs_enough_seats(room: Room, missing: int) -> None:
    game = GAMES["tapp_tarock"]
    table = await room.table(*(BELA, CLARA)[: 2 - missing], game=game)
    refusal = await table.start(ANNA)
    assert code(refusal) == "seats_missing"
    assert refusal is not None
    assert refusal.facts == {"count": missing}
    assert table.now.state is TableState.LOBBY


@pytest.mark.parametrize("others", [(), (BELA,), (BELA, CLARA)])
async def test_computers_take_the_missing_seats_and_the_deal_begins(
    room: Room, others: tuple[int, ...]
) -> None:
    table = await room.table(*others, game=GAMES["tapp_tarock"])
    assert code(await table.fill_and_start(STRANGER)) == "not_seated"
    assert await table.fill_and_start(ANNA) is None
    assert table.now.state.in_deal
    assert len(table.now.computers) == 2 - len(others)
    assert code(await table.fill_and_start(ANNA)) == "already_started"


async def test_nothing_happens_at_an_ended_table(room: Room) -> None:
    table = await room.started(BELA)
    assert await table.end(ANNA) is None
    for wish in (
        table.add_computer(ANNA),
        table.remove_computer(ANNA),
        table.start(ANNA),
        table.next_deal(ANNA),
        table.end(ANNA),
        table.leave(ANNA),
        table.act(ANNA, None, ()),
    ):
        assert code(await wish) == "table_ended"
    assert await room.kinds() == [LOBBY, STARTED, ENDED]


async def test_the_host_fills_all_free_seats_with_computers(room: Room) -> None:
    table = await room.table(BELA)
    assert code(await table.fill(BELA)) == "only_host"
    assert await table.fill(ANNA) is None
    assert [each and each.is_computer for each in table.now.occupants] == [False, False, True]
    assert code(await table.fill(ANNA)) == "table_full"


async def test_a_person_takes_the_seat_wanted_if_it_is_free(room: Room) -> None:
    table = await room.table()
    assert await table.join(BELA, "Béla", 2) is None
    assert await table.join(CLARA, "Clara", 2) is None
    assert table.now.people == (ANNA, CLARA, BELA)


async def restarted(room: Room) -> LiveTable:
    """The only table after a restart, which changes nothing."""
    (table,) = room.tables.in_channel(2)
    before = facts(table), table.now.asleep, table.now.idle_since, table.now.for_end
    await room.restart(clock=room.clock)
    (table,) = room.tables.in_channel(2)
    assert (facts(table), table.now.asleep, table.now.idle_since, table.now.for_end) == before
    room.tables.resume()
    await room.tables.quiet()
    return table


async def test_a_computer_sits_in_for_a_player_who_leaves(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    assert await table.leave(BELA) is None
    assert table.now.occupants[1] == Occupant("Béla", None, away_id=BELA)
    assert table.now.people == (ANNA, CLARA)
    view = view_of(table, BELA)
    assert (view.seat, view.actions) == (None, ())
    assert await room.kinds() == [LOBBY, LOBBY, STARTED, LOBBY, MOVES]


async def test_a_player_who_sits_down_elsewhere_cannot_come_back(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await table.leave(BELA)
    await room.create(request(BELA))
    assert code(await table.join(BELA, "Béla")) == "already_playing_here"


@pytest.mark.parametrize("held", [False, True])
async def test_a_table_sleeps_when_the_last_person_leaves(room: Room, held: bool) -> None:
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
    table = await restarted(room)
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


async def test_a_computers_seat_is_taken_over_between_two_deals(room: Room) -> None:
    table = await room.started(BELA, computers=1)
    assert code(await table.join(STRANGER, "x")) == "only_between_deals"
    assert not table.now.takeable
    await table.leave(BELA)
    await finish(table, room)
    assert table.now.takeable == (2, 1), "the seat of a player who left comes last"
    totals = session_of(table).totals
    assert await table.join(STRANGER, "大輔") is None
    assert table.now.occupants[2] == Occupant("大輔", STRANGER)
    assert session_of(table).totals == totals
    assert (names(table.now.players), table.now.taken_over) == (["Anna", "Béla", "Poldi"], (2,))
    table = await restarted(room)
    assert table.now.players[2] == Occupant("Poldi"), "the players of the deal stay the same"
    assert await table.join(CLARA, "Clara") is None
    assert table.now.taken_over == (1, 2)
    assert table.now.people == (ANNA, CLARA, STRANGER)
    assert code(await table.join(BELA, "Béla")) == "table_full"
    assert await table.next_deal(STRANGER) is None
    assert names(table.now.players) == ["Anna", "Clara", "大輔"]
    await finish(table, room)
    dealt = {
        deal.deal.number: [each.user_id for each in deal.standings]
        async for deal in room.store.history.deals()
    }
    assert dealt[2] == [ANNA, CLARA, STRANGER], "the rows of a deal belong to those who played it"
    assert STRANGER not in dealt[1]


async def test_coming_back_between_deals_is_not_a_takeover(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await table.leave(CLARA)
    await finish(table, room)
    await table.leave(BELA)
    assert [each and each.user_id for each in table.now.players] == [ANNA, BELA, None], "as they played"
    table = await restarted(room)
    assert [each and each.user_id for each in table.now.players] == [ANNA, BELA, None]
    for user_id, name in ((BELA, "Béla"), (CLARA, "Clara")):
        assert await table.join(user_id, name) is None
    assert table.now.taken_over == ()
    table = await restarted(room)
    assert table.now.taken_over == ()


async def test_an_action_wakes_a_table(room: Room) -> None:
    table = await room.started(BELA)
    room.clock.advance(49 * 60 * 60)
    await room.tables.quiet()
    assert (table.now.asleep, table.now.people) == (True, (ANNA, BELA))
    assert await table.act(ANNA, revision_of(table, ANNA), [least(legal(table, ANNA))]) is None
    assert not table.now.asleep
    assert table.now.idle_since == room.clock.now


@pytest.mark.parametrize("moderator", [False, True])
async def test_the_host_may_end_a_sleeping_table_after_leaving_it(room: Room, moderator: bool) -> None:
    table = await room.started(computers=1)
    assert await table.leave(ANNA) is None
    assert table.now.seat_of(ANNA) is None
    assert await table.end(ANNA, moderator=moderator) is None
    assert table.now.ending == ("host", ANNA)


async def test_a_moderator_ends_the_table_of_others(room: Room) -> None:
    table = await room.started(BELA)
    assert code(refusal_of(seats.end(table.now, STRANGER))) == "may_not_end"
    assert refusal_of(seats.end(table.now, STRANGER, moderator=True)) is None
    assert await table.end(STRANGER, moderator=True) is None
    assert table.now.ending == ("moderator", STRANGER)
    assert code(await table.end(STRANGER, moderator=True)) == "table_ended"


async def test_all_people_seated_end_the_table_together(room: Room) -> None:
    table = await room.started(BELA, CLARA, game=GAMES["tapp_tarock"])
    await room.kinds()
    assert await table.end(BELA) is None
    assert await room.kinds() == [LOBBY]
    assert table.now.for_end == (1,)
    refusal = refused(await table.end(BELA))
    assert (refusal.code, refusal.facts) == ("agreed_already", {"count": 2})
    table = await restarted(room)
    assert await table.end(CLARA) is None
    await table.leave(ANNA)
    assert table.now.host_id == BELA
    assert await table.join(ANNA, "Anna") is None
    assert await table.end(ANNA) is None, "she is no longer the host, but the last to agree"
    assert table.now.ending == ("agreement", None)


async def test_agreement_lasts_for_one_deal(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await table.end(BELA)
    await finish(table, room)
    assert table.now.for_end == (1,)
    await table.next_deal(ANNA)
    assert not table.now.for_end


async def test_the_best_deal_keeps_its_original_players(room: Room) -> None:
    table = await room.started(BELA, computers=1)
    await finish(table, room)
    assert session_of(table).best[0].number == 1
    assert await table.join(STRANGER, "大輔") is None
    assert names(table.now.best_players) == ["Anna", "Béla", "Poldi"]
    assert await table.next_deal(ANNA) is None
    await table.leave(STRANGER)
    table = await restarted(room)
    assert names(table.now.players) == ["Anna", "Béla", "大輔"]
    assert names(table.now.best_players) == ["Anna", "Béla", "Poldi"], "not the computer that sits in"
    await table.forget(BELA)
    assert names(table.now.best_players) == ["Anna", "Poldi", "Poldi"], "nor a person who was forgotten"


async def test_the_best_deal_of_two_partners_keeps_its_original_players(room: Room) -> None:
    table = await room.started(BELA, computers=1, game=replace(TOY, net=lambda _scores: (1, 1, -2)))
    await finish(table, room)
    assert [gain.seat for gain in session_of(table).best] == [0, 1]
    assert await table.join(STRANGER, "大輔") is None
    assert names(table.now.best_players) == ["Anna", "Béla", "Poldi"]


async def test_the_players_of_a_void_deal_are_known_after_a_restart(room: Room) -> None:
    table = await room.started(BELA, computers=1, fruitless=True)
    await finish(table, room)
    assert await table.join(STRANGER, "大輔") is None
    table = await restarted(room)
    assert (names(table.now.players), table.now.taken_over) == (["Anna", "Béla", "Poldi"], (2,))
    assert table.now.best_players == table.now.occupants, "no deal has brought anything"
    await room.close()


NOTHING = Kept(0, 0, 0, 0, 0, 0)


async def erase(room: Room, user_id: int) -> None:
    assert await room.tables.erase(user_id, room.store.personal.erase) is None
    assert await room.store.personal.kept(user_id) == NOTHING


async def deals(room: Room) -> list[SavedDeal]:
    """All deals, after comparing them and all tallies with the logs."""
    found = [each async for each in room.store.history.deals()]
    wrong = [what for each in found for what in deal_differences(each)]
    wrong += [what async for each in room.store.history.players() for what in tally_differences(each)]
    assert not wrong
    return found


async def restored(room: Room, table: LiveTable) -> LiveTable:
    """The same table, after checking that its seats are saved as they are."""
    saved = await room.saved(table)
    assert [(each.user_id, each.name) for each in saved.seats] == [
        (each.user_id, each.name) for each in table.now.occupants if each
    ]
    return table


def cards(table: LiveTable, user_id: int) -> int:
    """How many cards a person has."""
    view = view_of(table, user_id)
    return len(view.hand)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.cli.recount.GAMES", {TOY.name: TOY})


async def test_a_computer_takes_the_seat_over(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await step(table, room)
    await room.kinds()
    await erase(room, BELA)
    assert table.now.occupants[1] == Occupant("Poldi")
    assert code(await table.join(BELA, "Béla")) == "only_between_deals"
    assert (await room.kinds())[0] is NewsKind.LOBBY
    await finish(await restored(room, table), room)
    (deal,) = await deals(room)
    assert [(each.name, each.user_id) for each in deal.standings] == [
        ("Anna", ANNA),
        ("Poldi", None),
        ("Clara", CLARA),
    ]


async def test_finished_deals_stay_without_the_person(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await finish(table, room)
    before = (await deals(room))[0].standings
    await erase(room, BELA)
    after = (await deals(room))[0].standings
    assert [each.net for each in after] == [each.net for each in before]
    assert sum(each.net for each in after) == 0
    assert [(each.name, each.user_id) for each in after] == [
        ("Anna", ANNA),
        (DELETED, None),
        ("Clara", CLARA),
    ]
    assert {rank.user_id for rank in await room.store.leaderboard.page(1, ranked())} == {ANNA, CLARA}
    assert names(table.now.players) == ["Anna", "Poldi", "Clara"], "the table forgets the name, too"
    saved = await room.saved(table)
    assert names(restored_from(saved, {TOY.name: TOY}, None, room.services.terms).played_by) == [
        "Anna",
        "Poldi",
        "Clara",
    ]


async def test_a_person_who_has_left_is_forgotten_too(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await table.leave(BELA)
    assert names(table.now.occupants) == ["Anna", "Béla", "Clara"]
    await erase(room, BELA)
    assert names(table.now.occupants) == ["Anna", "Poldi", "Clara"]
    assert code(await table.join(BELA, "Béla")) == "only_between_deals"


async def test_a_seat_in_the_lobby_is_free_again(room: Room) -> None:
    table = await room.table(BELA)
    await erase(room, ANNA)
    assert (names(table.now.occupants), table.now.host_id) == ([None, "Béla", None], BELA)


async def test_a_table_ends_with_its_last_person(room: Room) -> None:
    table = await room.started(computers=2)
    await erase(room, ANNA)
    assert table.now.state is TableState.ENDED
    saved = await room.saved(table)
    assert saved.table.host_id == 0
    assert {each.user_id for each in saved.seats} == {None}
    assert "Anna" not in {each.name for each in saved.seats}


async def test_a_game_sleeps_as_long_as_others_can_return_to_it(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await table.leave(BELA)
    await table.leave(CLARA)
    await erase(room, ANNA)
    assert (table.now.asleep, table.now.host_id) == (True, BELA)
    await erase(room, BELA)
    await erase(room, CLARA)
    assert table.now.state is TableState.ENDED


async def test_the_person_leaves_all_tables_at_once(room: Room) -> None:
    tables = [await room.table(BELA, CLARA, channel=CHANNEL + number) for number in range(3)]
    await erase(room, ANNA)
    assert [table.now.people for table in tables] == [(BELA, CLARA)] * 3


async def test_a_table_that_has_just_ended_is_left_alone(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await table.leave(CLARA)
    await table.end(ANNA)
    await room.kinds()
    ended, revision = facts(table), table.now.revision
    for who in (BELA, CLARA):
        assert await table.forget(who) is None
    assert await room.kinds() == []
    assert (facts(table), table.now.revision) == (ended, revision)


@pytest.mark.parametrize("saved_first", [True, False])
async def test_erasing_is_safe_while_other_changes_are_saved(room: Room, *, saved_first: bool) -> None:
    """The last card of a deal, a new table and a seat taken, all at once with the deletion."""
    table = await room.started(BELA, CLARA)
    while sum(cards(table, user) for user in table.now.people) > len(table.now.people) + 1:
        await step(table, room)
    room.sleep.may_wake.clear()  # else the last cards play themselves
    while len(holding := [user for user in (ANNA, BELA, CLARA) if cards(table, user)]) > 1:
        user = next(user for user in holding if legal(table, user))
        assert await table.act(user, revision_of(table, user), legal(table, user)[:1]) is None
    (user,) = holding
    other = await room.create(request(STRANGER, channel=CHANNEL + 1))
    last = table.act(user, revision_of(table, user), legal(table, user))
    erasing = room.tables.erase(user, room.store.personal.erase)
    both = (last, erasing) if saved_first else (erasing, last)
    *refusals, seated = await asyncio.gather(*both, other.join(user, "x"))
    room.sleep.may_wake.set()
    await room.tables.quiet()
    assert [each and code(each) for each in refusals] == [None, None if saved_first else "not_seated"]
    assert seated is None
    (deal,) = [each for each in await deals(room) if each.deal.result]
    assert user not in {each.user_id for each in deal.standings}
    kept = await room.store.personal.kept(user)
    assert (kept.open_seats, kept.standings) == (1, 0), "a person who sits down afterwards is a new player"
    await restored(room, other)


async def test_erasing_fails_if_a_table_cannot_be_saved(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await room.store.close()
    assert code(await room.tables.erase(BELA, room.store.personal.erase)) == "storage_failed"
    assert table.now.people == (ANNA, BELA, CLARA)
