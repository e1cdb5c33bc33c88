"""Tables: seats, one lock and one session each. A change is worked out, saved, and only then published."""

from bot.computers.players import Strength
from bot.computers.search import Appraisal
from bot.tables.advice import advised
from bot.tables.clock import Clock
from bot.tables.closing import Times
from bot.tables.costliest import Costly, Verdict, decisions_of, seat_in, verdict
from bot.tables.daily import DAILY, Daily
from bot.tables.given import Given
from bot.tables.hinting import CONFIDENCE, Hint
from bot.tables.hints import Hints
from bot.tables.incidents import report, reported
from bot.tables.match import Match, first_table
from bot.tables.news import News, NewsKind
from bot.tables.observing import Observer
from bot.tables.pace import Limits, Pace, Paces
from bot.tables.proving import is_going_on, proof_of
from bot.tables.publisher import Listener
from bot.tables.rematch import people_of, rematch, seat_of
from bot.tables.request import TableRequest
from bot.tables.restoring import UnreadableLogError
from bot.tables.reviewing import Review, ReviewedDeal, SessionReview, record_id, summarized
from bot.tables.schedule import Schedule
from bot.tables.services import TableServices
from bot.tables.shuffle import Shuffle
from bot.tables.situation import EndCause, Ending, Occupant, TableState
from bot.tables.suspended import Suspended
from bot.tables.table import Table
from bot.tables.tables import Tables

__all__ = [
    "CONFIDENCE",
    "DAILY",
    "Appraisal",
    "Clock",
    "Costly",
    "Daily",
    "EndCause",
    "Ending",
    "Given",
    "Hint",
    "Hints",
    "Limits",
    "Listener",
    "Match",
    "News",
    "NewsKind",
    "Observer",
    "Occupant",
    "Pace",
    "Paces",
    "Review",
    "ReviewedDeal",
    "Schedule",
    "SessionReview",
    "Shuffle",
    "Strength",
    "Suspended",
    "Table",
    "TableRequest",
    "TableServices",
    "TableState",
    "Tables",
    "Times",
    "UnreadableLogError",
    "Verdict",
    "advised",
    "decisions_of",
    "first_table",
    "is_going_on",
    "people_of",
    "proof_of",
    "record_id",
    "rematch",
    "report",
    "reported",
    "seat_in",
    "seat_of",
    "summarized",
    "verdict",
]
