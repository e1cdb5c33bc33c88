"""Tables: who sits where, one lock and one session each; an action is checked, saved, and only then told."""

from bot.tables.news import Listener, News, NewsKind
from bot.tables.shuffle import Shuffle
from bot.tables.situation import Occupant, TableState
from bot.tables.table import Table
from bot.tables.tables import Tables

__all__ = ["Listener", "News", "NewsKind", "Occupant", "Shuffle", "Table", "TableState", "Tables"]
