"""The locks that keep two processes from the same tables: they would undo each other's work."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from errno import EACCES, EAGAIN, EDEADLK
from pathlib import Path
from time import monotonic
from zlib import crc32

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import StoreError, StoreOutageError
from bot.shards import EVERY, Shards
from bot.store.engines import engines, is_address
from bot.store.failures import FAILURES, connecting, unwritable
from bot.store.inspection import followed, inspect_file

if sys.platform == "win32":
    from msvcrt import LK_NBLCK, locking

    def _lock(descriptor: int) -> None:
        locking(descriptor, LK_NBLCK, 1)

else:
    from fcntl import LOCK_EX, LOCK_NB, flock

    def _lock(descriptor: int) -> None:
        flock(descriptor, LOCK_EX | LOCK_NB)


CHECK_SECONDS = 5.0
"""Between two checks that the lock in PostgreSQL is still held, and who else holds one."""
RETRY_SECONDS = 5.0
"""Between two attempts to take a lost lock again."""
OUTAGE_SECONDS = 600.0
"""For how long a lost lock may be out of reach. Until then nothing can be saved, either."""

_BITS = 10
"""How many bits each number of a range takes in the key of its lock."""
_TAKING = 0
"""The key of a lock that a process holds only while it compares its range with others and takes it."""
_HELD = text(
    "SELECT pid, objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND classid::bigint = :schema AND objid::bigint <> :taking"
)

_KEEPALIVES = {"tcp_keepalives_idle": "15", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"}
"""With these, the server ends the lock of a machine that was switched off within half a minute."""

_log = logging.getLogger(__name__)


class InUseError(StoreError):
    """Another process serves the same servers."""


@dataclass
class Processes:
    """The processes that use a database now, as their locks show."""

    ranges: tuple[Shards, ...] = (EVERY,)
    """The range of each, this one included, in order."""

    def serve(self, guild_id: int) -> bool:
        """Whether one of them serves a server; with 0, whether one receives direct messages."""
        return any(each.has(guild_id) for each in self.ranges)


@asynccontextmanager
async def locked(database: Path | str, shards: Shards = EVERY) -> AsyncIterator[Processes]:
    """Keep others from the tables of a range while the block runs; the end of the process ends that, too.

    A file serves one process only. In PostgreSQL each process locks its range. The lock belongs to a
    connection, which must not pass through a pooler that pools transactions. If the connection is lost, the
    lock is taken again. If another process has it by then, or if that fails for too long, the block is
    cancelled and the reason raised.

    Yields:
        The processes that use the database, kept up to date.

    Raises:
        StoreError: Another process uses the range, or a different number of shards; or the database cannot be
            used. An unusable file gets no lock.
    """
    if is_address(database):
        async with _lock_on_server(str(database), shards) as processes:
            yield processes
    else:
        inspect_file(Path(database))
        with _lock_of_file(Path(database)):
            yield Processes()


def refuse_used(database: Path) -> None:
    """Check that no bot uses a file, which may have been moved away.

    Raises:
        StoreError: A bot uses it.
    """
    if _lock_path(database).exists():
        with _lock_of_file(database):
            pass


def _lock_path(database: Path) -> Path:
    """Return the file that is locked. It is hidden, so that nobody moves it away together with `skiz.db*`."""
    file = followed(database)
    return file.with_name(f".{file.name}.lock")


@contextmanager
def _lock_of_file(database: Path) -> Iterator[None]:
    """Lock the file next to a database. It stays: a program that deletes it may delete another's lock."""
    path = _lock_path(database)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(database, error) from error
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise unwritable(path, error) from error
    try:
        _share_owner(descriptor, database)
        try:
            _lock(descriptor)
        except OSError as error:
            held = error.errno in {EACCES, EAGAIN, EDEADLK}
            raise _in_use(str(database)) if held else unwritable(path, error) from None
        yield
    finally:
        os.close(descriptor)


def _share_owner(descriptor: int, database: Path) -> None:
    """Give a lock that root has made to the owner of the database, as SQLite does with its files."""
    if sys.platform != "win32" and os.geteuid() == 0 and database.exists():
        owner = database.stat()
        with suppress(OSError):
            os.fchown(descriptor, owner.st_uid, owner.st_gid)


def _in_use(name: str) -> InUseError:
    return InUseError(
        f"The database {name} is in use by another bot; stop that one first, or set another DATABASE."
    )


def _conflict(name: str, own: Shards, other: Shards) -> InUseError:
    """Return the error for a range that cannot be had beside that of another process."""
    if EVERY in {own, other}:
        return _in_use(name)
    if own.count != other.count:
        return InUseError(
            f"SHARDS={own} does not fit SHARDS={other} of another process: all need the same number after the"
            " stroke. To change it, stop all processes first."
        )
    return InUseError(
        f"SHARDS={own} overlaps SHARDS={other} of another process; stop that one first, or correct SHARDS."
    )


