"""Whether the channel of a table can be reached; if not, its players are informed of what must be done."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.tables import TableState
from cogs.discord.failures import cause_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.tables import Table
    from bot.text import Words
    from cogs.discord.direct_messages import DirectMessages
    from cogs.discord.failures import Cause
    from cogs.discord.queue import Queue


class Reach:
    """What is known of the channel of one table, and who still has to be informed."""

    def __init__(self, table: Table, queue: Queue, direct: DirectMessages) -> None:
        self._table = table
        self._queue = queue
        self._direct = direct
        self._cause: Cause | None = None
        """Why it is out of reach, as the players have been informed since a message last arrived."""
        self._uninformed: set[int] = set()
        """The players whom no direct message about that has reached."""

    def arrived(self) -> None:
        """Note that a message has arrived in the channel."""
        self._cause = None

    def reason(self, w: Words) -> str:
        """Why the channel is out of reach and what can be done; the empty string if it is not."""
        if self._cause is None:
            return ""
        return w(f"channel_lost.{self._cause}", channel=f"<#{self._table.channel_id}>")

    def notice(self, w: Words, user_id: int) -> str:
        """What a player must still be informed of; the empty string if nothing, and when called again."""
        if user_id not in self._uninformed:
            return ""
        self._uninformed.discard(user_id)
        return self.reason(w)

    @contextmanager
    def reaching(self) -> Iterator[None]:
        """Inform the players once if the channel is out of reach. Of a table that has ended, ignore it."""
        try:
            yield
        except discord.HTTPException as error:
            cause = cause_of(error)
            if cause is None:
                raise
            if self._cause is None:
                self._inform(cause)
            if self._table.state is not TableState.ENDED:
                raise

    def _inform(self, cause: Cause) -> None:
        """Inform the players why the channel is out of reach: by direct message, or with their next panel."""
        self._cause, self._uninformed = cause, set()

        async def job(user_id: int) -> None:
            key, channel = f"channel_lost.{cause}", f"<#{self._table.channel_id}>"
            if not await self._direct.send(user_id, key, channel=channel):
                self._uninformed.add(user_id)

        for user_id in self._table.people:
            self._queue.put(user_id, ("channel lost", self._table.id), partial(job, user_id))
