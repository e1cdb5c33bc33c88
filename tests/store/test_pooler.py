"""A pooler that gives each transaction another session of PostgreSQL, such as PgBouncer."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import func, select, text

from bot import settings
from bot.settings import Settings
from bot.store import Store, StoreError, engines
from bot.store.failures import STATES
from tests.postgresql import Server, _not_root

PGBOUNCER = shutil.which("pgbouncer")

PREPARED = select(func.count()).select_from(text("pg_prepared_statements"))


async def use(store: Store) -> None:
    for number in range(3):
        await store.settings.put("key", str(number))
        await store.personal.kept(number)
        assert await store.settings.get("key") == str(number)


@pytest.mark.parametrize(("end", "prepares"), [("", True), (engines.POOLED, False)])
async def test_behind_a_pooler_no_statement_stays_prepared(server: Server, end: str, prepares: bool) -> None:
    store = await Store.open(await server.create() + end)
    await use(store)
    counted = list[int]()
    for engine in (store.engines.writer, store.engines.reader, store.engines.single_reader):
        async with engine.connect() as connection:
            counted.append((await connection.execute(PREPARED)).scalar_one())
    await store.close()
    # The count itself is nameless, or prepared.
    assert [number > 1 for number in counted] == [prepares] * 3, counted


def test_an_address_past_the_pooler_marks_the_other_and_has_the_lock() -> None:
    pooler, direct = "postgresql://skiz@pool:6432/skiz", "postgresql://skiz@server/skiz"
    assert settings.POOLED == engines.POOLED
    alone = Settings(_env_file=None, database=SecretStr(pooler))
    assert (alone.database_address, alone.lock_address) == (pooler, pooler)
    both = Settings(_env_file=None, database=SecretStr(pooler), database_direct=SecretStr(direct))
    assert (both.database_address, both.lock_address) == (pooler + engines.POOLED, direct)
    file = Settings(_env_file=None, database=Path("x.db"), database_direct=SecretStr(direct))
    assert file.database_address == file.lock_address == Path("x.db")


@pytest.fixture
def pooler(server: Server) -> Iterator[str]:
    """A pooler of transactions with few sessions, which it uses in turn; the address of a database."""
    if PGBOUNCER is None:
        pytest.skip("there is no PgBouncer on this machine")
    name = asyncio.run(server.create_database()).partition("@/")[2].partition("?")[0]
    folder, unprivileged = server.folder / "pool", _not_root()
    folder.mkdir()
    (folder / "users").write_text('"skiz" ""\n')
    (folder / "ini").write_text(
        f"[databases]\n* = host={server.folder} user=skiz\n[pgbouncer]\nauth_type=any\n"
        f"auth_file={folder}/users\n"
        f"unix_socket_dir={folder}\nlisten_port=6432\npool_mode=transaction\ndefault_pool_size=3\n"
        "server_round_robin=1\n"
    )
    for each in (folder, *folder.iterdir()) if unprivileged else ():
        os.chown(each, unprivileged["user"], unprivileged["group"])
    command = [PGBOUNCER, "--quiet", str(folder / "ini")]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, **unprivileged) as process:
        while not list(folder.glob(".s.PGSQL.*")):
            assert process.poll() is None
            time.sleep(0.05)
        yield f"postgresql://skiz@/{name}?host={folder}&port=6432"
        process.terminate()
    shutil.rmtree(folder)


async def share(address: str) -> None:
    """Use a database as several processes do at the same time."""
    stores = list[Store]()
    try:
        for _ in range(4):
            stores.append(await Store.open(address))
            await asyncio.gather(*(use_own(each, number) for number, each in enumerate(stores * 2)))
    finally:
        for each in stores:
            await each.close()


async def test_several_processes_share_a_few_sessions(pooler: str) -> None:
    await share(pooler + engines.POOLED)


async def test_a_pooler_that_was_not_named_is_recognized(pooler: str) -> None:
    with pytest.raises(StoreError, match=STATES["26"]):
        await share(pooler)


async def use_own(store: Store, number: int) -> None:
    for turn in range(20):
        await store.settings.put(f"key {number}", str(turn))
        await store.personal.kept(number)
        assert await store.settings.get(f"key {number}") is not None
