"""Sentences sent to people as direct messages, and notices in the channels of tables."""

from __future__ import annotations

import logging
from collections.abc import Callable

import aiohttp
import discord

from bot.store import TableRow
from bot.tables import Table
from bot.text import Fact
from cogs.discord.display import Display, Text
from cogs.discord.failures import is_outage, is_refusal, named
from cogs.discord.messenger import Messenger
from cogs.discord.people import People
from cogs.discord.queue import Queue

logger = logging.getLogger(__name__)


class DirectMessages:
    def __init__(self, messenger: Messenger, queue: Queue, people: People) -> None:
        self._messenger = messenger
        self._queue = queue
        self._people = people

    async def send(self, user_id: int, key: str, *, display: Display | None = None, **facts: Fact) -> bool:
        """Send a person a sentence of the catalogues. `False` if Discord refuses direct messages to them.

        Args:
            user_id: the person.
            key: the key of the sentence.
            display: the message of an earlier attempt, which may have arrived.
            facts: what the sentence says.

        Raises:
            discord.HTTPException: Discord failed.
            aiohttp.ClientError: The network failed, or Discord refuses all requests.
        """
        display = display or Display(user_id=user_id)
        text = Text((await self._people.words_of(user_id))(key, **facts))
        try:
            display.channel_id = await self._messenger.dm_channel(user_id)
            await self._messenger.show_text(display, text)
        except (discord.HTTPException, discord.RateLimited) as error:
            if not is_refusal(error):
                raise
            logger.info("A direct message was refused: %s", named(error))
            await self._people.closed(user_id)
            return False
        await self._people.reached(user_id)
        self._queue.reachable_again(user_id)
        return True

    async def send_in_the_end(self, user_id: int, key: str, **facts: Fact) -> bool:
        """Send a sentence as `send` does; in an outage the queue sends it later."""
        display = Display(user_id=user_id)

        async def job() -> None:
            await self.send(user_id, key, display=display, **facts)

        try:
            return await self.send(user_id, key, display=display, **facts)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            if not is_outage(error):
                raise
        self._queue.put(user_id, ("sentence", key), job)
        return True


class Notices:
    """Posts and deletes texts in the channels of tables, one of each kind for a table. They are saved."""

    def __init__(self, queue: Queue, messenger: Messenger) -> None:
        self._queue = queue
        self._messenger = messenger

    def post(
        self, table: Table | TableRow, kind: str, text: Text, is_wanted: Callable[[], bool] = lambda: True
    ) -> None:
        """Post a notice, if it is still wanted when its turn comes and the table has none of its kind."""
        display = Display(table.id, kind, channel_id=table.channel_id, guild_id=table.guild_id)

        async def job() -> None:
            if is_wanted() and not await self._messenger.saved(table, (kind,)):
                await self._messenger.show_text(display, text)
            if display.message_id is not None and not is_wanted():
                await self._delete(display)

        self._queue.put(table.channel_id, (kind, table.id), job)

    def withdraw(self, table: Table, kind: str) -> None:
        """Delete the notice of a kind, if the table has one."""

        async def job() -> None:
            for each in await self._messenger.saved(table, (kind,)):
                await self._delete(each)

        self._queue.put(table.channel_id, (f"withdraw {kind}", table.id), job)

    async def _delete(self, display: Display) -> None:
        await self._messenger.delete(display)
        await self._messenger.forget(display)
