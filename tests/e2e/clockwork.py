"""An event loop whose time jumps ahead while nothing happens: minutes of waiting take milliseconds."""

from __future__ import annotations

import asyncio
import selectors
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

IDLE: Final = 0.004
"""Real seconds without any event after which time jumps to what is due next, unless a thread works."""

T = TypeVar("T")


class Selector(selectors.DefaultSelector):
    """Waits for events for a moment only, and reports how much longer it was to wait."""

    def __init__(self, skip: Callable[[float], None]) -> None:
        super().__init__()
        self._skip = skip
        self.jumps = False

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout <= IDLE or not self.jumps:
            return super().select(timeout)
        events = super().select(IDLE)
        if not events and not threads_work():
            self._skip(timeout - IDLE)
        return events


def threads_work() -> bool:
    """Whether another thread of this process runs, or waits for a processor or a disk, as far as is known."""
    own = str(threading.get_native_id())
    for task in Path("/proc/self/task").glob("*/stat"):
        with suppress(OSError):
            if task.parent.name != own and task.read_text().rpartition(")")[2].split()[0] in "RD":
                return True
    return False


class Clockwork(asyncio.SelectorEventLoop):
    """The event loop."""

    def __init__(self) -> None:
        self._skipped = 0.0
        self._waiting = Selector(self._skip)
        super().__init__(self._waiting)

    @contextmanager
    def jumping(self) -> Iterator[None]:
        """Let time jump while the block runs: not while something starts, which takes real time."""
        self._waiting.jumps = True
        try:
            yield
        finally:
            self._waiting.jumps = False

    def _skip(self, seconds: float) -> None:
        self._skipped += seconds

    def time(self) -> float:
        return super().time() + self._skipped


def run(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run something in such a loop."""
    with asyncio.Runner(loop_factory=Clockwork) as runner:
        return runner.run(work())
