"""Erasing a person: at open tables first, then in the store, whatever is saved at the same time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.cli.recount import deal_differences, tally_differences
from bot.store import Kept
from bot.store.personal import DELETED
from bot.tables import NewsKind, Occupant, Table, TableState
from bot.tables.restoring import restored as restored_from
from tests.tables.room import (
    ANNA,
    BELA,
    CHANNEL,
    CLARA,
    STRANGER,
    Room,
    code,
    facts,
    finish,
    legal,
    names,
    ranked,
    request,
    revision_of,
    step,
)
from tests.tables.toy import TOY

if TYPE_CHECKING:
    from pathlib import Path

    from bot.store import SavedDeal

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


async def restored(room: Room, table: Table) -> Table:
    """The same table, after checking that its seats are saved as they are."""
    saved = await room.store.log.table(table.id)
    assert saved is not None
    assert [(each.user_id, each.name) for each in saved.seats] == [
        (each.user_id, each.name) for each in table.occupants if each
    ]
    return table


def cards(table: Table, user_id: int) -> int:
    """How many cards a person has."""
    view = table.view(user_id)
    assert view is not None
    return len(view.hand)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.cli.recount.GAMES", {TOY.name: TOY})


async def test_a_computer_takes_the_seat_over(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await step(table, room)
    await room.kinds()
    await erase(room, BELA)
    assert table.occupants[1] == Occupant("Poldi")
    assert code(await table.join(BELA, "Béla")) == "only_between_deals"
    assert (await room.kinds())[0] is NewsKind.LOBBY
    await finish(await restored(room, table), room)
    (deal,) = await deals(room)
    assert [(each.row.name, each.row.user_id) for each in deal.standings] == [
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
    assert [each.row.net for each in after] == [each.row.net for each in before]
    assert sum(each.row.net for each in after) == 0
    assert [(each.row.name, each.row.user_id) for each in after] == [
        ("Anna", ANNA),
        (DELETED, None),
        ("Clara", CLARA),
    ]
    assert {rank.user_id for rank in await room.store.leaderboard.page(1, ranked())} == {ANNA, CLARA}
    assert names(table.players) == ["Anna", "Poldi", "Clara"], "the table does not remember the name either"
    saved = await room.store.log.table(table.id)
    assert saved is not None
    assert names(restored_from(saved, {TOY.name: TOY})[1].played_by) == ["Anna", "Poldi", "Clara"]


async def test_a_person_who_has_left_is_forgotten_too(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await table.leave(BELA)
    assert names(table.occupants) == ["Anna", "Béla", "Clara"]
    await erase(room, BELA)
    assert names(table.occupants) == ["Anna", "Poldi", "Clara"]
    assert code(await table.join(BELA, "Béla")) == "only_between_deals"


async def test_a_seat_in_the_lobby_is_free_again(room: Room) -> None:
    table = await room.table(BELA)
    await erase(room, ANNA)
    assert (names(table.occupants), table.host_id) == ([None, "Béla", None], BELA)


async def test_a_table_ends_with_its_last_person(room: Room) -> None:
    table = await room.started(computers=2)
    await erase(room, ANNA)
    assert table.state is TableState.ENDED
    saved = await room.store.log.table(table.id)
    assert saved is not None
    assert saved.table.host_id == 0
    assert {each.user_id for each in saved.seats} == {None}
    assert "Anna" not in {each.name for each in saved.seats}


async def test_a_game_sleeps_as_long_as_others_can_return_to_it(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await table.leave(BELA)
    await table.leave(CLARA)
    await erase(room, ANNA)
    assert (table.asleep, table.host_id) == (True, BELA)
    await erase(room, BELA)
    await erase(room, CLARA)
    assert table.state is TableState.ENDED


async def test_the_person_leaves_all_tables_at_once(room: Room) -> None:
    tables = [await room.table(BELA, CLARA, channel=CHANNEL + number) for number in range(3)]
    await erase(room, ANNA)
    assert [table.people for table in tables] == [(BELA, CLARA)] * 3


async def test_erasing_a_stranger_changes_nothing(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await room.kinds()
    await erase(room, STRANGER)
    assert await room.kinds() == []
    assert table.people == (ANNA, BELA, CLARA)


async def test_a_table_that_has_just_ended_is_left_alone(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await table.leave(CLARA)
    await table.end(ANNA)
    await room.kinds()
    ended, revision = facts(table), table.revision
    for who in (BELA, CLARA):
        assert await table.forget(who) is None
    assert await room.kinds() == []
    assert (facts(table), table.revision) == (ended, revision)


@pytest.mark.parametrize("saved_first", [True, False])
async def test_erasing_is_safe_while_other_changes_are_saved(room: Room, *, saved_first: bool) -> None:
    """The last card of a deal, a new table and a seat taken, all at once with the deletion."""
    table = await room.started(BELA, CLARA)
    while len(holding := [user for user in (ANNA, BELA, CLARA) if cards(table, user)]) > 1:
        await step(table, room)
    (user,) = holding
    other = await room.tables.create(request(STRANGER, channel=CHANNEL + 1))
    assert isinstance(other, Table)
    last = table.act(user, revision_of(table, user), legal(table, user))
    erasing = room.tables.erase(user, room.store.personal.erase)
    both = (last, erasing) if saved_first else (erasing, last)
    *refusals, seated = await asyncio.gather(*both, other.join(user, "x"))
    await room.tables.quiet()
    assert [each and code(each) for each in refusals] == [None, None if saved_first else "not_seated"]
    assert seated is None
    (deal,) = [each for each in await deals(room) if each.deal.result]
    assert user not in {each.row.user_id for each in deal.standings}
    kept = await room.store.personal.kept(user)
    assert (kept.open_seats, kept.standings) == (1, 0), "a person who sits down afterwards is a new player"
    await restored(room, other)


async def test_erasing_fails_if_a_table_cannot_be_saved(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await room.store.close()
    assert code(await room.tables.erase(BELA, room.store.personal.erase)) == "storage_failed"
    assert table.people == (ANNA, BELA, CLARA)


async def test_an_erased_person_stays_erased_after_a_restart(path: Path) -> None:
    room = await Room.open(path)
    table = await room.started(BELA, CLARA)
    await step(table, room)
    await erase(room, BELA)
    await room.close()
    again = await Room.open(path)
    try:
        (found,) = again.tables.in_channel(CHANNEL)
        assert found.occupants == table.occupants
    finally:
        await again.close()
