"""Interactions that one process receives from Discord and another one answers; only PostgreSQL has several.

A row holds the token of its interaction, with which anyone could answer: nothing of it may reach a log.
Discord waits for three seconds, so a row lives no longer, unless both processes die.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import and_, delete, extract, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import StaleLogError
from bot.shards import Shards
from bot.store.database import Part, Step
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


class Forwarded(Part):
    async def put(self, interaction_id: int, shard: int, payload: str) -> None:
        """Leave an interaction to the process of a shard, and wake that.

        `payload`: the interaction as Discord sent it, in JSON.
        """
        row = insert(forwarded).values(id=interaction_id, shard=shard, payload=payload, at=_NOW)
        await self._database.write(Step(row), Step(select(func.pg_notify(CHANNEL, str(shard)))))

    async def take_back(self, interaction_id: int) -> bool:
        """Delete an interaction; `False` if another process has taken it."""
        try:
            taken = Step(delete(forwarded).where(forwarded.c.id == interaction_id), guards=True)
            await self._database.write(taken)
        except StaleLogError:
            return False
        return True


async def receive(address: str, shards: Shards, answer: Callable[[str], None]) -> None:
    """Take the interactions that are left to a range, until cancelled. Each is taken once.

    Args:
        address: that of the database. No notification passes a pooler that pools transactions: through one,
            interactions wait for the next look.
        shards: the range.
        answer: called with each payload; raises nothing.

    Raises:
        StoreError: The connection is lost.
    """
    opened, heard = engines(address), asyncio.Event()
    try:
        with connecting(opened.name):
            async with opened.single_reader.connect() as connection:
                driver: Any = (await connection.get_raw_connection()).driver_connection
                await driver.add_listener(CHANNEL, lambda *_: heard.set())
                driver.add_termination_listener(lambda _: heard.set())
                while True:
                    heard.clear()
                    for payload in await _take(connection, shards):
                        answer(payload)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(heard.wait(), LOOK_SECONDS)
    finally:
        await opened.close()


async def _take(connection: AsyncConnection, shards: Shards) -> Sequence[str]:
    """Delete the interactions of a range, and others left over; return what Discord still waits for."""
    own = forwarded.c.shard.between(shards.first, shards.last)
    left = forwarded.c.at < _NOW - LEFT_SECONDS
    wanted = and_(own, forwarded.c.at > _NOW - ANSWER_SECONDS)
    taking = delete(forwarded).where(or_(own, left)).returning(forwarded.c.payload, wanted)
    return [payload for payload, is_wanted in await connection.execute(taking) if is_wanted]
