"""A number of slots, and who gets one first."""

from __future__ import annotations

import asyncio
from enum import IntEnum
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


FAIR: Final = 4
"""Every fourth turn goes to the channel that has waited longest, however many people wait."""


class Priority(IntEnum):
    """What goes first."""

    WAITING = 0
    """A person waits for it."""
    FOLLOWING = 1
    """A channel follows the game."""
    AHEAD = 2
    """It may be needed later: pictures before they are asked for, tables that are not in use."""


class Slots:
    """Slots that are taken and given back: the most urgent first, then the one who came first.

    One turn in `FAIR` goes to what has waited longest of what only follows, so that it never waits for ever.

    Args:
        number: how many there are.
        kept: by priority, how many must stay free for what is more urgent; none if not given.
    """

    def __init__(self, number: int, kept: Mapping[Priority, int]) -> None:
        self.free = number
        self._kept = kept
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._count = 0
        self._turns = 0

    def take_now(self, priority: Priority) -> bool:
        """Take a slot. `False` if none is free."""
        if self.free <= self._kept.get(priority, 0):
            return False
        self.free -= 1
        return True

    async def take(self, priority: Priority) -> None:
        """Wait for a slot."""
        if self.take_now(priority):
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._count += 1
        heappush(self._waiting, (priority, self._count, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()
            raise

    def give_back(self) -> None:
        """Free a slot."""
        self.free += 1
        self._turns += 1
        if self._turns % FAIR == 0 and (overtaken := self._overtaken()) is not None:
            self.free -= 1
            overtaken.set_result(None)
            return
        while self._waiting:
            priority, _, turn = self._waiting[0]
            if not turn.done():
                if not self.take_now(priority):
                    return
                turn.set_result(None)
            heappop(self._waiting)

    def _overtaken(self) -> asyncio.Future[None] | None:
        """The turn of what has waited longest of what only follows."""
        waiting = [each for each in self._waiting if each[0] is Priority.FOLLOWING and not each[2].done()]
        return min(waiting, key=lambda each: each[1])[2] if waiting else None
