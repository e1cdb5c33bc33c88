"""The paces of a table: how long it waits for a person, as the people there have chosen."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE

MISSED_TURNS: Final = 2
"""How many turns in a row the computer plays for a person before it sits in until they are back."""


class Pace(StrEnum):
    """How long a table waits for a person who is asked."""

    RELAXED = "relaxed"
    NORMAL = "normal"
    FAST = "fast"
    SLOW = "slow"
    NONE = "none"


class Limits(NamedTuple):
    """The times of a pace in seconds, from the beginning of a turn on."""

    remind: int
    """When those asked are reminded."""
    play: int | None
    """When the computer plays the turn; `None` if that is for the others at the table to decide."""


Paces: TypeAlias = Mapping[Pace, Limits]
"""The limits of each pace that has any."""

PACES: Final[Paces] = {
    Pace.RELAXED: Limits(3 * MINUTE, None),
    Pace.NORMAL: Limits(45, 90),
    Pace.FAST: Limits(20, 40),
    Pace.SLOW: Limits(8 * HOUR, 24 * HOUR),
}
"""Where no settings say otherwise; they have the same defaults."""


class Turn(NamedTuple):
    """The clock of a turn, or of several players who are asked at once. Times are seconds since 1970."""

    remind_at: float
    due_at: float | None
    """When the computer plays for those still asked; `None` until another person lets it."""
    reminded: bool = False

    @classmethod
    def begun(cls, limits: Limits, at: float) -> Turn:
        """The clock of a turn that begins at a time."""
        return cls(at + limits.remind, None if limits.play is None else at + limits.play)

    @classmethod
    def of_offer(cls, due_at: float) -> Turn:
        """The clock of an offer, which nobody is reminded of."""
        return cls(due_at, due_at, reminded=True)

    def is_due(self, at: float) -> bool:
        """Whether the time of those who are asked is over."""
        return self.due_at is not None and self.due_at <= at

    @property
    def next_at(self) -> float | None:
        """When something is to be done next, a reminder or the turn itself; `None` if nothing."""
        return self.due_at if self.reminded else self.remind_at

    def later(self, seconds: float) -> Turn:
        """The clock after some seconds that do not count."""
        due_at = None if self.due_at is None else self.due_at + seconds
        return self._replace(remind_at=self.remind_at + seconds, due_at=due_at)
