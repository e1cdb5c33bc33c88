"""The engines of a database: SQLAlchemy's `AsyncEngine` over aiosqlite or asyncpg."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import aiosqlite
from sqlalchemy import URL, Connection, event
from sqlalchemy.engine.interfaces import AdaptedConnection
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.errors import StoreError
from bot.store.failures import unwritable

# These loggers write statements and rows, hands included.
_VERBOSE = ("aiosqlite", "asyncio", "sqlalchemy.engine", "sqlalchemy.pool")

POOL_SIZE = 5
"""How many transactions may read a database at the same time, and how many may write to PostgreSQL."""
POOL_SECONDS = 20.0
"""How many seconds a transaction waits for a free connection."""

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
"""With these, what was committed to SQLite survives a power cut."""

BUSY_SECONDS = 3.0
"""How long a write waits for another program that writes to the SQLite file."""
HURRY_SECONDS = 0.1
"""The same after a write has failed: other writes are queued behind this one."""

CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0
"""How long PostgreSQL may take to accept a connection, and to answer a statement."""
IDLE_SECONDS = 60.0
"""How long a connection to PostgreSQL may be unused: after that a firewall may have forgotten it."""


POOLED = "#pooled"
"""The end of an address that leads to a pooler which gives each transaction another session of the server."""

_SESSIONLESS: Mapping[str, object] = {
    "statement_cache_size": 0,
    "prepared_statement_cache_size": 0,
    "prepared_statement_name_func": str,  # nameless: the next statement replaces it
}
"""Options of the driver with which no statement is prepared in one transaction and used in another."""


@dataclass(frozen=True, slots=True)
class Engines:
    """The engines of one database. Readers and writers never wait for each other."""

    name: str
    """What messages call the database; never its address, which holds a password."""
    writer: AsyncEngine
    reader: AsyncEngine
    """All queries of a transaction see the same state of the database."""
    single_reader: AsyncEngine
    """For a single query, without a transaction; shares the connections of `reader`."""

    async def close(self) -> None:
        await self.writer.dispose()
        await self.reader.dispose()


def engines(database: str | Path) -> Engines:
    """Return the engines of a database; they connect when first used.

    A file is created if it does not exist. An address is one that libpq knows, such as
    `postgresql://user:password@host/name?sslmode=require`. It may end in `POOLED`.

    Raises:
        StoreError: The file cannot be written, or there is no driver for PostgreSQL.
    """
    for name in _VERBOSE:
        logging.getLogger(name).setLevel(logging.WARNING)
    return _postgresql(str(database)) if is_address(database) else _sqlite(Path(database))


def is_address(database: str | Path) -> bool:
    """Return whether this is the address of a PostgreSQL database, not the path of a file."""
    return isinstance(database, str) and "://" in database


def _sqlite(path: Path) -> Engines:
    touch(path)
    # With one connection for writing, transactions queue at the pool and not at the lock of the file.
    writer = file_engine(path, *PRAGMAS, connections=1)
    reader = file_engine(path, *PRAGMAS, "query_only = ON")
    return Engines(
        str(path),
        writer.execution_options(begin="BEGIN IMMEDIATE"),
        reader.execution_options(begin="BEGIN"),
        reader,
    )


def file_engine(path: Path, *pragmas: str, connections: int = POOL_SIZE) -> AsyncEngine:
    """Return an engine for an SQLite file.

    The driver begins no transactions, as SQLAlchemy advises: the execution option `begin` is the statement
    that begins one. With the option `hurried`, a transaction hardly waits for another program.
    """
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        connect_args={"isolation_level": None, "timeout": BUSY_SECONDS},
        pool_size=connections,
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
        hide_parameters=True,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: AdaptedConnection, _record: object) -> None:
        connection.run_async(lambda driver: _set_up(driver, pragmas))

    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    seconds = HURRY_SECONDS if options.get("hurried") else BUSY_SECONDS
    if connection.info.setdefault("busy_seconds", BUSY_SECONDS) != seconds:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {seconds * 1000:.0f}").close()
        connection.info["busy_seconds"] = seconds
    if begin := options.get("begin"):
        connection.exec_driver_sql(begin).close()


async def _set_up(connection: aiosqlite.Connection, pragmas: tuple[str, ...]) -> None:
    try:
        for pragma in pragmas:
            await _set(connection, pragma, give_up=monotonic() + BUSY_SECONDS)
    except BaseException:
        await connection.close()
        raise


async def _set(connection: aiosqlite.Connection, pragma: str, *, give_up: float) -> None:
    while True:
        try:
            await (await connection.execute(f"PRAGMA {pragma}")).close()
        except sqlite3.OperationalError as error:
            # The first change to WAL does not wait for another connection that makes the same change.
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > give_up:
                raise
            await asyncio.sleep(0.01)
        else:
            return


def touch(path: Path) -> None:
    """Create a file that only its owner may read, and its folder, if it does not exist.

    Raises:
        StoreError: The file cannot be written. SQLite would say only "unable to open".
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


def _postgresql(address: str) -> Engines:
    pooled = address.endswith(POOLED)
    options = _SESSIONLESS if pooled else {}
    try:
        writer, reader = (_server_engine(address.removesuffix(POOLED), options) for _ in range(2))
    except ModuleNotFoundError:
        raise StoreError(
            "DATABASE names a PostgreSQL database, whose driver is missing: pip install .[postgresql]"
        ) from None
    snapshot = reader.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    # One trip to the server instead of three: neither BEGIN nor COMMIT is sent.
    single = reader if pooled else reader.execution_options(isolation_level="AUTOCOMMIT")
    return Engines("in PostgreSQL", writer, snapshot, single)


def _server_engine(address: str, options: Mapping[str, object]) -> AsyncEngine:
    engine = create_async_engine(
        URL.create("postgresql+asyncpg"),
        connect_args={
            "dsn": address,
            "timeout": CONNECT_SECONDS,
            "command_timeout": ANSWER_SECONDS,
            **options,
        },
        pool_size=POOL_SIZE,
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
        hide_parameters=True,
    )

    @event.listens_for(engine.sync_engine, "checkout")
    def replace_if_lost(_connection: object, record: ConnectionPoolEntry, _proxy: object) -> None:
        driver, now = record.driver_connection, monotonic()
        idle = now - record.info.get("used", now)
        record.info["used"] = now
        if driver is None or driver.is_closed() or idle > IDLE_SECONDS:
            raise DisconnectionError

    return engine
