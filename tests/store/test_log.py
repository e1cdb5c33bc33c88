from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.shards import Shards
from bot.store import ActionRow, DealEnd, SavedTable, SeatRow, StaleLogError, Store, StoreError, TableRow
from tests.store.helpers import ACTIONS, ANNA, BELA, DEAL, POINTS, SEATS, TABLE, saved, standing

END = DealEnd('{"void": false}', (standing(ANNA, 6), standing(None, -6, seat=1)))
PLAYING = TABLE._replace(state="playing", session='{"deals": 0}', saves=1)
BETWEEN = TABLE._replace(state="between", session='{"deals": 1}', saves=2)


async def only(store: Store) -> SavedTable:
    (found,) = await store.log.open_tables()
    assert found == await store.log.table(found.table.id)
    return found


async def dealt(store: Store) -> None:
    await store.log.add_table(TABLE, SEATS)
    await store.log.start_deal(PLAYING, SEATS, DEAL)


async def test_changes_in_the_lobby_are_saved(store: Store) -> None:
    assert await store.log.table(TABLE.id) is None
    await store.log.add_table(TABLE, SEATS)
    assert await only(store) == SavedTable(TABLE, SEATS, None, (), 0)
    changed, seats = TABLE._replace(host_id=BELA, saves=1), (SeatRow(0, BELA, None, "Béla"),)
    await store.log.save_table(changed, seats)
    assert await only(store) == SavedTable(changed, seats, None, (), 0)


async def test_the_seats_of_a_deal_are_saved_with_its_start(store: Store) -> None:
    await store.log.add_table(TABLE, SEATS)
    moved = (SEATS[1]._replace(seat=0), SEATS[0]._replace(seat=1))
    await store.log.start_deal(PLAYING, moved, DEAL)
    assert await only(store) == SavedTable(PLAYING, moved, DEAL, (), 0)


async def test_a_deal_is_saved_with_its_actions(store: Store) -> None:
    await dealt(store)
    await store.log.append(saved(PLAYING), 1, 0, ACTIONS, 1002.0)
    await store.log.append(saved(PLAYING, 2), 1, 2, [ActionRow(2, "pass")], 1003.0)
    actions = (*ACTIONS, ActionRow(2, "pass"))
    assert await only(store) == SavedTable(saved(PLAYING, 2), SEATS, DEAL, actions, 3)


async def test_the_end_of_a_deal_comes_with_its_last_action(store: Store) -> None:
    await dealt(store)
    await store.log.append(BETWEEN, 1, 0, ACTIONS, 1002.0, END)
    over = DEAL._replace(result=END.result, ended_at=1002.0)
    assert await only(store) == SavedTable(BETWEEN, SEATS, over, ACTIONS, 2, {1: END.standings})
    (rank,) = await store.leaderboard.page(TABLE.guild_id, POINTS)
    assert (rank.user_id, rank.tally and rank.tally.net) == (ANNA, 6)


async def test_the_latest_deal_is_found_with_its_own_actions(store: Store) -> None:
    await dealt(store)
    await store.log.append(BETWEEN, 1, 0, ACTIONS, 1002.0, END)
    second = DEAL._replace(number=2, dealer=0)
    await store.log.start_deal(PLAYING._replace(saves=3), SEATS, second)
    await store.log.append(PLAYING._replace(saves=4), 2, 0, ACTIONS[:1], 1004.0)
    assert await only(store) == SavedTable(
        *(PLAYING._replace(saves=4), SEATS, second, ACTIONS[:1], 3),
        {1: END.standings},  # the players of an earlier deal stay known
    )


async def test_an_ended_table_is_not_among_the_open_ones(store: Store) -> None:
    await store.log.add_table(TABLE, SEATS)
    ended = TABLE._replace(state="ended", ended_at=1005.0, saves=1)
    await store.log.save_table(ended, SEATS)
    assert await store.log.open_tables() == ()
    assert await store.log.table(TABLE.id) == SavedTable(ended, SEATS, None, (), 0)


