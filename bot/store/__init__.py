"""The database: what must outlive the process, as text and numbers. It knows no rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import StaleLogError, StoreError
from bot.store.database import Database, ignore
from bot.store.history import FinishedDeal, FinishedDeals, History, Plays, SummarizedDeal
from bot.store.leaderboard import AVERAGED, Listing, Measure, Standings
from bot.store.log import Log
from bot.store.notes import Records, SavedMessages, SavedPeople, SavedServers, SavedSettings
from bot.store.personal import DELETED, PersonalData
from bot.store.retention import Retention
from bot.store.rows import (
    BEING_POSTED,
    ActionRow,
    DealEnd,
    DealRow,
    Elsewhere,
    Kept,
    Message,
    Person,
    Played,
    PlayRow,
    Rank,
    RatedRow,
    Rating,
    RatingRow,
    RecordRow,
    SavedDeal,
    SavedPlayer,
    SavedSession,
    SavedStanding,
    SavedTable,
    SeatRow,
    Server,
    SessionEnd,
    StandingRow,
    Statistics,
    TableRow,
    Tally,
    TallyRow,
)
from bot.store.standings import SESSIONS

if TYPE_CHECKING:
    from pathlib import Path

    from bot.store.database import Observer

__all__ = [
    "AVERAGED",
    "BEING_POSTED",
    "DELETED",
    "SESSIONS",
    "ActionRow",
    "DealEnd",
    "DealRow",
    "Elsewhere",
    "FinishedDeal",
    "Kept",
    "Listing",
    "Measure",
    "Message",
    "Person",
    "PlayRow",
    "Played",
    "Rank",
    "RatedRow",
    "Rating",
    "RatingRow",
    "RecordRow",
    "SavedDeal",
    "SavedPlayer",
    "SavedSession",
    "SavedStanding",
    "SavedTable",
    "SeatRow",
    "Server",
    "SessionEnd",
    "StaleLogError",
    "StandingRow",
    "Statistics",
    "Store",
    "StoreError",
    "SummarizedDeal",
    "TableRow",
    "Tally",
    "TallyRow",
]


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
