"""Tables: one lock and one frozen value each. A change is checked, saved, and only then published.

`Table` is the value, which pages read; `LiveTable` replaces it. The functions of `seats`, `play` and
`deadlines` work out what a request changes, or why it is refused.
"""

from bot.computers.players import Strength, offered
from bot.computers.search import Appraisal
from bot.guides import GUIDE, is_guide
from bot.tables.computers import CONFIDENCE, Hint, advised
from bot.tables.duplicate import DAILY, Daily, Given
from bot.tables.lesson import at_lesson
from bot.tables.match import Match, first_table
from bot.tables.review import (
    Costly,
    Review,
    ReviewedDeal,
    SessionReview,
    Verdict,
    decisions_of,
    proof_of,
    record_id,
    seat_in,
    summarized,
    verdict,
)
from bot.tables.services import Clock, Observer, Schedule, Shuffle, TableServices
from bot.tables.settings import SETTINGS, Hints, Limits, Pace, Setting, TableSettings, Terms, Times
from bot.tables.storage import Suspended, UnreadableLogError, is_going_on
from bot.tables.table import (
    NO_CHANNEL,
    Change,
    EndCause,
    News,
    NewsKind,
    Occupant,
    Table,
    TableState,
    refusal_of,
)
from bot.tables.tables import (
    LOOKED_AT,
    TABLES_PER_CHANNEL,
    LiveTable,
    TableRequest,
    Tables,
    people_of,
    rematch,
    seat_of,
)

__all__ = [
    "CONFIDENCE",
    "DAILY",
    "GUIDE",
    "LOOKED_AT",
    "NO_CHANNEL",
    "SETTINGS",
    "TABLES_PER_CHANNEL",
    "Appraisal",
    "Change",
    "Clock",
    "Costly",
    "Daily",
    "EndCause",
    "Given",
    "Hint",
    "Hints",
    "Limits",
    "LiveTable",
    "Match",
    "News",
    "NewsKind",
    "Observer",
    "Occupant",
    "Pace",
    "Review",
    "ReviewedDeal",
    "Schedule",
    "SessionReview",
    "Setting",
    "Shuffle",
    "Strength",
    "Suspended",
    "Table",
    "TableRequest",
    "TableServices",
    "TableSettings",
    "TableState",
    "Tables",
    "Terms",
    "Times",
    "UnreadableLogError",
    "Verdict",
    "advised",
    "at_lesson",
    "decisions_of",
    "first_table",
    "is_going_on",
    "is_guide",
    "offered",
    "people_of",
    "proof_of",
    "record_id",
    "refusal_of",
    "rematch",
    "seat_in",
    "seat_of",
    "summarized",
    "verdict",
]
