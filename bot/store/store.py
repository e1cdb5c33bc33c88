"""The store: one database and its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.database import Database, ignore
from bot.store.leaderboard import Standings
from bot.store.log import Log
from bot.store.notes import SavedMessages, SavedPeople, SavedSettings

if TYPE_CHECKING:
    from pathlib import Path

    from bot.store.database import Observer


class Store:
    """The database of one bot. Each method of its parts is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.log = Log(database)
        self.leaderboard = Standings(database)
        self.messages = SavedMessages(database)
        self.people = SavedPeople(database)
        self.settings = SavedSettings(database)

    @classmethod
    async def open(cls, path: Path, *, observe: Observer = ignore) -> Store:
        """Open the database, create it if it does not exist, and migrate it.

        Args:
            path: The database file.
            observe: Called after each operation with its kind, `read` or `write`, and the seconds it took.

        Raises:
            StoreError: The path cannot be written, is not a database, is locked or is newer than this
                program.
        """
        return cls(await Database.open(path, observe=observe))

    async def close(self) -> None:
        """Close the connection after the current transaction."""
        await self._database.close()

    async def backup(self, path: Path) -> None:
        """Copy the whole database into a new file while it stays in use.

        Raises:
            StoreError: The copy could not be written.
        """
        await self._database.backup(path)
