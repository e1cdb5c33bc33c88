"""The database: everything that must outlive the process, as text and numbers. It knows no rules."""

from __future__ import annotations

from bot.errors import StaleLogError, StoreError
from bot.store.database import Database, Observer
from bot.store.engines import Engines
from bot.store.figures import Figures
from bot.store.history import FinishedDeal, FinishedDeals, History, Plays, SummarizedDeal
from bot.store.leaderboard import AVERAGED, Leaderboard, Listing, Measure
from bot.store.log import Log
from bot.store.orders import Orders
from bot.store.personal import DELETED, PersonalData
from bot.store.ratings import SESSIONS
from bot.store.records import Records, SavedMessages, SavedPeople, SavedServers, SavedSettings
from bot.store.retention import Retention
from bot.store.rows import (
    BEING_POSTED,
    NO_SERVER,
    ActionRow,
    CardsShown,
    DayFigures,
    DealEnd,
    DealRow,
    Elsewhere,
    Kept,
    Message,
    Order,
    OrderRow,
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

__all__ = [
    "AVERAGED",
    "BEING_POSTED",
    "DELETED",
    "NO_SERVER",
    "SESSIONS",
    "ActionRow",
    "CardsShown",
    "DayFigures",
    "DealEnd",
    "DealRow",
    "Elsewhere",
    "FinishedDeal",
    "Kept",
    "Listing",
    "Measure",
    "Message",
    "Order",
    "OrderRow",
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


class Store(Database):
    """The database of one bot. Each method of its parts is one transaction."""

    def __init__(self, opened: Engines, observe: Observer) -> None:
        super().__init__(opened, observe)
        self.log = Log(self)
        self.figures = Figures(self)
        self.finished = FinishedDeals(self)
        self.history = History(self)
        self.leaderboard = Leaderboard(self)
        self.messages = SavedMessages(self)
        self.orders = Orders(self)
        self.people = SavedPeople(self)
        self.personal = PersonalData(self)
        self.plays = Plays(self)
        self.records = Records(self)
        self.servers = SavedServers(self)
        self.settings = SavedSettings(self)
        self.retention = Retention(self)

    async def close(self) -> None:
        """Save what is to be saved soon, and close all connections; later calls raise `StoreError`."""
        await self.messages.flush()
        await super().close()
