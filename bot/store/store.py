"""The store: one database and the rooms in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.database import Database
from bot.store.leaderboard import Leaderboard
from bot.store.log import Log
from bot.store.notes import Messages, People, Settings

if TYPE_CHECKING:
    from pathlib import Path


class Store:
    """The database of one bot. Whatever it is asked for is one transaction of its own."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.log = Log(database)
        self.leaderboard = Leaderboard(database)
        self.messages = Messages(database)
        self.people = People(database)
        self.settings = Settings(database)

    @classmethod
    async def open(cls, path: Path) -> Store:
        """Open the database, make it where there is none, and bring it up to date.

        Raises:
            StoreError: the path cannot be written, is no database, is locked, or is newer than this program.
        """
        return cls(await Database.open(path))

    async def close(self) -> None:
        """End the connection once what is being saved is saved."""
        await self._database.close()

    async def backup(self, path: Path) -> None:
        """Copy the whole database into a file while the bot goes on.

        Raises:
            StoreError: the copy could not be written.
        """
        await self._database.backup(path)
