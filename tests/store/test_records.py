"""Deal records from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store import RecordRow

if TYPE_CHECKING:
    from bot.store import Store

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
