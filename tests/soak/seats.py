"""Who sat where in which deal, and how often each table was saved: read while the bot runs."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from bot.tables import TableState

TABLES: Final = """
    SELECT id, saves, state, (SELECT max(number) FROM deals WHERE table_id = id) FROM tables
"""
DEAL: Final = [each for each in TableState if each.in_deal]
SEATS: Final = "SELECT table_id, seat, user_id, away_id, name FROM seats"


class Place(NamedTuple):
    """A person in a deal."""

    table: str
    deal: int
    user_id: int


@dataclass
class Seats:
    """What has been read so far."""

    database: Path
    saves: dict[str, int] = field(default_factory=dict)
    """How often each table that is open now has been saved."""
    of: dict[Place, int] = field(default_factory=dict)
    """The seat of each person, or the one that a computer keeps for them."""
    names: defaultdict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))
    """By table and seat the names of all who have held it, as pages show them."""
    gave_up: set[Place] = field(default_factory=set)
    """The people whose seat a computer has played for a part of the deal."""

    def read(self) -> None:
        """Look who sits where now."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=10)) as database:
            database.execute("BEGIN")
            tables = database.execute(TABLES).fetchall()
            seats = database.execute(SEATS).fetchall()
        self.saves = {table: saves for table, saves, state, _ in tables if state != TableState.ENDED}
        playing = {table: number for table, _, state, number in tables if state in DEAL}
        dealt = {table: number for table, _, _, number in tables if number is not None}
        for table, seat, user_id, away_id, name in seats:
            self.names[table, seat].add(name)
            # Between deals seats are taken over for the next one.
            if user_id is not None and table in playing:
                self.of[Place(table, playing[table], user_id)] = seat
            if away_id is not None and table in dealt:
                place = Place(table, dealt[table], away_id)
                self.of.setdefault(place, seat)
                self.gave_up.add(place)