@asynccontextmanager
async def _lock_on_server(address: str, shards: Shards) -> AsyncIterator[Processes]:
    lock = _ServerLock(address, shards)
    try:
        await lock.take()
        async with asyncio.TaskGroup() as group:
            keeping = group.create_task(lock.keep())
            try:
                yield lock.processes
            finally:
                keeping.cancel()
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None
    finally:
        await lock.close()


class _ServerLock:
    """A lock in PostgreSQL, and the connection that it belongs to.

    It is an advisory lock with two keys: the first is that of the schema, the second one is the range. So the
    server's list of locks tells which process serves what.
    """

    def __init__(self, address: str, shards: Shards) -> None:
        self._engines = engines(address)
        self._shards = shards
        self._connection: AsyncConnection | None = None
        self._schema = 0
        """The first key."""
        self._pid = 0
        """The process of the server that has the lock for this one."""
        self.processes = Processes((shards,))

    async def take(self) -> None:
        """Take the lock by a new connection.

        Raises:
            InUseError: Another process has a range that excludes this one.
            StoreError: The server cannot be used.
        """
        await self.close()
        with connecting(self._engines.name):
            self._connection = taken = await self._engines.writer.connect().start()
            async with taken.begin():
                keepalives = (func.set_config(*each, False) for each in _KEEPALIVES.items())  # noqa: FBT003 - SQL
                await taken.execute(select(*keepalives))
                schema = crc32(f"skiz {await taken.scalar(select(func.current_schema()))}".encode())
                self._schema = schema - (schema >> 31 << 32)  # as PostgreSQL's integers, which have a sign
                await taken.execute(select(func.pg_advisory_xact_lock(self._schema, _TAKING)))
                held = await self._held(taken)
                if held.get(self._pid) == self._shards:
                    # The server has not missed the lost connection yet.
                    await taken.execute(select(func.pg_terminate_backend(self._pid)))
                    del held[self._pid]
                for other in held.values():
                    if self._shards.excludes(other):
                        raise _conflict(self._engines.name, self._shards, other)
                await taken.execute(select(func.pg_advisory_lock(self._schema, _key_of(self._shards))))
                self._pid = await self._own_pid(taken)
            self._note(held | {self._pid: self._shards})

    async def keep(self) -> None:
        """Check regularly that the lock is held, and take it again if its connection is lost.

        Raises:
            StoreError: The lock cannot be taken again.
        """
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                self._note(await self._checked())
            except StoreOutageError as error:
                _log.warning("The lock on the database is lost: %s", error)
                await self._take_again()

    async def _checked(self) -> dict[int, Shards]:
        """Return the ranges by the processes of the server that hold their locks, this one's included."""
        assert self._connection is not None, "the lock was taken"
        with connecting(self._engines.name):
            async with self._connection.begin():
                held, pid = await self._held(self._connection), await self._own_pid(self._connection)
        if held.get(pid) != self._shards:
            raise StoreError(
                "The lock on the database needs a connection of its own, but DATABASE leads to a pooler that"
                " pools transactions; name the server itself, or let the pooler pool sessions."
            )
        return held

    async def _held(self, connection: AsyncConnection) -> dict[int, Shards]:
        keys = {"schema": self._schema % 2**32, "taking": _TAKING}
        return {pid: _range_of(key) for pid, key in await connection.execute(_HELD, keys)}

    async def _own_pid(self, connection: AsyncConnection) -> int:
        return int(await connection.scalar(select(func.pg_backend_pid())) or 0)

    def _note(self, held: dict[int, Shards]) -> None:
        self.processes.ranges = tuple(sorted(held.values()))

    async def _take_again(self) -> None:
        lost = monotonic()
        while True:
            try:
                await self.take()
            except InUseError as error:
                raise StoreOutageError(str(error)) from None  # after a restart it may be free
            except StoreError:
                if monotonic() - lost >= OUTAGE_SECONDS:
                    raise
            else:
                _log.warning("The lock on the database is taken again")
                return
            await asyncio.sleep(RETRY_SECONDS)

    async def close(self) -> None:
        """Close the connection, and with it the lock."""
        with suppress(*FAILURES):
            if self._connection is not None:
                await self._connection.close()
        self._connection = None
        await self._engines.close()


def _key_of(shards: Shards) -> int:
    return (shards.first << 2 * _BITS) | (shards.last << _BITS) | shards.count


def _range_of(key: int) -> Shards:
    most = (1 << _BITS) - 1
    return Shards(key >> 2 * _BITS, key >> _BITS & most, key & most)
