"""Which steps a channel is shown by themselves, and which together with those that follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.tables import News
    from cogs.discord.budget import Budget

LOOK_SECONDS: Final = 1.0
"""How long a step must stay for anybody to see it: a client loads the picture first."""

LATE_SECONDS: Final = 15.0
"""How much later than usual a computer's move may come before the one that it follows is shown without it."""

QUIET: Final = 7 / 8
"""The part of all requests that must be free for every step to be shown at the cost of one."""

AMPLE: Final = 3 / 4
"""The part that must be free for a complete trick."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """Decides how long a table message may wait for what follows."""

    budget: Budget
    pause: float
    """Seconds from one step of the computer players to the next."""

    def patience(self, news: News, *, is_free: bool) -> float:
        """For how many seconds the message need not show what has happened, because a computer will act.

        A step is shown by itself if it stays long enough to be seen, and either costs nothing or there are
        requests for it.

        Args:
            news: what has happened.
            is_free: whether the message is edited at no cost.
        """
        if not news.computer_next:
            return 0.0
        needed = AMPLE if news.trick_complete else QUIET
        is_shown = self.pause >= LOOK_SECONDS and (is_free or self.budget.free_part >= needed)
        return 0.0 if is_shown else self.pause + LATE_SECONDS
