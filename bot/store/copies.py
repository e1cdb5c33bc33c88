"""Copies of a whole database: backing one up, restoring it, moving it to another kind."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from sqlalchemy import URL, Connection, Row, Table, create_engine, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import NullPool

from bot.errors import StoreError
from bot.store import migrations
from bot.store.database import Database
from bot.store.engines import engines, file_engine
from bot.store.failures import connecting, in_words, unwritable
from bot.store.inspection import Files, followed, inspect_file, reading, refuse_damaged
from bot.store.lock import refuse_used
from bot.store.schema import metadata, versions


def _require_file(path: Path, what: str) -> None:
    if not path.is_file():
        raise StoreError(f"There is no {what} {path}; check its name.")


def _refuse_taken(target: Path, remedy: str) -> None:
    """Refuse an existing file, link or device, and any that SQLite would take for a part of the new file."""
    for each in Files.of(target):
        if os.path.lexists(each):
            raise StoreError(f"{each} exists already; {remedy}.")


@contextmanager
def _building(target: Path) -> Iterator[Path]:
    """Yield the path of an empty private file; after the block it gets its name, which must still be free.

    If anything fails, no file remains.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".skiz-", dir=target.parent) as folder:
            part = Path(folder, "skiz.db")
            part.touch(0o600)
            yield part
            _publish(part, target)
    except OSError as error:
        raise unwritable(target, error) from error


def _publish(part: Path, target: Path) -> None:
    """Give a complete file its name, and sync the file and its folder."""
    _sync(part)
    try:
        os.link(part, target)  # unlike renaming, this never replaces a file
    except FileExistsError:
        raise
    except OSError:
        # The file system has no hard links, such as that of a memory stick.
        target.touch(0o600, exist_ok=False)
        part.replace(target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def backup(database: Path, target: Path) -> None:
    """Copy a database into a new file, even while others write to it.

    Raises:
        StoreError: The database does not exist, is damaged or not ours; the target exists, is a name that
            the database itself uses, or cannot be written. There is no new file then.
    """
    _require_file(database, "database")
    _refuse_taken(target, "name a new file")
    if followed(target.parent) / target.name in Files.of(followed(database)):
        raise StoreError(f"{target} is a name that the database itself uses; name another file.")
    if inspect_file(database) is None:
        raise StoreError(f"The file {database} holds no database of this program; check DATABASE.")
    with _building(target) as part:
        _copy(database, part)
        refuse_damaged(part, str(database))


async def restore(file: Path, database: Path) -> None:
    """Make a database from a backup, and migrate it if it is older.

    Raises:
        StoreError: The backup does not exist, is damaged, newer or not ours; the database exists, is used by
            a bot or cannot be written. There is no new database then.
    """
    _require_file(file, "backup")
    _refuse_taken(database, "stop the bot and move it away first")
    refuse_used(database)
    if inspect_file(file) is None:
        raise StoreError(f"The file {file} is empty; name a file that was made with `backup`.")
    with _building(database) as part:
        _copy(file, part)
        refuse_damaged(part, str(file))
        await (await Database.open(part)).close()


def _copy(source: Path, target: Path) -> None:
    """Copy page by page with SQLite's own backup, which only the driver offers."""
    made = create_engine(URL.create("sqlite", database=str(target)), poolclass=NullPool)
    with reading(source) as connection, made.connect() as copied:
        try:
            _driver(connection).backup(_driver(copied))
            # Then the copy is one file, which can be read from any medium.
            copied.exec_driver_sql("PRAGMA journal_mode = DELETE").close()
        except (sqlite3.Error, SQLAlchemyError) as error:
            raise in_words(str(source), error) from None


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


BATCH = 1000
"""How many rows are held in memory at a time."""

_OTHER_CONNECTIONS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND usename = current_user AND pid <> pg_backend_pid()"
)


