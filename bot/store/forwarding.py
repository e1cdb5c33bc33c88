"""Interactions that one process receives from Discord and another one answers; only PostgreSQL has several.

A row holds the token of its interaction, with which anyone could answer: nothing of it may reach a log.
Discord waits for three seconds, so a row lives no longer, unless both processes die.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from sqlalchemy import Executable, Text, and_, cast, delete, extract, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.shards import Shards
from bot.store.engines import engines
from bot.store.failures import connecting
from bot.store.schema import forwarded

CHANNEL: Final = "skiz_forwarded"
"""The channel of notifications. They only wake a process, so it does not matter who else hears them."""
LOOK_SECONDS: Final = 1.0
"""Between two looks for rows whose notification was lost."""
ANSWER_SECONDS: Final = 3.0
"""For how long Discord waits for the first answer to an interaction."""
LEFT_SECONDS: Final = 60.0
"""After that time any process deletes a row that nobody has taken."""

_NOW: Final = extract("epoch", func.clock_timestamp())
"""The server's clock, which all processes share."""


class Taken(NamedTuple):
    payload: str
    """An interaction as Discord sent it, in JSON."""
    waited: float
    """Seconds since its arrival."""


class Forwarded:
    """The interactions that wait for another process.

    Each call is one statement on a connection of its own, so that it waits for no save.
    """

    def __init__(self, address: str) -> None:
        """Connect when first used.

        `address`: that of the database. No notification passes a pooler that pools transactions: through one,
        interactions wait for the next look.
        """
        self._engines = engines(address)

    async def close(self) -> None:
        await self._engines.close()

    async def put(self, interaction_id: int, shard: int, interaction: Taken) -> None:
        """Leave an interaction to the process of a shard, and wake that.

        Raises:
            StoreError: That failed.
        """
        arrived, payload = _NOW - interaction.waited, interaction.payload
        row = insert(forwarded).values(id=interaction_id, shard=shard, payload=payload, at=arrived)
        added = row.returning(forwarded.c.shard).cte("added")
        await self._execute(select(func.pg_notify(CHANNEL, cast(added.c.shard, Text))))

    async def take_back(self, interaction_id: int) -> bool:
        """Delete an interaction; `False` if another process has taken it.

        Raises:
            StoreError: That failed.
        """
        which = forwarded.c.id == interaction_id
        return bool(await self._execute(delete(forwarded).where(which).returning(forwarded.c.id)))

    async def _execute(self, statement: Executable) -> Sequence[Any]:
        with connecting(self._engines.name):
            async with self._engines.single_reader.connect() as connection:
                return (await connection.execute(statement)).all()

    async def receive(self, shards: Shards, answer: Callable[[Taken], None]) -> None:
        """Take the interactions that are left to a range, until cancelled. Each is taken once.

        `answer`: called with each; raises nothing.

        Raises:
            StoreError: The connection is lost.
        """
        heard = asyncio.Event()
        with connecting(self._engines.name):
            async with self._engines.single_reader.connect() as connection:
                driver: Any = (await connection.get_raw_connection()).driver_connection
                await driver.add_listener(CHANNEL, lambda *_: heard.set())
                driver.add_termination_listener(lambda _: heard.set())
                while True:
                    heard.clear()
                    for each in await _take(connection, shards):
                        answer(each)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(heard.wait(), LOOK_SECONDS)


async def _take(connection: AsyncConnection, shards: Shards) -> Sequence[Taken]:
    """Delete the interactions of a range, and others left over; return what Discord still waits for."""
    own, waited = forwarded.c.shard.between(shards.first, shards.last), _NOW - forwarded.c.at
    taking = delete(forwarded).where(or_(own, waited > LEFT_SECONDS))
    wanted = and_(own, waited < ANSWER_SECONDS)
    rows = await connection.execute(taking.returning(forwarded.c.payload, waited, wanted))
    return [Taken(payload, float(seconds)) for payload, seconds, is_wanted in rows if is_wanted]
