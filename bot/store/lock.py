"""The lock that keeps a second bot from a database: its two processes would undo each other's work."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from errno import EACCES, EAGAIN, EDEADLK
from pathlib import Path
from time import monotonic
from zlib import crc32

from sqlalchemy import func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import StoreError, StoreOutageError
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


CHECK_SECONDS = 15.0
"""Between two checks that the lock in PostgreSQL is still held."""
RETRY_SECONDS = 5.0
"""Between two attempts to take a lost lock again."""
REFUSED_SECONDS = 60.0
"""For how long a lost lock may be refused: the server takes half a minute to notice a lost connection."""
OUTAGE_SECONDS = 600.0
"""For how long a lost lock may be out of reach. Until then nothing can be saved, either."""

_KEY = 0x53_6B_69_7A << 32
"""The first half of the key of the lock in PostgreSQL; the schema gives the other half."""

_KEEPALIVES = {"tcp_keepalives_idle": "15", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"}
"""With these, the server ends the lock of a machine that was switched off within half a minute."""

_log = logging.getLogger(__name__)


@asynccontextmanager
async def locked(database: Path | str) -> AsyncIterator[None]:
    """Keep other bots from a database while the block runs; the end of the process ends the lock, too.

    In PostgreSQL the lock belongs to a connection. If the connection is lost, the lock is taken again. If
    that fails for too long, the block is cancelled and the reason raised.

    Raises:
        StoreError: Another bot uses the database, or it cannot be used. An unusable file gets no lock.
    """
    if is_address(database):
        async with _lock_on_server(str(database)):
            yield
    else:
        inspect_file(Path(database))
        with _lock_of_file(Path(database)):
            yield


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


def _in_use(name: str) -> StoreError:
    return StoreError(
        f"The database {name} is in use by another bot; stop that one first, or set another DATABASE."
    )


@asynccontextmanager
async def _lock_on_server(address: str) -> AsyncIterator[None]:
    lock = _ServerLock(address)
    try:
        await lock.take()
        async with asyncio.TaskGroup() as group:
            keeping = group.create_task(lock.keep())
            try:
                yield
            finally:
                keeping.cancel()
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None
    finally:
        await lock.close()


class _ServerLock:
    """A lock in PostgreSQL, and the connection that it belongs to."""

    def __init__(self, address: str) -> None:
        self._engines = engines(address)
        self._connection: AsyncConnection | None = None

    async def take(self) -> None:
        """Take the lock by a new connection.

        Raises:
            StoreError: Another bot holds it, or the server cannot be reached.
        """
        await self.close()
        with connecting(self._engines.name):
            self._connection = taken = await self._engines.single_reader.connect().start()
            keepalives = (func.set_config(*each, False) for each in _KEEPALIVES.items())  # noqa: FBT003 - SQL
            await taken.execute(select(*keepalives))
            schema = await taken.scalar(select(func.current_schema()))
            key = _KEY + crc32(str(schema).encode())
            if not await taken.scalar(select(func.pg_try_advisory_lock(key))):
                raise _in_use(self._engines.name)

    async def keep(self) -> None:
        """Check regularly that the connection works, and take the lock again if it does not.

        Raises:
            StoreError: The lock cannot be taken again.
        """
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            assert self._connection is not None, "the lock was taken"
            try:
                with connecting(self._engines.name):
                    await self._connection.execute(select(literal(1)))
            except StoreError as error:
                _log.warning("The lock on the database is lost: %s", error)
                await self._take_again()

    async def _take_again(self) -> None:
        lost = monotonic()
        while True:
            try:
                await self.take()
            except StoreError as error:
                patience = OUTAGE_SECONDS if isinstance(error, StoreOutageError) else REFUSED_SECONDS
                if monotonic() - lost >= patience:
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
