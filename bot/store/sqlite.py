"""Connections to an SQLite file that make one trip to the driver's thread for each statement.

SQLAlchemy opens a cursor, runs a statement and closes the cursor. With the driver's own cursor each of these
is a trip to its thread and back, which takes as long as the statement itself.
"""

from __future__ import annotations

import asyncio
import sqlite3
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Self

import aiosqlite

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_BUSY_PAUSE: Final = 0.01
"""Seconds until a locked file is asked again."""


class Cursor:
    """A cursor that is opened by the statement it runs."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._opened: aiosqlite.Cursor | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Iterable[Any] = ()) -> None:
        """Run a statement."""
        self._opened = await self._connection.execute(sql, parameters)

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> None:
        """Run a statement for each of some parameters."""
        self._opened = await self._connection.executemany(sql, parameters)

    async def fetchall(self) -> Iterable[sqlite3.Row]:
        """Return all rows that were found."""
        assert self._opened is not None
        return await self._opened.fetchall()

    async def close(self) -> None:
        """Do nothing: a statement whose rows have all been fetched is over."""

    def __getattr__(self, name: str) -> Any:
        """Return `description`, `rowcount` or `lastrowid` of the statement."""
        return getattr(self._opened, name)


class Connection(aiosqlite.Connection):
    """A connection whose cursors cost nothing."""

    def cursor(self) -> Cursor:  # type: ignore[override]  # it is what SQLAlchemy awaits of any driver's cursor
        """Return a cursor."""
        return Cursor(self)


async def connect(
    path: Path, *pragmas: str, isolation_level: str | None, busy_seconds: float
) -> aiosqlite.Connection:
    """Open a file.

    Args:
        path: The file.
        pragmas: What to set, such as `foreign_keys = ON`.
        isolation_level: How the driver begins a transaction by itself before rows are changed; `None`: never.
        busy_seconds: How long to wait while another program is writing.
    """
    opening = partial(sqlite3.connect, path, timeout=busy_seconds, isolation_level=isolation_level)
    connection = await Connection(opening, iter_chunk_size=64)
    try:
        for pragma in pragmas:
            await _set(connection, pragma, give_up=monotonic() + busy_seconds)
    except BaseException:
        await connection.close()
        raise
    return connection


async def _set(connection: aiosqlite.Connection, pragma: str, *, give_up: float) -> None:
    while True:
        try:
            await connection.execute_fetchall(f"PRAGMA {pragma}")
        except sqlite3.OperationalError as error:
            # The first change to WAL does not wait for another connection that makes the same change.
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > give_up:
                raise
            await asyncio.sleep(_BUSY_PAUSE)
        else:
            return
