"""The messages that call people to the lobby of a rematch: none of them outlives the lobby."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from bot.store import Message
from bot.tables import TableState
from cogs.discord.messenger import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables import Table
    from cogs.discord.messenger import Messenger
    from cogs.discord.queue import Queue

INVITATION: Final = "invitation"
"""The kind under which its id is saved."""

CALL: Final = "call"
"""Under which the posting of one waits in the queue."""


class Invitations:
    """Posts them, and deletes them once nobody can join any more, after a restart too."""

    def __init__(self, queue: Queue, messenger: Messenger) -> None:
        self._queue = queue
        self._messenger = messenger

    def call(self, table: Table, text: str, users: Sequence[int]) -> None:
        """Notify people by a text that mentions them, in the channel of a lobby."""
        job = partial(self._post, table, text, users)
        self._queue.put(table.channel_id, (CALL, table.id), job)

    async def _post(self, table: Table, text: str, users: Sequence[int]) -> None:
        channel = self._messenger.channel(table.channel_id, table.guild_id)
        message_id, _ = await self._messenger.send_text((CALL, table.id), channel, Text(text, tuple(users)))
        await self._messenger.save(table, Message(INVITATION, 0, table.channel_id, message_id))
        await self.follow(table)

    async def follow(self, table: Table) -> None:
        """Delete that of a table which has begun its first deal, or has ended without one."""
        if table.state is TableState.LOBBY or table.number > 1:
            return
        for each in await self._messenger.saved(table, (INVITATION,)):
            job = partial(self._withdraw, table, each.message_id)
            self._queue.put(table.channel_id, (INVITATION, table.id), job)

    async def _withdraw(self, table: Table, message_id: int) -> None:
        channel = self._messenger.channel(table.channel_id, table.guild_id)
        await self._messenger.delete(channel, message_id)
        await self._messenger.forget(table, INVITATION)
