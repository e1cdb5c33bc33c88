"""The playground's clock, which tests may put forward."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Wall-clock time in seconds since 1970, plus what it was put forward by."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._listeners: list[Callable[[], None]] = []

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Put the clock forward and let everybody who waits for a moment look again."""
        self._ahead += seconds
        for listener in self._listeners:
            listener()

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever the clock has been put forward."""
        self._listeners.append(listener)
