"""The behaviour of both kinds of database, from opening to closing."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import Connection, inspect, text

from bot.store import Store, StoreError
from bot.store.database import Database, Step
from tests.store.old import synchronously
from tests.store.rows import DEAL, SEATS, TABLE, saved
from tests.store.statements import run, value

TOP: Final = Path(__file__).parents[2]


async def test_opening_again_changes_nothing(database: Path | str) -> None:
    for expected in (None, "abc"):
        store = await Store.open(database)
        assert await store.settings.get("commands") == expected
        await store.settings.put("commands", "abc")
        await store.close()


async def test_several_stores_may_open_a_new_database_at_once(database: Path | str) -> None:
    stores = await asyncio.gather(*(Store.open(database) for _ in range(4)))
    for number, store in enumerate(stores):
        await store.settings.put(f"{number}", "abc")
    assert [await stores[0].settings.get(f"{number}") for number in range(4)] == ["abc"] * 4
    for store in stores:
        await store.close()


async def changed(database: Path | str, *statements: str) -> None:
    """Run some statements as another program would; `PRAGMA` on SQLite only."""

    def change(connection: Connection) -> None:
        for each in statements:
            if connection.dialect.name == "sqlite" or not each.startswith("PRAGMA"):
                connection.execute(text(each))

    await synchronously(database, change)


async def test_a_database_of_another_program_is_left_alone(database: Path | str) -> None:
    await changed(database, "CREATE TABLE notes (text VARCHAR(9))")
    with pytest.raises(StoreError, match="belongs to another program; name another one"):
        await Store.open(database)
    assert await synchronously(database, lambda found: inspect(found).get_table_names()) == ["notes"]


@pytest.mark.parametrize("lost", ["DROP TABLE alembic_version", "DELETE FROM alembic_version"])
async def test_a_database_that_does_not_say_its_version_is_refused(database: Path | str, lost: str) -> None:
    await (await Store.open(database)).close()
    await changed(database, lost, "PRAGMA user_version = 0")
    with pytest.raises(StoreError, match="does not say its version: its table alembic_version is missing"):
        await Store.open(database)


async def test_readers_do_not_wait_for_a_writer(database: Path | str) -> None:
    store, other = await Store.open(database), await Database.open(database)
    await store.settings.put("commands", "before")
    async with other.engines.writer.connect() as connection:
        await connection.run_sync(run, "UPDATE settings SET value = 'after'")
        async with asyncio.timeout(5):
            assert await store.settings.get("commands") == "before"
        await connection.run_sync(Connection.commit)
    assert await store.settings.get("commands") == "after"
    await store.close()
    await other.close()


async def test_all_queries_of_a_reader_see_the_same_state(store: Store, migrated: Path | str) -> None:
    reader = await Database.open(migrated)
    async with reader.engines.reader.connect() as connection:
        assert await connection.run_sync(value, "SELECT count(*) FROM settings") == 0
        await store.settings.put("commands", "abc")
        assert await connection.run_sync(value, "SELECT count(*) FROM settings") == 0
    await reader.close()


async def test_other_errors_are_reported_with_their_own_text(database: Path | str) -> None:
    opened = await Database.open(database)
    with pytest.raises(StoreError, match=r"failed: .*nowhere") as caught:
        await opened.write(Step(text("DELETE FROM nowhere")))
    assert "\n" not in str(caught.value)
    await opened.close()


async def test_a_closed_store_says_so(database: Path | str, tmp_path: Path) -> None:
    store = await Store.open(database)
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="is closed"):
        await store.settings.get("commands")
    with pytest.raises(StoreError, match="is closed"):
        await store.settings.put("commands", "abc")


async def test_closing_waits_for_writes_that_have_begun(database: Path | str) -> None:
    store = await Store.open(database)
    writing = asyncio.create_task(store.settings.put("commands", "abc"))
    await asyncio.sleep(0)
    await store.close()
    await writing
    again = await Store.open(database)
    assert await again.settings.get("commands") == "abc"
    await again.close()


def test_a_program_that_ends_does_not_wait_for_a_database_left_open(tmp_path: Path) -> None:
    program = "import asyncio, sys; from bot.store import Store; asyncio.run(Store.open(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", program, tmp_path / "skiz.db"], check=True, timeout=20, cwd=TOP)


async def test_no_card_reaches_the_log_even_at_debug_level(
    database: Path | str, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("sqlalchemy.engine", "sqlalchemy.pool", "asyncio"):
        logging.getLogger(name).setLevel(logging.DEBUG)
    with caplog.at_level(logging.DEBUG):
        store = await Store.open(database)
        await store.log.add_table(TABLE, SEATS)
        await store.log.start_deal(saved(TABLE), SEATS, DEAL)
        assert await store.log.open_tables()
        await store.close()
    assert "T22" not in caplog.text


async def test_errors_do_not_contain_saved_values(store: Store) -> None:
    await store.log.add_table(TABLE, SEATS)
    with pytest.raises(StoreError) as caught:
        await store.log.add_table(TABLE, SEATS)
    cause: BaseException | None = caught.value
    while cause is not None:
        assert "Anna" not in str(cause)
        assert "fixed_half" not in str(cause)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
