"""Sentences sent to people by direct message."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.text import words
from cogs.discord.failures import is_outage, is_refusal, named
from cogs.discord.messenger import Text

if TYPE_CHECKING:
    from bot.text import Fact, Words
    from cogs.discord.messenger import Messenger
    from cogs.discord.people import People
    from cogs.discord.queue import Queue

logger = logging.getLogger(__name__)


class DirectMessages:
    """Sends sentences, and remembers whom they reach."""

    def __init__(self, messenger: Messenger, queue: Queue, people: People) -> None:
        self._messenger = messenger
        self._queue = queue
        self._people = people

    async def send(self, user_id: int, key: str, **facts: Fact) -> bool:
        """Send a person the sentence of a key at once. `False` if direct messages do not reach the person.

        Raises what the request raises otherwise, such as in an outage.
        """
        w = await self.words_of(user_id)
        try:
            channel = await self._messenger.dm_channel(user_id)
            text = w(key, **facts)
            await self._messenger.send_text((user_id, text), channel, Text(text))
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
        """The same, but in an outage the queue sends the sentence later. `False` as before."""

        async def job() -> None:
            await self.send(user_id, key, **facts)

        try:
            return await self.send(user_id, key, **facts)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            if not is_outage(error):
                raise
        self._queue.put(user_id, ("sentence", key), job)
        return True

    async def words_of(self, user_id: int) -> Words:
        """The words a person reads."""
        return words((await self._people.get(user_id)).locale or "en")
