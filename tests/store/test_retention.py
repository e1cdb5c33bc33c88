from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.shards import Shards
from bot.store import Person, Server, Store, retention
from bot.store.schema import metadata
from tests.store.helpers import ANNA, BELA, CLARA, POINTS, play, rate

NOW = 10_000.0


async def purged(batches: AsyncIterator[Counter[str]]) -> dict[str, int]:
    """What was deleted in all batches."""
    return dict(sum([each async for each in batches], Counter[str]()))


async def counts(store: Store) -> dict[str, int]:
    """How many rows each table has."""
    read = store.rows
    found: dict[str, Any] = {
        name: (await read(select(func.count()).select_from(table)))[0][0]
        for name, table in metadata.tables.items()
    }
    return {name: number for name, number in found.items() if number and name != "alembic_version"}


async def test_an_ended_table_is_deleted_with_the_logs_of_its_deals(store: Store) -> None:
    await play(store, "old", ended_at=100.0)
    await play(store, "new", ended_at=300.0)
    await play(store, "open")
    before, ranks = await counts(store), await store.leaderboard.page(1, POINTS)
    assert await purged(store.retention.purge_tables(100.0)) == {}, "it has not ended before that"
    assert await purged(store.retention.purge_tables(200.0)) == {"deals": 1, "tables": 1}
    assert await store.log.table("old") is None
    assert await store.log.table("new")
    after = await counts(store)
    assert {name: before[name] - after[name] for name in before} == {
        "tables": 1,
        "deals": 1,
        "messages": 1,
        "seats": 3,
        "actions": 2,
        "standings": 0,
        "tallies": 0,
    }
    assert await store.leaderboard.page(1, POINTS) == ranks


async def test_many_tables_are_deleted_in_small_batches(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    for number in range(5):
        await play(store, f"t{number}", ended_at=100.0)
    batches = [each async for each in store.retention.purge_tables(NOW)]
    assert sum(batches, Counter()) == {"deals": 5, "tables": 5}
    assert max(batch.total() for batch in batches) == 2


async def test_people_not_seen_for_long_are_forgotten(store: Store) -> None:
    for user, seen_at in ((21, 100.0), (22, 300.0), (23, 0.0)):
        await store.people.put(Person(user, locale="ja", seen_at=seen_at))
    assert await purged(store.retention.purge_people(100.0)) == {"people": 1}, "one was seen just then"
    assert await purged(store.retention.purge_people(200.0)) == {"people": 1}
    known = [(await store.people.get(user)).locale for user in (21, 22, 23)]
    assert known == [None, "ja", None]


async def test_people_at_a_table_in_play_are_not_forgotten(store: Store) -> None:
    for user in (ANNA, BELA, CLARA):
        await store.people.put(Person(user, locale="ja"))
    await play(store, "open")  # Anna has a seat, and Béla one that a computer plays meanwhile
    assert await purged(store.retention.purge_people(NOW)) == {"people": 1}
    assert [(await store.people.get(user)).locale for user in (ANNA, BELA, CLARA)] == ["ja", "ja", None]


async def test_the_time_at_which_a_server_was_left_is_remembered(store: Store) -> None:
    await play(store, "here", guild=1, ended_at=1.0)
    await play(store, "there", guild=2, ended_at=1.0)
    note, left = store.retention.note_servers, store.retention.servers_left
    await note({1, 2, 3}, 100.0)
    assert await left(NOW) == ()
    await note({1, 3}, 200.0)
    await note({1}, 300.0)
    assert await left(200.0) == ()
    assert await left(201.0) == (2,)
    await note({1, 2}, 400.0)
    assert await left(NOW) == ()
    await note(frozenset(), 500.0)
    assert sorted(await left(501.0)) == [1, 2]


async def test_a_server_of_another_process_is_never_taken_for_left(store: Store) -> None:
    first, second = Shards.parse("1/2"), Shards.parse("2/2")
    servers = [shard << 22 for shard in range(1, 5)]
    for server in servers:
        await store.servers.put(Server(server, greeted=True))
    note, left = store.retention.note_servers, store.retention.servers_left
    await note({servers[1]}, 100.0, first)
    await note({servers[0]}, 100.0, second)
    assert await left(NOW, first) == (servers[3],)
    assert await left(NOW, second) == (servers[2],)
    await note({servers[1], servers[3]}, 200.0, first)
    assert await left(NOW, first) == ()
    assert await left(NOW, second) == (servers[2],)


async def test_everything_of_a_server_is_deleted(store: Store) -> None:
    await play(store, "here", guild=1, ended_at=100.0)
    kept = await counts(store), await store.leaderboard.page(1, POINTS)
    for number in range(3):
        await play(store, f"there{number}", guild=2, ended_at=100.0)
    await store.servers.put(Server(2, greeted=True))
    await rate(store, "rated there", 1, 1, 1, 1, guild=2)
    assert await purged(store.retention.purge_server(2)) == {
        "servers": 1,
        "deals": 7,
        "tables": 4,
        "standings": 14,
        "tallies": 6,
        "rated": 4,
        "ratings": 12,
    }
    assert (await counts(store), await store.leaderboard.page(1, POINTS)) == kept
    await store.retention.note_servers({1}, NOW)
    assert await store.retention.servers_left(2 * NOW) == ()


async def test_a_suspended_table_of_a_server_that_was_left_is_deleted(store: Store) -> None:
    for name, guild in (("open", 2), ("suspended", 2), ("elsewhere", 1)):
        await play(store, name, guild=guild)
    purging = store.retention.purge_server(2, ["suspended", "elsewhere"])
    assert (await purged(purging))["tables"] == 1
    assert {each.table.id for each in await store.log.open_tables()} == {"open", "elsewhere"}
    assert await purged(store.retention.purge_tables(NOW)) == {}, "tables in play are kept, however old"
