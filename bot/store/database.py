"""One database: opened, migrated, and shared by transactions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache
from itertools import count, groupby
from operator import itemgetter
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, NamedTuple, Self, TypeAlias, TypeVar

from sqlalchemy import ColumnElement, CompoundSelect, Connection, Executable, Select, Table

# SQLite took the clause ON CONFLICT from PostgreSQL, and SQLAlchemy writes both alike.
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.base import ReadOnlyColumnCollection
from sqlalchemy.sql.elements import KeyedColumnElement

from bot.errors import StaleLogError, StoreError
from bot.store import migrations
from bot.store.engines import Engines, engines, is_address
from bot.store.failures import FAILURES, code, connecting, in_words, is_taken
from bot.store.inspection import inspect_file

ATTEMPTS = 5
_RETRIED = ("40001", "40P01")
"""SQLSTATEs of a transaction that PostgreSQL gave up in favour of another one: it may simply run again."""

Query: TypeAlias = "Select[*tuple[Any, ...]] | CompoundSelect[*tuple[Any, ...]]"
Rows: TypeAlias = Sequence[tuple[Any, ...]]
Values: TypeAlias = Sequence[Mapping[str, object]]
Observer: TypeAlias = Callable[[str, float], None]
"""Called after each operation (`open`, `read`, `write`) with its seconds, waiting included."""

NewRow: TypeAlias = ReadOnlyColumnCollection[str, KeyedColumnElement[Any]]
"""The row that was to be added where a row with its key exists."""


class Step(NamedTuple):
    """A statement of a transaction that writes."""

    statement: Executable
    values: Values = ({},)
    """The statement runs once for each of these."""
    guards: bool = False
    """Raise `StaleLogError` if the statement changes no row, or if the row it adds exists already."""


Work: TypeAlias = Callable[[Connection], None]
"""A part of a transaction that computes what it writes from what it reads."""


class Database:
    """A database. Reading and writing do not wait for each other.

    A transaction goes on to its end even if its caller is cancelled: SQLAlchemy gives up a connection to
    PostgreSQL when a call is cancelled halfway.
    """

    def __init__(self, opened: Engines, observe: Observer) -> None:
        self.engines = opened
        self._observe = observe
        self._using = 0
        self._unused = asyncio.Event()
        self._unused.set()
        self._closed = False
        self._failing_since: float | None = None
        """When the first write failed since the last success, by the monotonic clock."""

    @property
    def unsaved_seconds(self) -> float:
        """For how long no write has succeeded; 0 if the last one did."""
        return 0.0 if self._failing_since is None else monotonic() - self._failing_since

    @classmethod
    async def open(cls, database: str | Path, *, observe: Observer = lambda *_: None) -> Self:
        """Open a database and migrate it: the path of a file, created if it does not exist, or an address.

        Raises:
            StoreError: The database cannot be reached or written, is not a database, is damaged, is locked,
                is newer than this program or belongs to another one.
        """
        if not is_address(database):
            inspect_file(Path(database))
        opened = cls(engines(database), observe)
        try:
            with connecting(opened.engines.name):
                await opened._migrate()
        except BaseException:
            await opened.close()
            raise
        return opened

    async def _migrate(self) -> None:
        name = self.engines.name
        async with self._in_use("open"):
            async with self.engines.reader.connect() as connection:
                if await connection.run_sync(migrations.version_of, name) == migrations.known()[-1]:
                    return
            async with self.engines.writer.begin() as connection:
                await connection.run_sync(migrations.upgrade, name)

    async def close(self) -> None:
        """Close all connections after the current transactions; later ones raise `StoreError`."""
        self._closed = True
        await self._unused.wait()
        await self.engines.close()

    async def write(self, *steps: Step | Work) -> None:
        """Run some statements in one transaction.

        Every isolation level is strict enough: a step that guards changes a row only if it is still as the
        writer read it, which PostgreSQL checks again after waiting for another writer.

        Raises:
            StaleLogError: A step that guards has failed; nothing was saved.
            StoreError: The statements failed. If the connection was lost during the commit, they may have
                been saved all the same.
        """
        async with self._in_use("write"):
            await completed(asyncio.create_task(self._write(steps)))

    async def _write(self, steps: Sequence[Step | Work]) -> None:
        """Run some statements, and note whether that works before another write begins."""
        for attempt in count(1):
            try:
                async with self.engines.writer.connect() as connection:
                    await connection.run_sync(_run, steps, self._failing_since is not None)
            except StaleLogError:
                self._failing_since = None
                raise
            except FAILURES as error:
                if attempt < ATTEMPTS and code(error) in _RETRIED:
                    continue
                self._failing_since = self._failing_since or monotonic()
                raise
            self._failing_since = None
            return

    async def read(self, *queries: Query) -> tuple[Rows, ...]:
        """Return the rows of each query, all from the same state of the database.

        Raises:
            StoreError: They could not be read.
        """
        async with self._in_use("read"):
            return await completed(asyncio.create_task(self._read(queries)))

    async def _read(self, queries: Sequence[Query]) -> tuple[Rows, ...]:
        engine = self.engines.single_reader if len(queries) == 1 else self.engines.reader
        async with engine.begin() as connection:
            return tuple([(await connection.execute(query)).all() for query in queries])

    async def rows(self, query: Query) -> Rows:
        """Return the rows of a query.

        Raises:
            StoreError: They could not be read.
        """
        return (await self.read(query))[0]

    @asynccontextmanager
    async def _in_use(self, operation: str) -> AsyncIterator[None]:
        """Keep the database open during a call, and put errors in words. Every call passes through here."""
        if self._closed:
            raise StoreError(f"The database {self.engines.name} is closed.")
        started = perf_counter()
        self._using += 1
        self._unused.clear()
        try:
            yield
        except FAILURES as error:
            # The chain is cut: a driver's text may show a row, with its cards.
            raise in_words(self.engines.name, error) from None
        finally:
            self._observe(operation, perf_counter() - started)
            self._using -= 1
            if not self._using:
                self._unused.set()


class Part:
    """The methods of a database about one subject. They raise `StoreError` if the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database


