"""The lock that lets only one bot use a database."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from errno import ENOLCK
from pathlib import Path

import asyncpg
import pytest

from bot.errors import StoreOutageError
from bot.store import Store, StoreError, lock
from bot.store.copies import backup, move, restore
from bot.store.lock import locked
from tests.postgresql import Server

TOP = Path(__file__).parents[2]
HOLDING = """
import asyncio, sys
from pathlib import Path
from bot.store.lock import locked

async def hold():
    async with locked(Path(sys.argv[1])):
        print("held", flush=True)
        await asyncio.Event().wait()

asyncio.run(hold())
"""
IN_USE = "is in use by another bot; stop that one first, or set another DATABASE"


async def is_free(database: Path | str) -> bool:
    try:
        async with locked(database):
            return True
    except StoreError as error:
        return IN_USE not in str(error)


async def test_one_bot_at_a_time_uses_a_database(database: Path | str) -> None:
    async with locked(database):
        assert not await is_free(database)
        store = await Store.open(database)
        await store.settings.put("commands", "abc")
        await store.close()
        assert not await is_free(database), "closing and opening stores is no end of it"
    assert await is_free(database)


async def test_a_cancelled_bot_ends_its_lock(database: Path | str) -> None:
    holds = asyncio.Event()

    async def hold() -> None:
        async with locked(database):
            holds.set()
            await asyncio.Event().wait()

    holding = asyncio.create_task(hold())
    await holds.wait()
    holding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await holding
    assert await is_free(database)


async def test_a_killed_bot_leaves_a_file_that_does_not_matter(path: Path) -> None:
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", HOLDING, path, stdout=PIPE, cwd=TOP)
    assert bot.stdout is not None
    assert await bot.stdout.readline() == b"held\n"
    assert not await is_free(path)
    bot.kill()
    await bot.communicate()
    assert [each.name for each in path.parent.iterdir()] == [".skiz.db.lock"]
    assert await is_free(path)


@pytest.mark.parametrize("content", [b"", b"4711\n", bytes(5000), b"no lock at all"])
async def test_only_the_owner_can_use_the_file_whatever_is_in_it(path: Path, content: bytes) -> None:
    file = path.with_name(".skiz.db.lock")
    if content:
        path.parent.mkdir()
        file.write_bytes(content)
        file.chmod(0o600)
    async with locked(path):
        assert file.stat().st_mode & 0o777 == 0o600
        assert not await is_free(path)
    assert file.read_bytes() == content


async def test_a_link_leads_to_the_same_lock(path: Path, tmp_path: Path) -> None:
    await (await Store.open(path)).close()
    (tmp_path / "link.db").symlink_to(path)
    async with locked(path):
        assert not await is_free(tmp_path / "link.db")


async def test_a_lock_that_cannot_be_made_is_reported(path: Path) -> None:
    path.with_name(".skiz.db.lock").mkdir(parents=True)
    with pytest.raises(StoreError, match=r"\.skiz\.db\.lock cannot be written: Is a directory"):
        async with locked(path):
            pass


async def test_a_file_system_without_locks_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cannot(*_: int) -> None:
        raise OSError(ENOLCK, "No locks available")

    monkeypatch.setattr(lock, "flock", cannot)
    with pytest.raises(StoreError, match="cannot be written: No locks available"):
        async with locked(path):
            pass


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
async def test_what_root_has_locked_can_be_locked_by_the_owner_of_the_database(path: Path) -> None:
    await (await Store.open(path)).close()
    os.chown(path, 12345, 12345)
    async with locked(path):
        pass
    assert path.with_name(".skiz.db.lock").stat().st_uid == 12345


async def test_an_unusable_database_gets_no_lock(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("a letter")
    with pytest.raises(StoreError, match="is not a database"):
        async with locked(path):
            pass
    assert [each.name for each in path.parent.iterdir()] == ["skiz.db"]


async def test_no_database_is_made_in_place_of_one_that_a_bot_uses(path: Path, tmp_path: Path) -> None:
    await (await Store.open(path)).close()
    backup(path, tmp_path / "copy.db")
    async with locked(path):
        with pytest.raises(StoreError, match=IN_USE):
            await move(path, tmp_path / "new.db", lambda _: None)
        path.unlink()
        with pytest.raises(StoreError, match=IN_USE):
            await restore(tmp_path / "copy.db", path)
        with pytest.raises(StoreError, match=IN_USE):
            await move(tmp_path / "copy.db", path, lambda _: None)
        assert [each.name for each in path.parent.iterdir()] == [".skiz.db.lock"]
    await restore(tmp_path / "copy.db", path)


# -- PostgreSQL ----------------------------------------------------------------------------


@pytest.fixture
async def address(server: Server) -> str:
    return await server.create()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pauses and no patience: the lock is checked, and taken again, all the time."""
    for name in ("CHECK_SECONDS", "RETRY_SECONDS", "REFUSED_SECONDS", "OUTAGE_SECONDS"):
        monkeypatch.setattr(lock, name, 0.0)


