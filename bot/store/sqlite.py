"""An SQLite file and the thread that uses it."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Concatenate, Final, Self, TypeVar

from sqlalchemy import create_engine, event
from sqlalchemy.pool import NullPool

from bot.store.remedies import unwritable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from sqlalchemy import Connection

T = TypeVar("T")

BUSY_SECONDS: Final = 3.0
"""How long to wait while another program is writing to the file."""

HURRY_SECONDS: Final = 0.1
"""The same once that was in vain: other writes wait for their turn behind this one, and people for them."""

_BUSY_PAUSE: Final = 0.01
"""Seconds until a locked file is asked again."""

PRAGMAS: Final = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
"""With these, what was committed survives a power cut."""


class FileEngine:
    """One connection to an SQLite file, in a thread of its own.

    What SQLAlchemy's `AsyncEngine` makes of a file takes a trip to a thread for each statement. Here a whole
    transaction is one trip.

    Args:
        path: The file.
        pragmas: Set on the connection.
        begin: The statement that begins a transaction; `None`: the driver begins one that writes, before it
            first changes a row.
    """

    def __init__(self, path: Path, *pragmas: str, begin: str | None = None) -> None:
        self._path = path
        self._pragmas = pragmas
        self._begin = begin
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite")
        self._free = asyncio.Lock()
        self._connection: Connection | None = None
        self._engine = create_engine(
            "sqlite://", creator=self._open, poolclass=NullPool, hide_parameters=True
        )
        if begin is not None:
            event.listen(self._engine, "begin", lambda connection: connection.exec_driver_sql(begin))

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Self]:
        """Take the connection. What was not committed when it is given back is rolled back."""
        async with self._free:
            try:
                yield self
            finally:
                if self._is_in_transaction():
                    await self.run_sync(_roll_back)

    async def run_sync(self, work: Callable[Concatenate[Connection, ...], T], /, *args: Any) -> T:
        """Run some work in the thread; it goes on to its end even if the caller is cancelled."""

        def run() -> T:
            if self._connection is None:
                self._connection = self._engine.connect()
            return work(self._connection, *args)

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)

    async def dispose(self) -> None:
        """Close the file after the work that has begun."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _is_in_transaction(self) -> bool:
        # A commit that has failed ends the transaction for SQLAlchemy, but not for SQLite.
        opened = self._connection
        return opened is not None and (opened.in_transaction() or _driver(opened).in_transaction)

    def _open(self) -> sqlite3.Connection:
        opened = sqlite3.connect(
            self._path,
            timeout=BUSY_SECONDS,
            isolation_level=None if self._begin else "IMMEDIATE",
        )
        try:
            for pragma in self._pragmas:
                _set(opened, pragma, give_up=monotonic() + BUSY_SECONDS)
        except BaseException:
            opened.close()
            raise
        return opened


def set_patience(connection: Connection, seconds: float) -> None:
    """Set how long a connection waits while another program is writing to the file."""
    connection.exec_driver_sql(f"PRAGMA busy_timeout = {seconds * 1000:.0f}").close()


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _roll_back(connection: Connection) -> None:
    connection.rollback()
    _driver(connection).rollback()


def _set(connection: sqlite3.Connection, pragma: str, *, give_up: float) -> None:
    while True:
        try:
            connection.execute(f"PRAGMA {pragma}").close()
        except sqlite3.OperationalError as error:
            # The first change to WAL does not wait for another connection that makes the same change.
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > give_up:
                raise
            sleep(_BUSY_PAUSE)
        else:
            return


def touch(path: Path) -> None:
    """Create a file that only its owner may read, with its folder, if it does not exist.

    Raises:
        StoreError: It cannot be written. SQLite would say only "unable to open".
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)
        path.open("ab").close()
    except OSError as error:
        raise unwritable(path, error) from error
    # SQLite gives its other files the permissions of the database.
    for each in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with suppress(OSError):
            each.chmod(0o600)
