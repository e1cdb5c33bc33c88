from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import aiosqlite
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture(autouse=True)
def connections_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close the database connections that a failed test has left open.

    Each has a thread that Python waits for at its end: one left open stalls the whole run after its summary.
    """
    opened: list[aiosqlite.Connection] = []
    monkeypatch.setattr(aiosqlite, "connect", remembering(opened, aiosqlite.connect))
    yield
    left_open = [connection for connection in opened if connection._connection is not None]
    if left_open:
        asyncio.run(close(left_open))


def remembering(
    opened: list[aiosqlite.Connection], connect: Callable[..., aiosqlite.Connection]
) -> Callable[..., aiosqlite.Connection]:
    def connected(*arguments: object, **options: object) -> aiosqlite.Connection:
        connection = connect(*arguments, **options)
        opened.append(connection)
        return connection

    return connected


async def close(connections: list[aiosqlite.Connection]) -> None:
    for connection in connections:
        await connection.close()
