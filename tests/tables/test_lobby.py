from __future__ import annotations

import asyncio

import pytest

from bot.games import GAMES
from bot.tables import LiveTable, NewsKind, Occupant, TableState
from tests.tables.room import ANNA, BELA, CHANNEL, CLARA, GUILD, STRANGER, Room, code, names, request
from tests.tables.toy import TOY

LOBBY, STARTED, MOVES, ENDED = NewsKind.LOBBY, NewsKind.DEAL_STARTED, NewsKind.MOVES, NewsKind.ENDED


async def test_a_new_table(room: Room) -> None:
    table = await room.table()
    assert (table.now.guild_id, table.now.channel_id, table.now.host_id, table.now.settings.locale) == (
        GUILD,
        CHANNEL,
        ANNA,
        "ja",
    )
    assert (table.now.game, table.now.state, table.now.number, table.now.revision) == (
        TOY,
        TableState.LOBBY,
        0,
        0,
    )
    assert table.now.occupants == (Occupant("Anna", ANNA), None, None)
    assert table.id.isalnum()
    assert table.id == table.id.lower()
    assert (table.now.deal, table.now.session, table.now.view(ANNA), table.now.open) == (
        None,
        None,
        None,
        None,
    )
    assert (table.now.open_log, table.now.homes, table.now.awaited, table.now.shows_result) == (
        (),
        (),
        (),
        False,
    )
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
    assert room.tables.count() == {"lobby": 2, "playing": 0, "offer": 0, "between": 0}


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
    second = await room.tables.create(request(BELA))
    assert isinstance(second, LiveTable)
    assert code(await second.join(ANNA, "Anna")) == "already_playing_here"
    assert code(await room.tables.create(request(ANNA))) == "already_playing_here"
    await first.leave(ANNA)
    assert await second.join(ANNA, "Anna") is None


async def test_joining_two_tables_at_once_succeeds_at_one_only(room: Room) -> None:
    first = await room.table()
    second = await room.tables.create(request(BELA))
    assert isinstance(second, LiveTable)
    outcomes = await asyncio.gather(first.join(CLARA, "Clara"), second.join(CLARA, "Clara"))
    assert [outcome and outcome.code for outcome in outcomes] == [None, "already_playing_here"]
    assert room.tables.of_user(CLARA) == (first,)


async def test_too_many_tables_in_a_channel(room: Room) -> None:
    for host in range(5):
        assert isinstance(await room.tables.create(request(host)), LiveTable)
    refusal = await room.tables.create(request(ANNA))
    assert code(refusal) == "too_many_tables"
    assert not isinstance(refusal, LiveTable)
    assert refusal.facts == {"count": 5}
    assert isinstance(await room.tables.create(request(ANNA, channel=CHANNEL + 1)), LiveTable)


async def test_only_options_that_differ_from_their_defaults_are_kept(room: Room) -> None:
    assert (await room.table(fruitless=False)).now.options == {}
    table = await room.tables.create(request(ANNA, {"fruitless": True}, channel=3))
    assert isinstance(table, LiveTable)
    assert table.now.options == {"fruitless": True}


async def test_the_host_agrees_on_house_rules_in_the_lobby(room: Room) -> None:
    table = await room.table(BELA)
    assert await table.set_option(ANNA, "fruitless", value=True) is None
    assert table.now.options == {"fruitless": True}
    assert await room.kinds() == [NewsKind.LOBBY] * 2
    assert await table.set_option(ANNA, "fruitless", value=True) is None
    assert await room.kinds() == []
    assert await table.start(ANNA) is None
    assert table.now.deal is not None
    assert table.now.deal.layout.options == {"fruitless": True}


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


async def test_removing_a_computer_keeps_a_person_who_joined_later(room: Room) -> None:
    table = await room.table(computers=1)
    assert await table.join(BELA, "Béla") is None
    assert names(table.now.occupants) == ["Anna", "Poldi", "Béla"]
    assert await table.remove_computer(ANNA) is None
    assert names(table.now.occupants) == ["Anna", None, "Béla"]


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


async def test_free_seats_vanish_at_the_start(room: Room) -> None:
    table = await room.table(BELA, CLARA)
    await table.leave(BELA)
    assert await table.start(ANNA) is None
    assert names(table.now.occupants) == ["Anna", "Clara"]
    assert table.now.session is not None
    assert (table.now.session.seats, table.now.session.totals) == (2, (0, 0))
    assert (table.now.state, table.now.number, table.now.revision) == (TableState.PLAYING, 1, 1)
    assert (await room.kinds())[-1] is STARTED


async def test_the_lobby_closes_with_the_start(room: Room) -> None:
    table = await room.started(BELA, computers=1)
    for wish in (table.add_computer, table.remove_computer, table.start):
        assert code(await wish(ANNA)) == "already_started"


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


async def test_only_seated_people_can_leave(room: Room) -> None:
    table = await room.table(BELA)
    assert code(await table.leave(STRANGER)) == "not_seated"


async def test_the_host_fills_all_free_seats_with_computers(room: Room) -> None:
    table = await room.table(BELA)
    assert code(await table.fill(BELA)) == "only_host"
    assert await table.fill(ANNA) is None
    assert [each and each.is_computer for each in table.now.occupants] == [False, False, True]
    assert code(await table.fill(ANNA)) == "table_full"


async def test_filling_adds_only_the_missing_computers(room: Room) -> None:
    table = await room.table(game=GAMES["illustrated_tarokk"])
    for missing, seated in ((3, 4), (1, 5)):
        assert table.now.missing == missing
        assert await table.fill(ANNA) is None
        assert len([each for each in table.now.occupants if each]) == seated
    assert table.now.missing == 0
    assert code(await table.fill(ANNA)) == "table_full"


async def test_a_person_takes_the_seat_wanted_if_it_is_free(room: Room) -> None:
    table = await room.table()
    assert await table.join(BELA, "Béla", 2) is None
    assert await table.join(CLARA, "Clara", 2) is None
    assert table.now.people == (ANNA, CLARA, BELA)
