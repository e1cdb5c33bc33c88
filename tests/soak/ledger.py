"""Every press of a control that acts, with its outcome as the person was told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from bot.playground.world import Message
from bot.tables.table import READY
from bot.text import words

ENGLISH: Final = words("en")
STALE: Final = ENGLISH("refusal.stale")
ENDED: Final = ENGLISH("panel.ended")
UNFINISHED: Final = ("⚠ ", "**You chose this", "**Marked: ", "Choose the rest")
"""What a panel says beside the state of the table: the reason of a refusal, or a choice to be confirmed."""
UNCLEAR: Final = (ENDED, ENGLISH("panel.away"), ENGLISH("panel.left_asleep"), "⚠ ")
"""Texts of a panel from which nothing can be concluded: the table may be gone or asleep, the seat be a
computer's, or the notice be of a channel that is out of reach."""
PANEL: Final = re.compile("^### .* · (your hand|result)$", re.MULTILINE)
"""The heading of a player's panel."""


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
    """Actions that a person has taken, at the person's own revision."""

    user_id: int
    table: str
    revision: int
    actions: tuple[str, ...]
    outcome: Outcome
    answer: str | None = None
    """The text of the message that answered."""


class Move(NamedTuple):
    """An action of the log, at the own revision of its seat."""

    user_id: int | None
    """Who sat there then; `None` for a computer, or where a computer may have sat."""
    action: str


Log = Mapping[tuple[int, str, int], Move]
"""By user id, table and the own revision of the user's seat."""


@dataclass
class Ledger:
    """All presses."""

    presses: list[Press] = field(default_factory=list)

    def note(self, press: Press) -> None:
        """Remember a press."""
        self.presses.append(press)

    def counts(self) -> dict[str, int]:
        """How many presses had each outcome."""
        counted = Counter(each.outcome for each in self.presses)
        return {outcome.value: counted[outcome] for outcome in Outcome}

    def lost(self, log: Log) -> list[Press]:
        """The confirmed presses that are not in the log as they were made; being ready is no move."""
        return [
            each
            for each in self.presses
            if each.outcome is Outcome.CONFIRMED
            and each.actions != (str(READY),)
            and any(
                getattr(log.get((each.user_id, each.table, each.revision + count)), "action", None) != action
                for count, action in enumerate(each.actions)
            )
        ]

    def about(self, press: Press, log: Log) -> str:
        """Say what the log has where a press should be, and what else was pressed there."""
        where = press.user_id, press.table, press.revision
        others = [
            f"{' '.join(each.actions)} {each.outcome} ({each.answer and each.answer[-200:]!r})"
            for each in self.presses
            if (each.user_id, each.table, each.revision) == where
        ]
        return f"{where}: pressed {', '.join(others)}; the log has {log.get(where)}"

    def unasked(self, log: Log) -> list[tuple[int, str, int]]:
        """Where the log has an action of a person that no press has asked for, such as a doubled one."""
        asked = {
            (each.user_id, each.table, each.revision + count, action)
            for each in self.presses
            for count, action in enumerate(each.actions)
        }
        return [
            where
            for where, move in log.items()
            if move.user_id is not None and (*where, move.action) not in asked
        ]


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
