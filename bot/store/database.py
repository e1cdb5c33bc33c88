"""One database: opened, migrated, and shared by transactions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from itertools import count
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, NamedTuple, Self, TypeAlias

from sqlalchemy import ColumnElement, CompoundSelect, Connection, Executable, Select, Table

# SQLite took the clause ON CONFLICT from PostgreSQL, and SQLAlchemy writes both alike.
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.sql.base import ReadOnlyColumnCollection
from sqlalchemy.sql.elements import KeyedColumnElement

from bot.errors import StaleLogError, StoreError
from bot.store import migrations
from bot.store.engines import Engines, engines, is_address
from bot.store.inspection import inspect_file
from bot.store.remedies import FAILURES, code, connecting, in_words, is_taken
from bot.tasks import completed

ATTEMPTS = 5
_RETRIED = ("40001", "40P01")
"""SQLSTATEs of a transaction that was given up in favour of another one, and may simply run again."""


Query: TypeAlias = "Select[*tuple[Any, ...]] | CompoundSelect[*tuple[Any, ...]]"
Rows: TypeAlias = list[tuple[Any, ...]]
Values: TypeAlias = "Sequence[Mapping[str, object]]"
Observer: TypeAlias = "Callable[[str, float], None]"
"""Called after each operation (`open`, `read`, `write`) with its seconds, waiting included."""


NewRow: TypeAlias = "ReadOnlyColumnCollection[str, KeyedColumnElement[Any]]"
"""The row that was to be added where one with its key exists."""


class Step(NamedTuple):
    """A statement of a transaction that writes."""

    statement: Executable
    values: Values | Callable[[Connection], Values] = ({},)
    """It runs once for each of these. A function finds them out within the transaction."""
    guards: bool = False
    """Whether the writer is stale if it changes no row, or if what it adds exists already."""


def ignore(_operation: str, _seconds: float) -> None:
    """Observe nothing."""


class Database:
    """A database. Reading and writing do not wait for each other.

    A transaction goes on to its end even if its caller is cancelled: SQLAlchemy gives up a connection to
    PostgreSQL in the middle of a call that is cancelled.
    """

    def __init__(self, opened: Engines, observe: Observer) -> None:
        self.engines = opened
        """For tools that need a connection of their own."""
        self._observe = observe
        self._using = 0
        self._unused = asyncio.Event()
        self._unused.set()
        self._closed = False
        self._failing_since: float | None = None
        """When the first write failed since the last that succeeded, by the monotonic clock."""

    @property
    def unsaved_seconds(self) -> float:
        """For how long nothing could be written; 0 if the last write succeeded."""
        return 0.0 if self._failing_since is None else monotonic() - self._failing_since

    @property
    def name(self) -> str:
        """What the database is called in messages: its path, or a word without its address."""
        return self.engines.name

    @classmethod
    async def open(cls, database: str | Path, *, observe: Observer = ignore) -> Self:
        """Open a database and migrate it. A file is created if it does not exist.

        Args:
            database: The path of an SQLite file, or the address of a PostgreSQL database.
            observe: Called after each operation with its kind and the seconds it took.

        Raises:
            StoreError: It cannot be reached or written, is not a database, is damaged, is locked, is newer
                than this program or belongs to another one.
        """
        if not is_address(database):
            inspect_file(Path(database))
        opened = cls(engines(database), observe)
        try:
            with connecting(opened.name):
                await opened._migrate()
        except BaseException:
            await opened.close()
            raise
        return opened

    async def _migrate(self) -> None:
        async with self._in_use("open"):
            async with self.engines.reader.connect() as connection:
                if await connection.run_sync(migrations.version_of, self.name) == migrations.known()[-1]:
                    return
            async with self.engines.writer.connect() as connection:
                await connection.run_sync(_upgrade, self.name)

    async def close(self) -> None:
        """Close all connections after the current transactions; later ones raise `StoreError`."""
        self._closed = True
        await self._unused.wait()
        await self.engines.close()

    async def write(self, *steps: Step) -> None:
        """Run some statements in one transaction.

        Every isolation level is strict enough: a step that guards changes a row only if it is still as the
        writer read it, which PostgreSQL checks again after waiting for another writer.

        Raises:
            StaleLogError: A step that guards has failed; nothing was saved.
            StoreError: They could not be written. If the connection was lost during the commit, they may
                have been saved all the same.
        """
        async with self._in_use("write"):
            await completed(asyncio.create_task(self._write(steps)))

    async def _write(self, steps: Sequence[Step]) -> None:
        """Run some statements, and note whether that works before another write begins."""
        try:
            await self._run(steps)
        except FAILURES:
            self._failing_since = self._failing_since or monotonic()
            raise
        except StaleLogError:
            self._failing_since = None
            raise
        self._failing_since = None

    async def _run(self, steps: Sequence[Step]) -> None:
        for attempt in count(1):
            try:
                async with self.engines.writer.connect() as connection:
                    await connection.run_sync(_run, steps, self._failing_since is not None)
            except SQLAlchemyError as error:
                if attempt == ATTEMPTS or code(error) not in _RETRIED:
                    raise
            else:
                return

    async def read(self, *queries: Query, **values: object) -> tuple[Rows, ...]:
        """Return the rows of each query, all from the same state of the database.

        Raises:
            StoreError: They could not be read.
        """
        async with self._in_use("read"):
            return await completed(asyncio.create_task(self._read(queries, values)))

    async def _read(self, queries: Sequence[Query], values: Mapping[str, object]) -> tuple[Rows, ...]:
        engine = self.engines.single_reader if len(queries) == 1 else self.engines.reader
        async with engine.connect() as connection:
            return await connection.run_sync(_found, queries, values)

    async def rows(self, query: Query, **values: object) -> Rows:
        """Return the rows of a query.

        Raises:
            StoreError: They could not be read.
        """
        return (await self.read(query, **values))[0]

    @asynccontextmanager
    async def _in_use(self, operation: str) -> AsyncIterator[None]:
        """Keep the database open during a call, and put errors in words. Every call passes through here."""
        if self._closed:
            raise StoreError(f"The database {self.name} is closed.")
        started = perf_counter()
        self._using += 1
        self._unused.clear()
        try:
            yield
        except FAILURES as error:
            # The chain is cut: a driver's text may show the row concerned, with its cards.
            raise in_words(self.name, error) from None
        finally:
            self._observe(operation, perf_counter() - started)
            self._using -= 1
            if not self._using:
                self._unused.set()


def _upgrade(connection: Connection, name: str) -> None:
    with connection.begin():
        migrations.upgrade(connection, name)


def _found(
    connection: Connection, queries: Sequence[Query], values: Mapping[str, object]
) -> tuple[Rows, ...]:
    with connection.begin():
        return tuple(list(connection.execute(query, values).all()) for query in queries)


def _run(connection: Connection, steps: Sequence[Step], hurried: bool) -> None:  # noqa: FBT001 - `run_sync` has no names
    with connection.execution_options(hurried=hurried).begin():
        for step in steps:
            if values := step.values(connection) if callable(step.values) else step.values:
                _run_step(connection, step, values)


def _run_step(connection: Connection, step: Step, values: Values) -> None:
    try:
        result = connection.execute(step.statement, values if len(values) > 1 else values[0])
    except IntegrityError as error:
        if step.guards and is_taken(error):
            raise StaleLogError("The log has gone on.") from None
        raise
    if step.guards and result.rowcount == 0:
        raise StaleLogError("The log has gone on.")


def adding_or_updating(table: Table, changes: Callable[[NewRow], Mapping[str, ColumnElement[Any]]]) -> Insert:
    """Return the statement that adds a row, or changes the one with its key."""
    adding = insert(table)
    key = list(table.primary_key.columns)
    return adding.on_conflict_do_update(index_elements=key, set_=dict(changes(adding.excluded)))


@cache
def replacing(table: Table) -> Insert:
    """Return the statement that adds a row, or replaces the one with its key."""
    key = table.primary_key.columns
    return adding_or_updating(
        table, lambda new: {each.name: new[each.name] for each in table.columns if each.name not in key}
    )
