"""Connections to a PostgreSQL server."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import create_async_engine

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine
    from sqlalchemy.pool import ConnectionPoolEntry

CONNECT_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 10.0
"""How long PostgreSQL may take to accept a connection, and to answer a statement."""

POOL_SIZE: Final = 5
POOL_SECONDS: Final = 20.0
"""How long a transaction waits for a free connection."""

IDLE_SECONDS: Final = 60.0
"""A connection that was not used for so long is replaced: a firewall may have forgotten it."""


def engine(address: str) -> AsyncEngine:
    """Return the engine of a database; it connects when first used.

    Args:
        address: The address as libpq knows it: `postgresql://user:password@host/name?sslmode=require`.

    Raises:
        ModuleNotFoundError: The driver is not installed.
    """
    options: dict[str, Any] = {
        "dsn": address,
        "timeout": CONNECT_SECONDS,
        "command_timeout": ANSWER_SECONDS,
    }
    made = create_async_engine(
        URL.create("postgresql+asyncpg"),
        connect_args=options,
        pool_size=POOL_SIZE,
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
        hide_parameters=True,
    )

    @event.listens_for(made.sync_engine, "checkout")
    def replace_if_lost(_connection: object, record: ConnectionPoolEntry, _proxy: object) -> None:
        driver, now = record.driver_connection, monotonic()
        idle = now - record.info.get("used", now)
        record.info["used"] = now
        if driver is None or driver.is_closed() or idle > IDLE_SECONDS:
            raise DisconnectionError

    return made