@dataclass
class Rival:
    """Another program at the server, which wants the lock."""

    connection: asyncpg.Connection
    taking: asyncpg.Connection

    async def holder(self, *, granted: bool = True) -> int | None:
        """The process of the server that has the lock, or that waits for it."""
        found = f"SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted = {granted}"
        pid: int | None = await self.connection.fetchval(found)
        return pid

    async def end_holder(self) -> None:
        await self.connection.execute("SELECT pg_terminate_backend($1)", await self.holder())

    async def take(self) -> None:
        """Take the lock from its holder."""
        key = "SELECT (classid::bigint << 32) + objid::bigint FROM pg_locks WHERE locktype = 'advisory'"
        waiting = asyncio.create_task(self.taking.execute(f"SELECT pg_advisory_lock(({key}))"))
        while await self.holder(granted=False) is None:
            pass
        await self.end_holder()
        await waiting


@pytest.fixture
async def rival(server: Server) -> AsyncIterator[Rival]:
    rival = Rival(*[await asyncpg.connect(server.address()) for _ in range(2)])
    yield rival
    await rival.connection.close()
    await rival.taking.close()


async def hold(address: str, during: Callable[[], Awaitable[object]], ended: list[str]) -> None:
    """Hold the lock, do something, and go on until the lock is lost."""
    async with asyncio.timeout(30), locked(address):
        try:
            await during()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append("in order")


async def test_databases_of_other_schemas_are_free(server: Server) -> None:
    async with locked(await server.create()):
        assert await is_free(await server.create())


@pytest.mark.usefixtures("hasty")
async def test_a_lost_lock_is_taken_again(
    rival: Rival, address: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "OUTAGE_SECONDS", 60.0)
    async with asyncio.timeout(30), locked(address):
        before = await rival.holder()
        await rival.end_holder()
        while await rival.holder() in {before, None}:
            pass
        assert not await is_free(address)
    assert "The lock on the database is lost: The database in PostgreSQL" in caplog.text
    assert await is_free(address)


@pytest.mark.usefixtures("hasty")
async def test_a_bot_stops_whose_lock_another_one_has_taken(rival: Rival, address: str) -> None:
    ended: list[str] = []
    with pytest.raises(StoreError, match=IN_USE) as caught:
        await hold(address, rival.take, ended)
    assert type(caught.value) is StoreError, "a restart does not help"
    assert ended == ["in order"]


@pytest.mark.usefixtures("hasty")
async def test_a_lock_that_is_refused_for_a_moment_is_taken_again(
    rival: Rival, address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The server may take its lost connection for alive."""
    monkeypatch.setattr(lock, "REFUSED_SECONDS", 60.0)
    async with asyncio.timeout(30), locked(address):
        await rival.take()
        while "is lost" not in caplog.text:
            await rival.holder()
        await rival.taking.close()
        while "is taken again" not in caplog.text:
            await rival.holder()


@pytest.mark.usefixtures("hasty")
async def test_a_bot_stops_if_its_lock_stays_out_of_reach(server: Server, address: str) -> None:
    ended: list[str] = []

    async def stop() -> None:
        server.stop()

    try:
        with pytest.raises(StoreOutageError):
            await hold(address, stop, ended)
    finally:
        server.start()
    assert ended == ["in order"]
