"""One connection to SQLite: opened, migrated, and shared one transaction at a time."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager, contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import aiosqlite

from bot.store.errors import StoreError
from bot.store.migrations import Migration, known

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
    from pathlib import Path

Value: TypeAlias = str | int | float | None
Values: TypeAlias = "Sequence[Value] | Mapping[str, Value]"
Observer: TypeAlias = "Callable[[str, float], None]"
"""Called after each operation with its kind, `read` or `write`, and the seconds it took, waiting included."""

BUSY_SECONDS: Final = 5.0
"""How long to wait while another program is writing."""

_REMEDIES: Final = {
    "file is not a database": "is not a database; move it away or set another path",
    "database is locked": "is locked by another program; stop that one first",
    "unable to open database file": "cannot be opened; check its folder's permissions",
    "readonly database": "cannot be written; check its permissions",
    "disk is full": "cannot grow: the disk is full",
}


def _in_words(path: Path, error: Exception) -> StoreError:
    text = str(error)
    remedy = next((words for symptom, words in _REMEDIES.items() if symptom in text), f"failed: {text}")
    return StoreError(f"The database {path} {remedy}.")


def ignore(_operation: str, _seconds: float) -> None:
    """Observe nothing."""


class Database:
    """A connection whose transactions run one after the other, never interleaved."""

    def __init__(self, path: Path, connection: aiosqlite.Connection, observe: Observer) -> None:
        self.path = path
        self._connection = connection
        self._observe = observe
        self._lock = asyncio.Lock()
        self._closed = False

    @classmethod
    async def open(
        cls, path: Path, migrations: Sequence[Migration] | None = None, *, observe: Observer = ignore
    ) -> Database:
        """Open a database file, create it if it does not exist, and migrate it.

        Raises:
            StoreError: The path cannot be written, is not a database, is locked or is newer than this
                program.
        """
        # At level DEBUG, aiosqlite logs every statement with its values, hands included.
        logging.getLogger("aiosqlite").setLevel(logging.INFO)
        _touch(path)
        with _errors_in_words(path):
            connection = await aiosqlite.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        database = cls(path, connection, observe)
        try:
            with _errors_in_words(path):
                await database._prepare(known() if migrations is None else migrations)
        except BaseException:
            await database.close()
            raise
        return database

    async def _prepare(self, migrations: Sequence[Migration]) -> None:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            # Fetched to the end: an open cursor would block the first commit.
            await self._connection.execute_fetchall(f"PRAGMA {pragma}")
        version: int = (await self.rows("PRAGMA user_version"))[0][0]
        newest = max((migration.number for migration in migrations), default=0)
        if version > newest:
            raise StoreError(
                f"The database {self.path} was written by a newer version of this program"
                f" (its schema is {version}, this program knows {newest}); update the program."
            )
        for migration in migrations:
            if migration.number > version:
                await self._migrate(migration)

    async def _migrate(self, migration: Migration) -> None:
        try:
            await self._connection.executescript(
                f"BEGIN IMMEDIATE;\n{migration.sql}\nPRAGMA user_version = {migration.number};\nCOMMIT;"
            )
        except aiosqlite.Error as error:
            await self._connection.rollback()
            raise StoreError(
                f"The database {self.path}: migration {migration.name} failed: {error}."
            ) from error

    async def close(self) -> None:
        """Close the connection after the current transaction; later ones raise `StoreError`."""
        async with self._lock:
            if not self._closed:
                self._closed = True
                await self._connection.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[aiosqlite.Connection]:
        """Commit when the block ends; roll back if it raises.

        Raises:
            StoreError: Something in it could not be read or written.
        """
        async with self._in_use("write"):
            with _errors_in_words(self.path):
                self._check_open()
                try:
                    await self._connection.execute("BEGIN IMMEDIATE")
                    yield self._connection
                    await self._connection.commit()
                except BaseException:
                    await self._connection.rollback()
                    raise

    @asynccontextmanager
    async def _in_use(self, operation: str) -> AsyncIterator[None]:
        """Hold the connection during an operation, and report how long it took."""
        started = perf_counter()
        try:
            async with self._lock:
                yield
        finally:
            self._observe(operation, perf_counter() - started)

    async def write(self, statement: str, values: Values = ()) -> None:
        """Run one statement as a transaction of its own.

        Raises:
            StoreError: It could not be written.
        """
        async with self.transaction() as connection:
            await connection.execute(statement, values)

    async def rows(self, query: str, values: Values = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query.

        Raises:
            StoreError: They could not be read.
        """
        async with self._in_use("read"):
            with _errors_in_words(self.path):
                self._check_open()
                return [tuple(row) for row in await self._connection.execute_fetchall(query, values)]

    async def backup(self, path: Path) -> None:
        """Copy the whole database into a new file while it stays in use.

        Raises:
            StoreError: The copy could not be written.
        """
        part = path.with_name(f"{path.name}.part")
        self._check_open()
        _touch(part)
        with _errors_in_words(path):
            async with aiosqlite.connect(part) as target:
                await self._connection.backup(target)
        try:
            part.replace(path)
        except OSError as error:
            raise StoreError(f"The file {path} cannot be written: {error.strerror}.") from error

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(f"The database {self.path} is closed.")


def _touch(path: Path) -> None:
    # SQLite says only "unable to open"; the operating system says why.
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
    except OSError as error:
        raise StoreError(f"The file {path} cannot be written: {error.strerror}.") from error


@contextmanager
def _errors_in_words(path: Path) -> Iterator[None]:
    try:
        yield
    except aiosqlite.Error as error:
        raise _in_words(path, error) from error
