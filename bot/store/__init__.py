"""The database: what must outlive the process, as text and numbers. It knows no rules."""

from bot.errors import StaleLogError, StoreError
from bot.store.finished import FinishedDeal
from bot.store.rows import (
    ActionRow,
    DealEnd,
    DealRow,
    Kept,
    Message,
    Person,
    Rank,
    RecordRow,
    SavedDeal,
    SavedPlayer,
    SavedStanding,
    SavedTable,
    SeatRow,
    Server,
    StandingRow,
    TableRow,
    Tally,
    TallyRow,
)
from bot.store.store import Store

__all__ = [
    "ActionRow",
    "DealEnd",
    "DealRow",
    "FinishedDeal",
    "Kept",
    "Message",
    "Person",
    "Rank",
    "RecordRow",
    "SavedDeal",
    "SavedPlayer",
    "SavedStanding",
    "SavedTable",
    "SeatRow",
    "Server",
    "StaleLogError",
    "StandingRow",
    "Store",
    "StoreError",
    "TableRow",
    "Tally",
    "TallyRow",
]
