"""The locks that let one process serve each server."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass
from errno import ENOLCK
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg
import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import FAILED, StoreOutageError
from bot.shards import EVERY, Shards
from bot.store import Store, StoreError, lock
from bot.store.copies import backup, move, restore
from bot.store.lock import Processes, locked
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
    for name in ("CHECK_SECONDS", "RETRY_SECONDS", "OUTAGE_SECONDS"):
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
        signed = "(classid::bigint - (classid::bigint >> 31 << 32))::int"
        keys = f"SELECT {signed} AS schema, objid::bigint::int AS range FROM pg_locks"
        held = f"{keys} WHERE locktype = 'advisory' AND granted"
        taking = f"SELECT pg_advisory_lock(schema, range) FROM ({held}) AS held"
        waiting = asyncio.create_task(self.taking.execute(taking))
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


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - locks have no event for that
        await asyncio.sleep(0.01)


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
    with pytest.raises(StoreOutageError, match=IN_USE) as caught:
        await hold(address, rival.take, ended)
    assert caught.value.exit_code == FAILED, "a restart finds out whether the other one still has it"
    assert ended == ["in order"]


@dataclass
class Proxy:
    """Passes connections on to the server, which does not learn that their other ends are lost."""

    server: Server
    folder: Path

    def __post_init__(self) -> None:
        self.address = ""
        self._own: list[asyncio.StreamWriter] = []
        self._there: list[asyncio.StreamWriter] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, address: str) -> None:
        self.address = address.replace(str(self.server.folder), str(self.folder))
        self._listening = await asyncio.start_unix_server(self._accept, self.folder / ".s.PGSQL.5432")

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_unix_connection(self.server.folder / ".s.PGSQL.5432")
        self._own.append(writer)
        self._there.append(there[1])
        for source, target in ((reader, there[1]), (there[0], writer)):
            self._tasks.append(asyncio.create_task(self._pass_on(source, target)))

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while data := await source.read(1 << 16):
            target.write(data)

    def cut(self) -> None:
        for task in self._tasks:
            task.cancel()
        for each in self._own:
            each.transport.abort()
        self._own.clear()

    async def stop(self) -> None:
        self.cut()
        for each in self._there:
            each.transport.abort()
        self._listening.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@pytest.mark.usefixtures("hasty")
async def test_a_lock_whose_lost_connection_the_server_has_not_missed_is_taken_again(
    rival: Rival, server: Server, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "OUTAGE_SECONDS", 60.0)
    with TemporaryDirectory(prefix="skiz-") as folder:
        Path(folder).chmod(0o755)
        proxy = Proxy(server, Path(folder))
        await proxy.start(address)
        try:
            async with asyncio.timeout(30), locked(proxy.address):
                before = await rival.holder()
                proxy.cut()
                assert await rival.holder() == before
                while await rival.holder() in {before, None}:
                    pass
                assert not await is_free(address)
        finally:
            await proxy.stop()


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


# -- ranges ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "other", "said"),
    [
        ("0-7/16", "8-15/16", ""),
        ("1/2", "2/2", ""),
        ("1/2", "1/2", "SHARDS=1/2 overlaps SHARDS=1/2 of another process"),
        ("0-7/16", "7-15/16", "SHARDS=0-7/16 overlaps SHARDS=7-15/16 of another process"),
        ("0-15/16", "3-4/16", "SHARDS=0-15/16 overlaps SHARDS=3-4/16 of another process"),
        ("1/2", "2/3", "all need the same number after the stroke"),
        ("1/2", "1/1", IN_USE),
        ("1/1", "2/2", IN_USE),
    ],
)
async def test_two_processes_run_beside_each_other_unless_their_ranges_exclude_each_other(
    address: str, own: str, other: str, said: str
) -> None:
    async with locked(address, Shards.parse(other)):
        refused = pytest.raises(lock.InUseError, match=re.escape(said)) if said else nullcontext()
        with refused:
            async with locked(address, Shards.parse(own)) as processes:
                assert processes.ranges == tuple(sorted(map(Shards.parse, (own, other))))


async def test_of_two_processes_that_start_at_once_one_gets_the_range(address: str) -> None:
    begun, over = list[str](), asyncio.Event()

    async def run(text: str) -> None:
        async with locked(address, Shards.parse(text)):
            begun.append(text)
            await over.wait()

    running = [asyncio.create_task(run(text)) for text in ("0-1/4", "1-2/4", "1/3", "0-2/4")]
    refused, _ = await asyncio.wait(running, timeout=10, return_when=asyncio.FIRST_EXCEPTION)
    await until(lambda: sum(each.done() for each in running) == len(running) - 1)
    over.set()
    ended = await asyncio.gather(*running, return_exceptions=True)
    assert refused
    assert len(begun) == 1
    assert [type(each) for each in ended].count(lock.InUseError) == 3


@pytest.mark.usefixtures("hasty")
async def test_a_process_learns_who_else_runs(address: str) -> None:
    first, second = map(Shards.parse, ("1/2", "2/2"))
    async with asyncio.timeout(30), locked(address, first) as processes:
        assert processes.ranges == (first,)
        assert (processes.serve(0), processes.serve(1 << 22)) == (True, False)
        async with locked(address, second):
            await until(lambda: processes.ranges == (first, second))
            assert processes.serve(1 << 22)
        await until(lambda: processes.ranges == (first,))


async def test_one_process_alone_serves_everything(path: Path) -> None:
    async with locked(path) as processes:
        assert processes == Processes((EVERY,))
        assert processes.serve(4711 << 22)


@pytest.mark.usefixtures("hasty")
async def test_all_processes_take_their_locks_again_after_a_restart_of_the_server(
    server: Server, address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(lock, "OUTAGE_SECONDS", 60.0)
    ranges = tuple(map(Shards.parse, ("1/2", "2/2")))
    async with asyncio.timeout(60), locked(address, ranges[0]) as one, locked(address, ranges[1]) as two:
        server.stop()
        await until(lambda: caplog.text.count("is lost") == 2)
        server.start()
        await until(lambda: caplog.text.count("is taken again") == 2)
        await until(lambda: one.ranges == two.ranges == ranges)
        with pytest.raises(StoreError, match=r"SHARDS=2/2 overlaps"):
            async with locked(address, ranges[1]):
                pass


@pytest.mark.usefixtures("hasty")
async def test_a_pooler_of_transactions_is_refused(
    address: str, rival: Rival, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next transaction runs in another process of the server, which does not have the lock."""
    once = lock._ServerLock._own_pid

    async def pooled(own: lock._ServerLock, connection: AsyncConnection) -> int:
        return await once(own, connection) + (own._pid > 0)

    monkeypatch.setattr(lock._ServerLock, "_own_pid", pooled)
    ended: list[str] = []
    with pytest.raises(StoreError, match="needs a connection of its own") as caught:
        await hold(address, rival.holder, ended)
    assert type(caught.value) is StoreError, "a restart does not help"
