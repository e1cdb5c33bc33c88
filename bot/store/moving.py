"""Moving everything from one database into another, of the same kind or not."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import insert, inspect, select, text

from bot.errors import StoreError
from bot.store import migrations
from bot.store.engines import engines, file_engine
from bot.store.files import building, refuse_taken, require_file
from bot.store.inspection import inspect_file
from bot.store.lock import refuse_used
from bot.store.remedies import connecting
from bot.store.schema import metadata, versions

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from sqlalchemy import Connection, Row, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

BATCH: Final = 1000
"""How many rows are held in memory at a time."""

_OTHERS: Final = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND usename = current_user AND pid <> pg_backend_pid()"
)
"""How many other connections our user has to a PostgreSQL database."""


class Sum(NamedTuple):
    """How many rows a table has, and what the hashes of their texts add up to, in whatever order."""

    rows: int = 0
    checksum: int = 0

    def plus(self, rows: Sequence[Row[Any]]) -> Sum:
        """Add some rows."""
        texts = (json.dumps(list(row)) for row in rows)
        hashes = (int.from_bytes(sha256(each.encode()).digest()) for each in texts)
        return Sum(self.rows + len(rows), (self.checksum + sum(hashes)) % 2**256)


class Moved(NamedTuple):
    """What a table adds up to, as read from the source and as read back from the target."""

    table: str
    source: Sum
    target: Sum


async def move(source: Path | str, target: Path | str, report: Callable[[Moved], None]) -> None:
    """Copy everything into a database that does not exist, or is empty. The source is not changed.

    Args:
        source: A path or an address.
        target: A path or an address.
        report: Called with each table when it has been read back.

    Raises:
        StoreError: The source is in use, or not of the newest version; the target holds something; one of
            them failed; or the target differs from what was read. The target is then as it was.
    """
    if isinstance(target, Path):
        refuse_taken(target, "name a new file")
        refuse_used(target)
        async with _source(source) as origin:
            with building(target) as part:
                await _move(origin, part, report)
    else:
        async with _source(source) as origin:
            await _move(origin, target, report)


@asynccontextmanager
async def _source(database: Path | str) -> AsyncIterator[AsyncConnection]:
    """Open a database of the newest version that no other program uses."""
    if isinstance(database, Path):
        require_file(database, "database")
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
    elif others := connection.execute(_OTHERS).scalar_one():
        raise StoreError(
            f"The database in PostgreSQL is in use, connections: {others}; stop the bot and close them first."
        )


async def _move(origin: AsyncConnection, target: Path | str, report: Callable[[Moved], None]) -> None:
    opened = engines(target)
    try:
        with connecting(opened.name):
            async with opened.writer.connect() as copy:
                await copy.run_sync(_create, opened.name)
                sums = {table: await _copied(origin, copy, table) for table in _TABLES}
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


async def _copied(origin: AsyncConnection, copy: AsyncConnection, table: Table) -> Sum:
    total = Sum()
    async for rows in _batches(origin, table):
        await copy.execute(insert(table), [row._asdict() for row in rows])
        total = total.plus(rows)
    return total


async def _sum(connection: AsyncConnection, table: Table) -> Sum:
    total = Sum()
    async for rows in _batches(connection, table):
        total = total.plus(rows)
    return total


async def _batches(connection: AsyncConnection, table: Table) -> AsyncIterator[Sequence[Row[Any]]]:
    """Yield all rows in the order of their keys."""
    ordered = select(table).order_by(*table.primary_key.columns)
    async with connection.stream(ordered, execution_options={"yield_per": BATCH}) as result:
        async for rows in result.partitions():
            yield rows


_TABLES: Final = tuple(each for each in metadata.sorted_tables if each is not versions)
"""Each after those that its rows refer to."""
