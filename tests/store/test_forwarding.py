"""Interactions that one process leaves to another in PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from sqlalchemy import literal_column, select

from bot.shards import Shards
from bot.store import Store, StoreError, forwarding
from bot.store.forwarding import Forwarded, Taken
from bot.store.schema import forwarded as table
from tests.postgresql import Server

SECOND = Shards(1, 1, 2)
LONG = 60.0
"""Seconds after which a look would come too late for any test."""
END = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE query ILIKE '%forwarded%' AND pid <> pg_backend_pid()"
)
"""Ends every connection that receives."""


@pytest.fixture
async def store(server: Server) -> AsyncIterator[Store]:
    opened = await Store.open(await server.migrated())
    yield opened
    await opened.close()


@pytest.fixture
async def forwarded(server: Server, store: Store) -> AsyncIterator[Forwarded]:
    opened = Forwarded(await server.migrated())
    yield opened
    await opened.close()


@pytest.fixture
def no_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interactions are found by their notifications alone."""
    monkeypatch.setattr(forwarding, "LOOK_SECONDS", LONG)


def fresh(payload: str) -> Taken:
    return Taken(payload, 0.0)


@asynccontextmanager
async def receiving(forwarded: Forwarded) -> AsyncIterator[asyncio.Queue[Taken]]:
    """What the process of the second half takes, once it is connected and has looked for the first time."""
    taken = asyncio.Queue[Taken]()
    await forwarded.put(1, SECOND.first, fresh("first"))
    task = asyncio.create_task(forwarded.receive(SECOND, taken.put_nowait))
    assert await next_of(taken) == "first"
    yield taken
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def next_of(taken: asyncio.Queue[Taken]) -> str:
    return (await asyncio.wait_for(taken.get(), 10)).payload


async def left(store: Store) -> list[int]:
    return [number for (number,) in await store.rows(select(table.c.id).order_by(table.c.id))]


@pytest.mark.usefixtures("no_looks")
async def test_an_interaction_wakes_the_process_of_its_shard(forwarded: Forwarded, store: Store) -> None:
    async with receiving(forwarded) as taken:
        await forwarded.put(5, 1, fresh("a press"))
        assert await next_of(taken) == "a press"
        assert await left(store) == []
        assert not await forwarded.take_back(5), "it was taken"


async def test_an_interaction_is_taken_once(forwarded: Forwarded) -> None:
    numbers = [str(number) for number in range(10, 20)]
    async with receiving(forwarded) as taken:
        second = asyncio.create_task(forwarded.receive(SECOND, taken.put_nowait))
        for number in numbers:
            await forwarded.put(int(number), 1, fresh(number))
        assert sorted([await next_of(taken) for _ in numbers]) == numbers
        second.cancel()
        await asyncio.wait({second})
        assert taken.empty()


async def test_what_is_left_to_another_range_can_be_taken_back(forwarded: Forwarded) -> None:
    async with receiving(forwarded) as taken:
        await forwarded.put(5, 0, fresh("not for this one"))
        await forwarded.put(6, 1, fresh("for this one"))
        assert await next_of(taken) == "for this one"
        assert await forwarded.take_back(5)
        assert not await forwarded.take_back(5)


async def test_an_interaction_whose_notification_is_lost_is_found(
    forwarded: Forwarded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "LOOK_SECONDS", 0.05)
    async with receiving(forwarded) as taken:
        monkeypatch.setattr(forwarding, "CHANNEL", "nobody_listens")
        await forwarded.put(5, 1, fresh("a press"))
        assert await next_of(taken) == "a press"


async def test_it_is_known_how_long_an_interaction_has_waited(forwarded: Forwarded) -> None:
    async with receiving(forwarded) as taken:
        await forwarded.put(5, 1, Taken("a press", 1.5))
        waited = (await asyncio.wait_for(taken.get(), 10)).waited
        assert 1.5 < waited < forwarding.ANSWER_SECONDS


async def test_what_discord_has_given_up_is_deleted_unanswered(forwarded: Forwarded, store: Store) -> None:
    for number, (shard, waited) in {10: (1, 4.0), 11: (1, 70.0), 20: (0, 4.0), 21: (0, 70.0)}.items():
        await forwarded.put(number, shard, Taken("late", waited))
    async with receiving(forwarded) as taken:
        assert await left(store) == [20], "the other process may still look for it"
        assert taken.empty()


@pytest.mark.usefixtures("no_looks")
async def test_a_lost_connection_is_an_error(forwarded: Forwarded, server: Server) -> None:
    taken = asyncio.Queue[Taken]()
    await forwarded.put(5, 1, fresh("a press"))
    task = asyncio.create_task(forwarded.receive(SECOND, taken.put_nowait))
    await next_of(taken)
    await server.execute(END)
    with pytest.raises(StoreError, match="in PostgreSQL"):
        await asyncio.wait_for(task, 10)


async def test_the_server_keeps_tokens_out_of_its_write_ahead_log(store: Store) -> None:
    kind = "SELECT relpersistence FROM pg_class WHERE oid = 'forwarded'::regclass"
    assert await store.rows(select(literal_column(f"({kind})"))) == [(b"u",)]