def grouped(rows: Rows) -> Mapping[Any, Rows]:
    """Return the rows of each key without it. The key is the first column; rows of one key are adjacent."""
    return {key: [row[1:] for row in group] for key, group in groupby(rows, itemgetter(0))}


def _run(connection: Connection, steps: Sequence[Step | Work], hurried: bool) -> None:  # noqa: FBT001 - `run_sync` has no names
    with connection.execution_options(hurried=hurried).begin():
        for step in steps:
            if not isinstance(step, Step):
                step(connection)
            elif step.values:
                _run_step(connection, step)


def _run_step(connection: Connection, step: Step) -> None:
    try:
        result = connection.execute(step.statement, step.values if len(step.values) > 1 else step.values[0])
    except IntegrityError as error:
        if step.guards and is_taken(error):
            raise StaleLogError("The log has gone on.") from None
        raise
    if step.guards and result.rowcount == 0:
        raise StaleLogError("The log has gone on.")


def adding_or_updating(table: Table, changes: Callable[[NewRow], Mapping[str, ColumnElement[Any]]]) -> Insert:
    """Return the statement that adds a row, or changes the row with its key."""
    adding = insert(table)
    key = list(table.primary_key.columns)
    return adding.on_conflict_do_update(index_elements=key, set_=dict(changes(adding.excluded)))


@cache
def replacing(table: Table) -> Insert:
    """Return the statement that adds a row, or replaces the row with its key."""
    key = table.primary_key.columns
    return adding_or_updating(
        table, lambda new: {each.name: new[each.name] for each in table.columns if each.name not in key}
    )


T = TypeVar("T")


async def completed(task: asyncio.Task[T]) -> T:
    """Wait for a task to the end, even if the waiting is cancelled; `CancelledError` is raised only then."""
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait({task})
        raise
