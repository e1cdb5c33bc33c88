"""The store: one database and its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.database import Database, ignore
from bot.store.finished import FinishedDeals
from bot.store.history import History
from bot.store.leaderboard import Standings
from bot.store.log import Log
from bot.store.notes import SavedMessages, SavedPeople, SavedServers, SavedSettings
from bot.store.personal import PersonalData
from bot.store.plays import Plays
from bot.store.records import Records
from bot.store.retention import Retention

if TYPE_CHECKING:
    from pathlib import Path

    from bot.store.database import Observer


class Store:
    """The database of one bot. Each method of its parts is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.log = Log(database)
        self.finished = FinishedDeals(database)
        self.history = History(database)
        self.leaderboard = Standings(database)
        self.messages = SavedMessages(database)
        self.people = SavedPeople(database)
        self.personal = PersonalData(database)
        self.plays = Plays(database)
        self.records = Records(database)
        self.servers = SavedServers(database)
        self.settings = SavedSettings(database)
        self.retention = Retention(database)

    @classmethod
    async def open(cls, database: str | Path, *, observe: Observer = ignore) -> Store:
        """Open a database and migrate it. A file is created if it does not exist.

        Args:
            database: The path of an SQLite file, or the address of a PostgreSQL database.
            observe: Called after each operation with its kind and the seconds it took.

        Raises:
            StoreError: The database cannot be reached or written, is not a database, is locked or is newer
                than this program.
        """
        return cls(await Database.open(database, observe=observe))

    @property
    def name(self) -> str:
        """What the database is called in messages: its path, or a word without its address."""
        return self.database.name

    @property
    def unsaved_seconds(self) -> float:
        """For how long nothing could be saved; 0 if the last save succeeded."""
        return self.database.unsaved_seconds

    async def close(self) -> None:
        """Close all connections after the current transactions."""
        await self.database.close()
