"""The playground's clock, which tests may advance."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Wall-clock time plus an offset."""

    def __init__(self) -> None:
        self._offset = 0.0
        self._listeners: list[Callable[[], None]] = []

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._offset

    def advance(self, seconds: float) -> None:
        """Move the clock forward and call every listener."""
        self._offset += seconds
        for listener in self._listeners:
            listener()

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every `advance`."""
        self._listeners.append(listener)
