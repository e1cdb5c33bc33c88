"""What servers have chosen for the tables opened there."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.store import Server, StoreError

if TYPE_CHECKING:
    from bot.store import Store

logger = logging.getLogger(__name__)


class Servers:
    """Remembers what servers have chosen, in the store and in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, Server] = {}

    async def get(self, guild_id: int) -> Server:
        """What a server has chosen; what a new one has if the store cannot be read."""
        if guild_id not in self._known:
            try:
                self._known[guild_id] = await self._store.servers.get(guild_id)
            except StoreError as error:
                logger.warning("A server cannot be read from the database: %s", error)
                return Server(guild_id)
        return self._known[guild_id]

    async def put(self, server: Server) -> None:
        """Change what a server has chosen.

        Raises:
            StoreError: it cannot be saved, and has not changed.
        """
        await self._store.servers.put(server)
        self._known[server.guild_id] = server
