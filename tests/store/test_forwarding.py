"""Interactions that one process leaves to another in PostgreSQL."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import insert, select

from bot.shards import Shards
from bot.store import Store, StoreError, forwarding
from bot.store.database import Step
from bot.store.forwarding import receive
from bot.store.schema import forwarded
from tests.postgresql import Server

FIRST, SECOND = Shards(0, 0, 2), Shards(1, 1, 2)
LONG = 60.0
"""Seconds after which a look would come too late for any test."""
END = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE query ILIKE '%forwarded%' AND pid <> pg_backend_pid()"
)
"""Ends every connection that receives."""


@pytest.fixture
async def address(server: Server) -> str:
    return await server.migrated()


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    opened = await Store.open(address)
    yield opened
    await opened.close()


@pytest.fixture
def no_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interactions are found by their notifications alone."""
    monkeypatch.setattr(forwarding, "LOOK_SECONDS", LONG)


@asynccontextmanager
async def receiving(store: Store, address: str, shards: Shards = SECOND) -> AsyncIterator[asyncio.Queue[str]]:
    """What the process of a range takes, once it is connected and has looked for the first time."""
    taken = asyncio.Queue[str]()
    await store.forwarded.put(1, shards.first, "first")
    task = asyncio.create_task(receive(address, shards, taken.put_nowait))
    assert await next_of(taken) == "first"
    yield taken
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def next_of(taken: asyncio.Queue[str]) -> str:
    return await asyncio.wait_for(taken.get(), 10)


async def left(store: Store) -> list[int]:
    return [number for (number,) in await store.rows(select(forwarded.c.id).order_by(forwarded.c.id))]


@pytest.mark.usefixtures("no_looks")
async def test_an_interaction_wakes_the_process_of_its_shard(store: Store, address: str) -> None:
    async with receiving(store, address) as taken:
        await store.forwarded.put(5, 1, "a press")
        assert await next_of(taken) == "a press"
        assert await left(store) == []
        assert not await store.forwarded.take_back(5), "it was taken"


async def test_an_interaction_is_taken_once(store: Store, address: str) -> None:
    numbers = [str(number) for number in range(10, 20)]
    async with receiving(store, address) as taken:
        second = asyncio.create_task(receive(address, SECOND, taken.put_nowait))
        for number in numbers:
            await store.forwarded.put(int(number), 1, number)
        assert sorted([await next_of(taken) for _ in numbers]) == numbers
        second.cancel()
        await asyncio.wait({second})
        assert taken.empty()


async def test_an_interaction_of_another_range_is_left_and_can_be_taken_back(
    store: Store, address: str
) -> None:
    async with receiving(store, address) as taken:
        await store.forwarded.put(5, 0, "not for this one")
        await store.forwarded.put(6, 1, "for this one")
        assert await next_of(taken) == "for this one"
        assert await store.forwarded.take_back(5)
        assert not await store.forwarded.take_back(5)


async def test_an_interaction_whose_notification_is_lost_is_found(
    store: Store, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "LOOK_SECONDS", 0.05)
    async with receiving(store, address) as taken:
        monkeypatch.setattr(forwarding, "CHANNEL", "nobody_listens")
        await store.forwarded.put(5, 1, "a press")
        assert await next_of(taken) == "a press"


async def test_what_discord_has_given_up_is_deleted_unanswered(store: Store, address: str) -> None:
    now = time.time()
    ages = {10: (1, 4.0), 11: (1, 3600.0), 20: (0, 4.0), 21: (0, 70.0)}
    rows = [
        {"id": number, "shard": shard, "payload": "late", "at": now - age}
        for number, (shard, age) in ages.items()
    ]
    await store.write(Step(insert(forwarded), rows))
    async with receiving(store, address) as taken:
        assert await left(store) == [20], "the other process may still look for it"
        assert taken.empty()


@pytest.mark.usefixtures("no_looks")
async def test_a_lost_connection_is_an_error(store: Store, address: str, server: Server) -> None:
    taken = asyncio.Queue[str]()
    await store.forwarded.put(5, 1, "a press")
    task = asyncio.create_task(receive(address, SECOND, taken.put_nowait))
    await next_of(taken)
    await server.execute(END)
    with pytest.raises(StoreError, match="in PostgreSQL"):
        await asyncio.wait_for(task, 10)
