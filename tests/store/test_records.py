"""Small records: messages, people, servers, settings, deal records from outside."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.store import CardsShown, Message, Person, RecordRow, Server, Store, StoreError
from bot.store.schema import messages
from tests.store.helpers import ANNA, BELA, SEATS, TABLE

BOARD = Message("table", 0, 2, 1001, "a digest", (3, 4))
HAND = Message("hand", ANNA, 77, 1002)


async def test_messages_are_found_again(store: Store, migrated: Path | str) -> None:
    await store.log.add_table(TABLE, SEATS)
    for message in (BOARD._replace(message_id=2002), BOARD, HAND):
        await store.messages.put(TABLE.id, message)
    await store.close()
    again = await Store.open(migrated)
    assert await again.messages.of(TABLE.id) == (HAND, BOARD)
    assert await again.messages.of("other") == ()
    await again.close()


async def test_messages_put_at_once_are_saved_together(database: Path | str) -> None:
    written: list[str] = []
    store = await Store.open(database, observe=lambda operation, _: written.append(operation))
    await store.log.add_table(TABLE, SEATS)
    written.clear()
    rows = [HAND._replace(user_id=number) for number in range(1, 10)]
    await asyncio.gather(*(store.messages.put(TABLE.id, each) for each in (*rows, BOARD)))
    assert written == ["write"]
    first = asyncio.create_task(store.messages.put(TABLE.id, BOARD))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    newer = [each._replace(message_id=7) for each in rows]
    await asyncio.gather(first, *(store.messages.put(TABLE.id, each) for each in newer))
    assert written == ["write"] * 3
    assert await store.messages.of(TABLE.id) == (*newer, BOARD)
    await store.close()


async def test_messages_that_cannot_be_saved_together_are_reported_to_all(store: Store) -> None:
    await store.log.add_table(TABLE, SEATS)
    put = [store.messages.put(table_id, BOARD) for table_id in ("nowhere", TABLE.id)]
    assert all(isinstance(each, StoreError) for each in await asyncio.gather(*put, return_exceptions=True))
    await store.messages.put(TABLE.id, BOARD)
    assert await store.messages.of(TABLE.id) == (BOARD,)


async def test_a_forgotten_message_is_not_found_again(store: Store) -> None:
    await store.log.add_table(TABLE, SEATS)
    for message in (BOARD, HAND):
        await store.messages.put(TABLE.id, message)
    await store.messages.forget(TABLE.id, "hand", BELA)
    await store.messages.forget(TABLE.id, "hand", ANNA)
    assert await store.messages.of(TABLE.id) == (BOARD,)


async def test_a_message_still_waiting_to_be_saved_can_be_forgotten(store: Store) -> None:
    await store.log.add_table(TABLE, SEATS)
    store.messages.put_soon(TABLE.id, HAND)
    await store.messages.forget(TABLE.id, "hand", ANNA)
    assert await store.messages.of(TABLE.id) == ()
    await store.messages.put(TABLE.id, BOARD)
    await store.messages.forget(TABLE.id, "table")
    assert await store.messages.of(TABLE.id) == (), "without a person, the public message is meant"


async def test_what_is_to_be_saved_soon_is_known_at_once_and_saved_at_the_end(
    store: Store, migrated: Path | str
) -> None:
    await store.log.add_table(TABLE, SEATS)
    store.messages.put_soon(TABLE.id, HAND)
    assert await store.messages.of(TABLE.id) == (HAND,)
    store.messages.put_soon(TABLE.id, HAND._replace(digest="later"))
    await store.close()
    again = await Store.open(migrated)
    assert await again.messages.of(TABLE.id) == (HAND._replace(digest="later"),)
    await again.close()


async def test_changes_of_messages_are_saved_together_and_soon(
    database: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.records.SOON", 0.02)
    written, saved = list[str](), asyncio.Event()

    def observe(operation: str, _: float) -> None:
        written.append(operation)
        saved.set()

    store = await Store.open(database, observe=observe)
    await store.log.add_table(TABLE, SEATS)
    written.clear()
    saved.clear()
    for digest in ("first", "second"):
        store.messages.put_soon(TABLE.id, HAND._replace(digest=digest))
        store.messages.put_soon(TABLE.id, BOARD._replace(digest=digest))
    await asyncio.wait_for(saved.wait(), 5)
    assert written == ["write"]
    assert await store.rows(select(messages.c.digest)) == [("second",)] * 2
    await store.close()


async def test_changes_of_messages_that_cannot_be_saved_end_nothing(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await store.log.add_table(TABLE, SEATS)
    store.messages.put_soon("nowhere", BOARD)
    await store.messages.flush()
    assert "cannot be saved" in caplog.text
    store.messages.put_soon(TABLE.id, BOARD)
    assert await store.messages.of(TABLE.id) == (BOARD,)


async def test_a_message_belongs_to_a_table(store: Store) -> None:
    with pytest.raises(StoreError, match=r"(?i)foreign key"):
        await store.messages.put("nowhere", BOARD)


@pytest.mark.parametrize(
    "person", [Person(ANNA, dm_ok=True, locale="ja"), Person(ANNA, cards=CardsShown.LARGE), Person(ANNA)]
)
async def test_people_are_remembered(store: Store, person: Person) -> None:
    await store.people.put(Person(ANNA, dm_ok=False, told_dm_closed=True, locale="hu"))
    await store.people.put(person)
    assert await store.people.get(ANNA) == person
    assert await store.people.get(BELA) == Person(BELA)


@pytest.mark.parametrize(
    "chosen",
    [
        Server(7, "ja", "fast", "strong", "thread", "never", "[2, 3]", greeted=True),
        Server(7, greeted=True),
        Server(7),
    ],
)
async def test_the_settings_of_a_server_are_remembered(store: Store, chosen: Server) -> None:
    await store.servers.put(Server(7, "en", "slow"))
    await store.servers.put(chosen)
    assert await store.servers.get(7) == chosen
    assert await store.servers.get(8) == Server(8)


async def test_settings(store: Store) -> None:
    assert await store.settings.get("commands") is None
    for value in ("abc", "def"):
        await store.settings.put("commands", value)
    assert await store.settings.get("commands") == "def"
    for value in "ab":
        assert await store.settings.first("secret", value) == "a"


ATTACHED = RecordRow("abcdefghjk", "{}", 0, 5.0)
IMPORTED = RecordRow("kjhgfedcba", "{}", 1, 6.0)


async def test_a_record_is_kept_once(store: Store) -> None:
    await store.records.put(ATTACHED, IMPORTED)
    await store.records.put(ATTACHED._replace(at=7.0), IMPORTED._replace(imported=0, at=7.0))
    assert await store.records.get("abcdefghjk") == ATTACHED._replace(at=7.0)
    assert await store.records.get("kjhgfedcba") == IMPORTED
    assert await store.records.get("nothing") is None


async def test_an_attached_record_can_be_imported(store: Store) -> None:
    await store.records.put(ATTACHED)
    assert await store.records.number_imported() == 0
    await store.records.put(ATTACHED._replace(imported=1, at=8.0))
    assert await store.records.imported() == (ATTACHED._replace(imported=1, at=8.0),)
    assert await store.records.number_imported() == 1


async def test_imported_records_are_listed_latest_first(store: Store) -> None:
    rows = tuple(IMPORTED._replace(id=f"r{number}", at=float(number)) for number in range(5))
    await store.records.put(ATTACHED, *rows)
    assert await store.records.imported(offset=1, limit=2) == (rows[3], rows[2])
    await store.records.put(*(IMPORTED._replace(id=f"s{number}") for number in range(6)))
    assert len(await store.records.imported()) == 10 < await store.records.number_imported()


async def test_only_attached_records_are_purged(store: Store) -> None:
    await store.records.put(ATTACHED, ATTACHED._replace(id="later", at=9.0), IMPORTED)
    assert [each async for each in store.retention.purge_records(ATTACHED.at)] == [], (
        "only older records are purged"
    )
    purged = [each async for each in store.retention.purge_records(8.0)]
    assert [*purged] == [{"records": 1}]
    assert await store.records.get("abcdefghjk") is None
    assert await store.records.get("later")
    assert await store.records.get("kjhgfedcba")
