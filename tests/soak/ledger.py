"""Every press of a control that acts, with its outcome as the person was told, and who sat where."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg

from bot.playground.state import Message
from bot.store import SavedDeal
from bot.tables import TableState
from bot.tables.table import READY
from bot.text import words

ENGLISH = words("en")
STALE = ENGLISH("refusal.stale")
ENDED = ENGLISH("panel.ended")
BACK = ENGLISH("button.back")
UNFINISHED = ("⚠ ", "**Chosen, but not said yet", "**Chosen: ", "Choose the rest")
"""What a panel says apart from the state of the table: why it refuses, or what is to be confirmed."""
UNCLEAR = (ENDED, ENGLISH("panel.away"), ENGLISH("panel.left_asleep"), "⚠ ")
"""Texts of a panel from which nothing can be concluded: the table may be gone or asleep, the seat be a
computer's, or the notice be of a channel that is out of reach."""
PANEL = re.compile(r"^(\*\*.*\*\* · deal \d+ · <#\d+>|### .* · result)$", re.MULTILINE)
DEAL_NUMBER = re.compile(r" · deal (\d+)\b")


class Outcome(StrEnum):
    """What a person knows of a press."""

    CONFIRMED = "confirmed"
    """The panel has moved on and says nothing against it."""
    REFUSED = "refused"
    """The panel says why, or asks whether that is meant."""
    UNKNOWN = "unknown"
    """No answer, or none that can be told from a change by others."""


class Control(NamedTuple):
    """A control that acts: `t1:<table>:<revision>:<what>`."""

    table: str
    revision: int
    what: str

    @classmethod
    def of(cls, custom_id: str) -> Control:
        _, table, revision, what = custom_id.split(":", 3)
        return cls(table, int(revision), what)


class Press(NamedTuple):
    user_id: int
    table: str
    deal: int
    revision: int
    actions: tuple[str, ...]
    outcome: Outcome


class Answer(NamedTuple):
    """When the bot first answered a press."""

    pressed: float
    """In seconds of the monotonic clock."""
    seconds: float
    failed: bool
    """Whether it did not answer in time."""
    guild_id: str
    """The server of the table."""
    private: bool
    """Whether it was a press in direct messages, which arrive at shard 0."""


@dataclass
class Ledger:
    presses: list[Press] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)

    def counts(self) -> dict[str, int]:
        counted = Counter(each.outcome for each in self.presses)
        return {outcome.value: counted[outcome] for outcome in Outcome}

    def lost(self, deals: Iterable[SavedDeal], seats: Seats) -> list[str]:
        """Confirmed actions that the logs do not have, or not as often; being ready is no action."""
        # Each counts once, however often the same control was pressed. So does a card in a deal: an old
        # button for a card that its player has played since is not refused.
        confirmed = {
            (each.table, each.user_id, each.deal, 0 if is_play(action) else each.revision + count, action)
            for each in self.presses
            if each.outcome is Outcome.CONFIRMED and each.actions != (str(READY),)
            for count, action in enumerate(each.actions)
        }
        saved = Counter(
            (each.table.id, user_id, action.action)
            for each in deals
            for action in each.actions
            for user_id in seats.users(each.table.id, each.deal.number, action.seat)
        )
        wanted = Counter((table, user_id, action) for table, user_id, _, _, action in confirmed)
        return [f"{each}: {count} confirmed, {saved[each]} saved" for each, count in (wanted - saved).items()]


def is_play(action: str) -> bool:
    return action.startswith("play ")


def deal_of(panel: Message) -> int:
    """The number of the deal that a panel shows; 0 if it shows none."""
    found = DEAL_NUMBER.search(panel.text)
    return int(found[1]) if found else 0


def outcome_of(before: Control, now: Message, revisions: Iterable[int]) -> Outcome:
    """What a person knows of a press once the answer is there.

    Args:
        before: what was pressed.
        now: the message that answers.
        revisions: those of the controls in it.
    """
    if STALE in now.text or (before.revision in revisions and any(each in now.text for each in UNFINISHED)):
        return Outcome.REFUSED
    if (
        not PANEL.search(now.text)
        or any(each in now.text for each in UNCLEAR)
        or before.revision in revisions
    ):
        return Outcome.UNKNOWN
    return Outcome.CONFIRMED


TABLES = """
    SELECT id, saves, state, (SELECT max(number) FROM deals WHERE table_id = id) FROM tables
"""
DEAL = [each for each in TableState if each.in_deal]
SEATS = "SELECT table_id, seat, user_id, away_id FROM seats"


class Place(NamedTuple):
    table: str
    deal: int
    user_id: int


@dataclass
class Seats:
    """What has been read so far."""

    database: Path | str
    """The file, or the address of PostgreSQL."""
    saves: dict[str, int] = field(default_factory=dict)
    """How often each table that is open now has been saved."""
    of: defaultdict[Place, set[int]] = field(default_factory=lambda: defaultdict(set))

    async def read(self) -> None:
        """Read who sits where. While a server restarts, nothing can be read."""
        try:
            tables, seats = await self._rows()
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return
        self.saves = {table: saves for table, saves, state, _ in tables if state != TableState.ENDED}
        playing = {table: number for table, _, state, number in tables if state in DEAL}
        dealt = {table: number for table, _, _, number in tables if number is not None}
        for table, seat, user_id, away_id in seats:
            # Between deals seats are taken over for the next one.
            if user_id is not None and table in playing:
                self.of[Place(table, playing[table], user_id)].add(seat)
            if away_id is not None and table in dealt:
                self.of[Place(table, dealt[table], away_id)].add(seat)

    async def _rows(self) -> tuple[Sequence[Any], Sequence[Any]]:
        if isinstance(self.database, Path):
            with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=10)) as file:
                file.execute("BEGIN")
                return file.execute(TABLES).fetchall(), file.execute(SEATS).fetchall()
        server = await asyncpg.connect(self.database, timeout=10)
        try:
            async with server.transaction(isolation="repeatable_read", readonly=True):
                return await server.fetch(TABLES), await server.fetch(SEATS)
        finally:
            await server.close()

    def users(self, table: str, deal: int, seat: int) -> list[int]:
        return [
            place.user_id for place, held in self.of.items() if place[:2] == (table, deal) and seat in held
        ]