async def test_tables_come_oldest_first(store: Store) -> None:
    for each, at in (("b", 3.0), ("c", 1.0), ("a", 2.0)):
        await store.log.add_table(TABLE._replace(id=each, created_at=at), SEATS)
    assert [each.table.id for each in await store.log.open_tables()] == ["c", "a", "b"]


async def test_a_process_finds_the_tables_of_its_servers(store: Store) -> None:
    for shard in range(8):
        await store.log.add_table(TABLE._replace(id=f"{shard}", guild_id=shard << 22 | 0x3FFFFF), ())
    largest = (1 << 63) - 1
    await store.log.add_table(TABLE._replace(id="nowhere", guild_id=0), ())
    await store.log.add_table(TABLE._replace(id="last", guild_id=largest), ())
    assert await ids(store, "0-1/4") == {"0", "1", "4", "5", "nowhere"}
    assert await ids(store, "2-3/4") == {"2", "3", "6", "7", "last"}
    assert await ids(store, "2/2") == {"1", "3", "5", "7", "last"}
    assert len(await ids(store, "1/1")) == 10


async def ids(store: Store, shards: str) -> set[str]:
    return {each.table.id for each in await store.log.open_tables(Shards.parse(shards))}


async def test_an_id_is_used_once(store: Store) -> None:
    await store.log.add_table(TABLE, SEATS)
    with pytest.raises(StoreError, match=r"(?i)unique"):
        await store.log.add_table(TABLE._replace(guild_id=99), ())
    assert await only(store) == SavedTable(TABLE, SEATS, None, (), 0)


async def test_a_second_rematch_is_possible_only_if_the_first_closed_without_a_deal(store: Store) -> None:
    await store.log.add_table(TABLE._replace(ended_at=5.0), SEATS)
    first, second = (TABLE._replace(id=each) for each in ("first", "second"))
    await store.log.add_table(first, SEATS, TABLE.id)
    with pytest.raises(StaleLogError):
        await store.log.add_table(second, SEATS, TABLE.id)
    assert await store.log.table("second") is None
    await store.log.save_table(saved(first)._replace(state="ended", ended_at=9.0), SEATS)
    await store.log.add_table(second, SEATS, TABLE.id)
    found = await store.log.table(TABLE.id)
    assert found is not None
    assert found.table.rematch == "second"


STALE: dict[str, Callable[[Store, TableRow], Awaitable[None]]] = {
    "actions": lambda store, table: store.log.append(table, 1, 2, ACTIONS, 1003.0, END),
    "a deal": lambda store, table: store.log.start_deal(table, SEATS, DEAL._replace(number=2)),
    "seats": lambda store, table: store.log.save_table(table, SEATS[:1]),
}


@pytest.mark.parametrize("saves", [1, 2, 4])
@pytest.mark.parametrize("write", STALE.values(), ids=STALE)
async def test_a_writer_that_has_missed_a_save_saves_nothing(
    store: Store, write: Callable[[Store, TableRow], Awaitable[None]], saves: int
) -> None:
    await dealt(store)
    await store.log.append(saved(PLAYING), 1, 0, ACTIONS, 1002.0)
    before = await only(store)
    with pytest.raises(StaleLogError):
        await write(store, BETWEEN._replace(saves=saves))
    assert await only(store) == before
    assert await store.leaderboard.page(TABLE.guild_id, POINTS) == ()
    await write(store, BETWEEN._replace(saves=3))


@pytest.mark.parametrize(("deal", "length"), [(1, 0), (1, 1), (2, 0), (7, 2)])
async def test_no_action_is_saved_twice_or_without_its_deal(store: Store, deal: int, length: int) -> None:
    await dealt(store)
    await store.log.append(saved(PLAYING), 1, 0, ACTIONS, 1002.0)
    before = await only(store)
    with pytest.raises(StaleLogError):
        await store.log.append(saved(BETWEEN), deal, length, ACTIONS, 1003.0, END)
    with pytest.raises(StaleLogError):
        await store.log.start_deal(saved(BETWEEN), SEATS, DEAL._replace(talon="T2"))
    assert await only(store) == before


