"""The clock by which waits are measured: it passes evenly, whatever is done to the computer's clock."""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

SET: Final = 5.0
"""Seconds: the computer's clock has been set if it differs by as many from what it should show."""


class Clock:
    """Seconds since 1970 that pass evenly while the process runs: one hour is always 3600 of them.

    It begins with what the computer's clock shows, and differs from it by `ahead` once that has been set. On
    Linux and macOS it stops while the computer is suspended, which therefore looks like a clock set forward.
    Waits are measured by this clock. What people are shown, and what is stored for the next start, is by the
    computer's.

    Attributes:
        ahead: By how many seconds the computer's clock was ahead of this one at the latest `look`.
    """

    def __init__(
        self, computer: Callable[[], float] = time.time, passing: Callable[[], float] = time.monotonic
    ) -> None:
        """Begin when it is first asked.

        Args:
            computer: Returns what the computer's clock shows, in seconds since 1970.
            passing: Returns seconds that pass evenly, from any beginning.
        """
        self._computer = computer
        self._passing = passing
        self.ahead = 0.0

    @cached_property
    def _beginning(self) -> float:
        """What the computer's clock showed when `passing` was 0."""
        return self._computer() - self._passing()

    def __call__(self) -> float:
        """Return the time."""
        return self._beginning + self._passing()

    def date(self) -> float:
        """Return the time by the computer's clock, as far as `look` has followed it."""
        return self() + self.ahead

    def look(self) -> float:
        """Look whether the computer's clock has been set; return by how many seconds, 0 if it has not."""
        seconds = self._computer() - self.date()
        if abs(seconds) < SET:
            return 0.0
        self.ahead += seconds
        return seconds
