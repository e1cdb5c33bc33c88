"""Telling the channels of suspended tables what has happened, once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from bot.store import Message
from bot.text import words
from cogs.discord.messenger import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.store import Store, TableRow
    from cogs.discord.messenger import Messenger
    from cogs.discord.queue import Queue

SUSPENDED: Final = "suspended"
"""The kind under which the id of such a message is saved."""


def tell_of_suspensions(tables: Iterable[TableRow], store: Store, messenger: Messenger, queue: Queue) -> None:
    """Tell the channel of each suspended table what has happened, unless it has been told before."""
    for table in tables:
        job = partial(_tell, table, store, messenger)
        queue.put(table.channel_id, (SUSPENDED, table.id), job)


async def _tell(table: TableRow, store: Store, messenger: Messenger) -> None:
    if any(each.kind == SUSPENDED for each in await store.messages.of(table.id)):
        return
    text = words(table.locale)("table.suspended", table=table.id)
    channel = messenger.channel(table.channel_id, table.guild_id)
    message_id, _ = await messenger.send_text((SUSPENDED, table.id), channel, Text(text))
    await store.messages.put(table.id, Message(SUSPENDED, 0, table.channel_id, message_id))
