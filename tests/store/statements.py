"""Statements as text, run on a connection of the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import text

if TYPE_CHECKING:
    from sqlalchemy import Connection


def run(connection: Connection, statement: str) -> None:
    """Run a statement within the transaction of a connection."""
    connection.execute(text(statement))


def value(connection: Connection, query: str) -> Any:
    """The first value that a query finds."""
    return connection.execute(text(query)).scalar()
