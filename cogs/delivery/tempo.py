"""Which moves a channel is shown by themselves, and which together with those that follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.tables import News
    from cogs.delivery.budget import Budget

LOOK_SECONDS: Final = 2.0
"""How long a complete trick must stay for anybody to see it: a client loads the picture first."""

LATE_SECONDS: Final = 15.0
"""How much later than usual a computer's move may come before the one that it follows is shown without it."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """Decides how long a table message may wait for what follows."""

    budget: Budget
    pause: float
    """Seconds a computer player takes to act."""

    def patience(self, news: News) -> float:
        """For how many seconds the message need not show what has happened, because a computer will act.

        A complete trick is shown by itself if it stays long enough to be seen, and there are requests for it.
        """
        if not news.computer_next:
            return 0.0
        is_seen = news.trick_complete and self.pause >= LOOK_SECONDS
        return 0.0 if is_seen and self.budget.is_ample else self.pause + LATE_SECONDS
