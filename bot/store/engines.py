"""Opening SQLite or PostgreSQL: an engine that writes, and one that reads beside it."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.errors import StoreError
from bot.store import sqlite

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.ext.asyncio import AsyncEngine
    from sqlalchemy.pool import ConnectionPoolEntry, PoolResetState

BUSY_SECONDS: Final = 5.0
"""How long to wait while another program is writing to the file."""

CONNECT_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 10.0
"""How long PostgreSQL may take to accept a connection, and to answer a statement."""

POOL_SECONDS: Final = 20.0
"""How long a transaction waits for a free connection."""

IDLE_SECONDS: Final = 60.0
"""A connection to PostgreSQL that was not used for so long is replaced: a firewall may have forgotten it."""

_PRAGMAS: Final = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")

# They log statements and rows, hands included.
_TALKATIVE: Final = ("aiosqlite", "asyncio", "sqlalchemy.engine", "sqlalchemy.pool")


@dataclass(frozen=True, slots=True)
class Engines:
    """The two ways into one database."""

    name: str
    """What it is called in messages; never the address, which holds a password."""
    writer: AsyncEngine
    reader: AsyncEngine

    async def close(self) -> None:
        """Close all connections."""
        await self.writer.dispose()
        await self.reader.dispose()


def engines(database: str | Path) -> Engines:
    """Return the engines of a database; they connect when first used.

    Args:
        database: The path of an SQLite file, which is created if it does not exist, or the address of a
            PostgreSQL database as libpq knows it: `postgresql://user:password@host/name?sslmode=require`.

    Raises:
        StoreError: The file cannot be written, or there is no driver for PostgreSQL.
    """
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    return (
        _postgresql(database) if isinstance(database, str) and "://" in database else _sqlite(Path(database))
    )


def _sqlite(path: Path) -> Engines:
    touch(path)
    # One connection writes, so that transactions queue here and not at the lock of the file. It begins a
    # transaction by itself before it first changes a row; the reader needs one before its first query.
    writer = sqlite_engine(path, "IMMEDIATE", *_PRAGMAS)
    reader = sqlite_engine(path, None, *_PRAGMAS, "query_only = ON")

    @event.listens_for(reader.sync_engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.connection.run_async(lambda driver: driver.execute("BEGIN"))

    return Engines(str(path), writer, reader)


def sqlite_engine(path: Path, isolation_level: str | None, *pragmas: str) -> AsyncEngine:
    """Return the engine of an SQLite file.

    Args:
        path: The file.
        isolation_level: How a transaction begins before a row is changed; `None`: the caller begins it.
        pragmas: Set on each connection.
    """
    creator = partial(
        sqlite.connect, path, *pragmas, isolation_level=isolation_level, busy_seconds=BUSY_SECONDS
    )
    engine = _engine(URL.create("sqlite+aiosqlite", database=str(path)), 1, async_creator=creator)

    @event.listens_for(engine.sync_engine, "reset")
    def roll_back(connection: DBAPIConnection, record: ConnectionPoolEntry, state: PoolResetState) -> None:
        driver = record.driver_connection
        if not state.terminate_only and driver is not None and driver.in_transaction:
            connection.rollback()

    return engine


def _postgresql(address: str) -> Engines:
    options = {"dsn": address, "timeout": CONNECT_SECONDS, "command_timeout": ANSWER_SECONDS}
    try:
        writer, reader = (_postgresql_engine(options) for _ in range(2))
    except ModuleNotFoundError:
        raise StoreError(
            "DATABASE names a PostgreSQL database, whose driver is missing: pip install .[postgresql]"
        ) from None
    # Several queries see the same state of the database.
    snapshot = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    return Engines("in PostgreSQL", writer, reader.execution_options(**snapshot))


def _postgresql_engine(options: dict[str, Any]) -> AsyncEngine:
    engine = _engine(URL.create("postgresql+asyncpg"), 5, connect_args=options)

    @event.listens_for(engine.sync_engine, "checkout")
    def replace_if_lost(_connection: object, record: ConnectionPoolEntry, _proxy: object) -> None:
        driver, now = record.driver_connection, monotonic()
        idle = now - record.info.get("used", now)
        record.info["used"] = now
        if driver is None or driver.is_closed() or idle > IDLE_SECONDS:
            raise DisconnectionError

    return engine


def _engine(url: URL, size: int, **options: Any) -> AsyncEngine:
    return create_async_engine(
        url,
        pool_size=size,
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
        pool_reset_on_return=None if url.get_backend_name() == "sqlite" else "rollback",
        hide_parameters=True,
        **options,
    )


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
        raise StoreError(f"The file {path} cannot be written: {error.strerror}.") from error
    # SQLite gives its other files the permissions of the database.
    for each in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with suppress(OSError):
            each.chmod(0o600)
