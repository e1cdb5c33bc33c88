"""What the housekeeper deletes, and when."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.computers import players
from bot.games import GAMES
from bot.ops import housekeeping
from bot.ops.housekeeping import NOTICE, Housekeeper
from bot.shards import Shards
from bot.store import Order, Person, RecordRow, Store, StoreError
from bot.tables import Clock, Suspended, Tables, TableServices
from bot.tables.tables import TableRequest
from tests.store.helpers import play

DAY = 86_400.0
NOW = 1000 * DAY


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "skiz.db")
    await opened.settings.put(NOTICE, "0.0")
    yield opened
    await opened.close()


@pytest.fixture
async def tables(store: Store) -> Tables:
    return await Tables.open(
        GAMES, TableServices(store, players.for_game, clock=Clock(lambda: NOW, lambda: 0.0))
    )


@pytest.fixture
def keeper(store: Store, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Housekeeper]:
    """A housekeeper who needs no pause, with some settings, in the servers named."""
    monkeypatch.setattr(housekeeping, "PAUSE", 0.0)

    def new(*servers: int, now: float = NOW, deals: int = 0, people: int = 0, kept: int = 0) -> Housekeeper:
        return Housekeeper(
            store,
            tables,
            lambda: servers,
            clock=lambda: now,
            deals_days=deals,
            people_days=people,
            servers_days=kept,
        )

    return new


async def fill(store: Store) -> None:
    await play(store, "old", ended_at=NOW - 10 * DAY - 1)
    await play(store, "new", ended_at=NOW - 10 * DAY + 1)
    for days in (9, 11):
        await store.people.put(Person(days, locale="ja", seen_at=NOW - days * DAY))


async def test_rows_older_than_their_limit_are_deleted(
    store: Store, keeper: Callable[..., Housekeeper], caplog: pytest.LogCaptureFixture
) -> None:
    await fill(store)
    with caplog.at_level("INFO", "bot.ops.housekeeping"):
        assert await keeper(1, deals=10, people=10).purge() == {"deals": 1, "tables": 1, "people": 1}
    assert caplog.messages == ["Purged expired rows: deals 1, people 1, tables 1"]
    assert await store.log.table("new")
    assert (await store.people.get(9)).locale == "ja"


async def test_nothing_is_deleted_unless_a_limit_is_set(
    store: Store, keeper: Callable[..., Housekeeper], caplog: pytest.LogCaptureFixture
) -> None:
    await fill(store)
    for now in (NOW, 2 * NOW):
        assert await keeper(now=now).purge() == {}
    assert await store.log.table("old")
    assert not caplog.messages


async def test_notice_is_given_thirty_days_before_anything_is_deleted_by_age(
    tmp_path: Path, tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(housekeeping, "PAUSE", 0.0)
    store = await Store.open(tmp_path / "upgraded.db")
    await fill(store)

    async def purged(days: float, limit: int = 20) -> Counter[str]:
        now = NOW + days * DAY
        keeper = Housekeeper(
            store, tables, tuple, lambda: now, deals_days=limit, people_days=limit, servers_days=0
        )
        caplog.clear()
        return await keeper.purge()

    assert await purged(0) == {}
    (notice,) = caplog.messages
    assert "From 1972-10-27 on" in notice
    assert "2 tables and 2 people" in notice
    assert await purged(29.9, limit=0) == {}
    assert not caplog.messages, "nothing will be deleted"
    assert await purged(29.9) == {}
    assert "2 tables and 2 people" in caplog.text
    assert await purged(30) == {"deals": 2, "tables": 2, "people": 2}
    await store.close()


async def test_an_order_to_forget_is_kept_for_a_day_and_one_to_block_for_good(
    store: Store, keeper: Callable[..., Housekeeper]
) -> None:
    await store.orders.give(Order.FORGET, [1], NOW - DAY - 1)
    await store.orders.give(Order.FORGET, [2], NOW - DAY + 1)
    await store.orders.give(Order.BLOCK, [1], 0.0)
    assert await keeper().purge() == {"orders": 1}
    assert [(each.id, each.what) for each in await store.orders.all()] == [
        (1, Order.BLOCK),
        (2, Order.FORGET),
    ]


async def test_a_record_attached_to_a_command_is_kept_for_thirty_days(
    store: Store, keeper: Callable[..., Housekeeper]
) -> None:
    attached = RecordRow("new", "{}", 0, NOW - 30 * DAY + 1)
    await store.records.put(attached, attached._replace(id="old", at=NOW - 30 * DAY - 1))
    assert await keeper().purge() == {"records": 1}
    assert await store.records.get("new") == attached


async def test_others_can_save_after_each_batch(
    store: Store, keeper: Callable[..., Housekeeper], monkeypatch: pytest.MonkeyPatch
) -> None:
    paused: list[float] = []

    async def pause(seconds: float) -> None:
        paused.append(seconds)

    monkeypatch.setattr("bot.store.retention.BATCH", 1)
    for number in range(3):
        await store.people.put(Person(number + 1))
    running = keeper(people=10)
    monkeypatch.setattr(housekeeping, "PAUSE", 0.05)
    monkeypatch.setattr(housekeeping, "asyncio", SimpleNamespace(sleep=pause))
    assert await running.purge() == {"people": 3}
    assert paused == [0.05] * 3


async def test_a_server_is_kept_for_some_days_after_the_bot_left_it(
    store: Store, keeper: Callable[..., Housekeeper], caplog: pytest.LogCaptureFixture
) -> None:
    await play(store, "there", guild=2, ended_at=1.0)
    assert await keeper(1, 2, kept=30).purge() == {}
    assert await keeper(1, now=NOW + DAY, kept=30).purge() == {}
    assert await keeper(1, now=NOW + 31 * DAY, kept=30).purge() == {}
    assert await keeper(1, 2, now=NOW + 31.5 * DAY, kept=30).purge() == {}, "it is back"
    assert await keeper(1, now=NOW + 32 * DAY, kept=30).purge() == {}
    with caplog.at_level("INFO", "bot.ops.housekeeping"):
        gone = await keeper(1, now=NOW + 63 * DAY, kept=30).purge()
    assert gone == {"deals": 1, "tables": 1, "standings": 2, "tallies": 6}
    assert "deals 1, standings 2, tables 1, tallies 6" in caplog.text


async def test_rows_of_no_server_are_deleted_by_one_process(
    store: Store, keeper: Callable[..., Housekeeper]
) -> None:
    await fill(store)
    both = keeper(1, deals=10, people=10)
    assert await replace(both, shards=Shards.parse("2/2")).purge() == {}
    assert (await replace(both, shards=Shards.parse("1/2")).purge())["people"] == 1


async def test_suspended_tables_are_deleted_with_their_server(
    store: Store, keeper: Callable[..., Housekeeper], tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [await play(store, name, guild=guild) for name, guild in (("old", 2), ("other", 1))]
    suspended = tuple(Suspended(row, ()) for row in rows)
    monkeypatch.setattr(Tables, "suspended", suspended)
    assert await keeper(1, kept=30).purge() == {}
    assert (await keeper(1, now=NOW + 31 * DAY, kept=30).purge())["tables"] == 1
    assert [each.table.id for each in await store.log.open_tables()] == ["other"]


async def test_open_tables_of_a_server_are_ended_before_it_is_deleted(
    store: Store, tables: Tables, keeper: Callable[..., Housekeeper]
) -> None:
    for guild in (1, 2):
        await tables.create(TableRequest(guild, guild, 11, "Anna", GAMES["tapp_tarock"], {}))
    await keeper(1, kept=30).purge()
    assert await keeper(1, now=NOW + 31 * DAY, kept=30).purge() == {"tables": 1}
    assert [table.table.guild_id for table in await store.log.open_tables()] == [1]
    assert tables.of_server(2) == ()
    await tables.quiet()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (StoreError("The disk is full."), "The purge is postponed until tomorrow: The disk is full."),
        (ZeroDivisionError(), "Purging failed: ZeroDivisionError"),
    ],
)
async def test_the_housekeeper_purges_every_day_whatever_fails(
    keeper: Callable[..., Housekeeper],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    words: str,
) -> None:
    monkeypatch.setattr(housekeeping, "DAY", 0.01)
    times = asyncio.Queue[None]()

    async def purge(_: Housekeeper) -> None:
        times.put_nowait(None)
        raise error

    monkeypatch.setattr(Housekeeper, "purge", purge)
    running = keeper()
    running.start()
    async with asyncio.timeout(20):
        for _ in range(3):
            await times.get()
    await running.stop()
    await asyncio.sleep(0)
    assert words in caplog.text
    assert not [each for each in asyncio.all_tasks() if "Housekeeper" in repr(each)]


async def test_the_housekeeper_stops_between_two_batches(
    store: Store, keeper: Callable[..., Housekeeper], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.retention.BATCH", 1)
    for number in range(3):
        await store.people.put(Person(number + 1))
    running = keeper(people=10)
    stopping = asyncio.create_task(running.stop())
    await asyncio.sleep(0)
    assert await running.purge() == {"people": 1}
    await stopping
