"""The database: what must outlive the process, as text and numbers. It knows no rules."""

from bot.errors import StaleLogError, StoreError
from bot.store.finished import FinishedDeal, SummarizedDeal
from bot.store.leaderboard import AVERAGED, Listing, Measure
from bot.store.personal import DELETED
from bot.store.ranks import Rank, Rating, Statistics, Tally
from bot.store.ratings import SESSIONS
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
    RecordRow,
    SavedDeal,
    SavedPlayer,
    SavedSession,
    SavedTable,
    SeatRow,
    Server,
    SessionEnd,
    TableRow,
)
from bot.store.standing_rows import RatedRow, RatingRow, SavedStanding, StandingRow, TallyRow
from bot.store.store import Store

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