class Sum(NamedTuple):
    """How many rows a table has, and the sum of their hashes, which does not depend on their order."""

    rows: int = 0
    checksum: int = 0

    def plus(self, rows: Sequence[Row[Any]]) -> Sum:
        texts = (json.dumps(list(row)) for row in rows)
        hashes = (int.from_bytes(sha256(each.encode()).digest()) for each in texts)
        return Sum(self.rows + len(rows), (self.checksum + sum(hashes)) % 2**256)


class Moved(NamedTuple):
    """The sum of a table, as read from the source and as read back from the target."""

    table: str
    source: Sum
    target: Sum


async def move(source: Path | str, target: Path | str, report: Callable[[Moved], None]) -> None:
    """Copy everything into a database that does not exist, or is empty, and report each table.

    The source is not changed.

    Raises:
        StoreError: The source is in use, or not of the newest version; the target holds something; one of
            them failed; or the target differs from what was read. The target is then as it was.
    """
    if isinstance(target, Path):
        _refuse_taken(target, "name a new file")
        refuse_used(target)
    async with _source(source) as origin:
        with _building(target) if isinstance(target, Path) else nullcontext(target) as part:
            await _move(origin, part, report)


@asynccontextmanager
async def _source(database: Path | str) -> AsyncIterator[AsyncConnection]:
    """Open a database of the newest version that no other program uses."""
    if isinstance(database, Path):
        _require_file(database, "database")
        refuse_used(database)
        inspect_file(database)
        name = str(database)
        # Beginning fails while another program has the file open, and then keeps others from opening it.
        engine = file_engine(database, "locking_mode = EXCLUSIVE", connections=1).execution_options(
            begin="BEGIN EXCLUSIVE"
        )
    else:
        opened = engines(database)
        name, engine = opened.name, opened.reader
    try:
        with connecting(name):
            async with engine.connect() as connection:
                await connection.run_sync(_refuse_used)
                if await connection.run_sync(migrations.version_of, name) != migrations.known()[-1]:
                    raise StoreError(
                        f"The database {name} is empty or of an older version; start the bot with it once,"
                        " which migrates it, or take another one."
                    )
                yield connection
    finally:
        await engine.dispose()


def _refuse_used(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA query_only = ON")
    elif others := connection.execute(_OTHER_CONNECTIONS).scalar_one():
        raise StoreError(
            f"The database in PostgreSQL is in use, connections: {others}; stop the bot and close them first."
        )


async def _move(origin: AsyncConnection, target: Path | str, report: Callable[[Moved], None]) -> None:
    opened = engines(target)
    try:
        with connecting(opened.name):
            async with opened.writer.connect() as copy:
                await copy.run_sync(_create, opened.name)
                sums = {table: await _sum(origin, table, copy) for table in _TABLES}
                moved = [Moved(each.name, sums[each], await _sum(copy, each)) for each in _TABLES]
                for each in moved:
                    report(each)
                if any(each.source != each.target for each in moved):
                    raise StoreError("What was written differs from what was read; nothing was moved.")
                await copy.commit()
    finally:
        await opened.close()


def _create(connection: Connection, name: str) -> None:
    if there := {*metadata.tables} & {*inspect(connection).get_table_names()}:
        raise StoreError(f"The database {name} already has a table {min(there)}; move into an empty one.")
    migrations.upgrade(connection, name)


async def _sum(connection: AsyncConnection, table: Table, copy: AsyncConnection | None = None) -> Sum:
    """Return the sum of a table, and copy its rows if there is a connection to copy them to."""
    total, ordered = Sum(), select(table).order_by(*table.primary_key.columns)
    async with connection.stream(ordered, execution_options={"yield_per": BATCH}) as result:
        async for rows in result.partitions():
            if copy is not None:
                await copy.execute(insert(table), [row._asdict() for row in rows])
            total = total.plus(rows)
    return total


_TABLES = tuple(each for each in metadata.sorted_tables if each is not versions)
"""Each after those that its rows refer to."""