async def test_an_append_is_saved_completely_or_not_at_all(store: Store) -> None:
    await dealt(store)
    twice = (standing(ANNA, 6), standing(ANNA, 6))
    with pytest.raises(StoreError, match=r"failed: .*(UNIQUE|unique)"):
        await store.log.append(BETWEEN, 1, 0, ACTIONS, 1002.0, DealEnd("{}", twice))
    assert await only(store) == SavedTable(PLAYING, SEATS, DEAL, (), 0)
    await store.log.append(BETWEEN, 1, 0, ACTIONS, 1002.0, END)
    assert (await only(store)).actions == ACTIONS


async def test_only_one_of_several_simultaneous_writers_wins(store: Store) -> None:
    await dealt(store)
    outcomes = await asyncio.gather(
        *(store.log.append(saved(PLAYING), 1, 0, [ActionRow(seat, "pass")], 1.0) for seat in range(3)),
        return_exceptions=True,
    )
    kinds = [type(outcome) for outcome in outcomes]
    assert sorted(kinds, key=str) == [type(None), StaleLogError, StaleLogError]
    assert (await only(store)).actions == (ActionRow(kinds.index(type(None)), "pass"),)


async def test_many_writers_and_readers_do_not_mingle(store: Store) -> None:
    ids = [f"t{number}" for number in range(20)]

    async def write(table_id: str) -> None:
        table = TABLE._replace(id=table_id)
        await store.log.add_table(table, SEATS)
        await store.log.start_deal(saved(table), SEATS, DEAL)
        await store.log.append(saved(table, 2), 1, 0, ACTIONS, 1.0)
        seen = {each.table.id: each for each in await store.log.open_tables()}
        assert all(len(each.seats) == len(SEATS) for each in seen.values())
        assert seen[table_id].actions == ACTIONS

    await asyncio.gather(*map(write, ids))
    assert sorted(each.table.id for each in await store.log.open_tables()) == sorted(ids)


async def test_the_server_of_a_table_is_found_even_after_its_end(store: Store) -> None:
    assert await store.log.server_of(TABLE.id) is None
    await store.log.add_table(TABLE, SEATS)
    assert await store.log.server_of(TABLE.id) == TABLE.guild_id
    await store.log.save_table(TABLE._replace(state="ended", ended_at=5.0, saves=1), SEATS)
    assert await store.log.server_of(TABLE.id) == TABLE.guild_id


async def test_the_server_a_person_plays_in_is_that_of_the_latest_table_awake(store: Store) -> None:
    assert await store.log.server_of_player(ANNA) is None
    opened = {1: 1000.0, 2: 3000.0, 3: 2000.0, 4: 500.0}
    for server, at in opened.items():
        row = TABLE._replace(id=f"k{server}", guild_id=server, created_at=at, asleep=int(server == 2))
        await store.log.add_table(row, SEATS)
    left = (SeatRow(0, None, ANNA, "Anna"),)
    await store.log.add_table(TABLE._replace(id="left", guild_id=5, created_at=4000.0), left)
    over = TABLE._replace(id="over", guild_id=6, created_at=5000.0)
    await store.log.add_table(over, SEATS)
    await store.log.save_table(over._replace(state="ended", ended_at=5001.0, saves=1), SEATS)
    found = []
    for table_id in ("k3", "k1", "k4", "k2", "left"):
        found.append(await store.log.server_of_player(ANNA))
        row = next(each.table for each in await store.log.open_tables() if each.table.id == table_id)
        await store.log.save_table(row._replace(state="ended", ended_at=6000.0, saves=1), SEATS)
    assert found == [3, 1, 4, 2, 5]
    assert await store.log.server_of_player(ANNA) is None
