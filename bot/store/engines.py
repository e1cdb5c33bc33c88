"""Opening SQLite or PostgreSQL: an engine that writes, and those that read beside it."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, Final, Protocol, TypeVar

from bot.errors import StoreError
from bot.store import sqlite

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager

    from sqlalchemy import Connection

T = TypeVar("T")

# They log statements and rows, hands included.
_TALKATIVE: Final = ("asyncio", "sqlalchemy.engine", "sqlalchemy.pool")


class Connected(Protocol):
    """A connection that is in use."""

    async def run_sync(self, work: Callable[Concatenate[Connection, ...], T], /, *args: Any) -> T:
        """Run some work with SQLAlchemy's connection, which begins a transaction by itself."""
        ...


class Engine(Protocol):
    """A way into a database, with at least one connection."""

    def connect(self) -> AbstractAsyncContextManager[Connected]:
        """Take a connection. What was not committed when it is given back is rolled back."""
        ...

    async def dispose(self) -> None:
        """Close all connections."""
        ...


@dataclass(frozen=True, slots=True)
class Engines:
    """The ways into one database."""

    name: str
    """What it is called in messages; never the address, which holds a password."""
    writer: Engine
    reader: Engine
    """Reads in a transaction: all of its queries see the same state of the database."""
    single_reader: Engine
    """Reads with one query, which no other has to agree with; shares the connections of `reader`."""

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
    return _postgresql(str(database)) if is_address(database) else _sqlite(Path(database))


def is_address(database: str | Path) -> bool:
    """Whether this is the address of a PostgreSQL database, not the path of a file."""
    return isinstance(database, str) and "://" in database


def _sqlite(path: Path) -> Engines:
    sqlite.touch(path)
    # One connection writes, so that transactions queue here and not at the lock of the file.
    writer = sqlite.FileEngine(path, *sqlite.PRAGMAS)
    reader = sqlite.FileEngine(path, *sqlite.PRAGMAS, "query_only = ON", begin="BEGIN")
    return Engines(str(path), writer, reader, reader)


def _postgresql(address: str) -> Engines:
    from bot.store import postgresql  # noqa: PLC0415 - importing it takes a tenth of the time of a start

    try:
        writer, reader = (postgresql.engine(address) for _ in range(2))
    except ModuleNotFoundError:
        raise StoreError(
            "DATABASE names a PostgreSQL database, whose driver is missing: pip install .[postgresql]"
        ) from None
    snapshot = reader.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    # One trip to the server instead of three: neither BEGIN nor COMMIT is sent.
    single = reader.execution_options(isolation_level="AUTOCOMMIT")
    return Engines("in PostgreSQL", writer, snapshot, single)
