"""What the clock does to a table that is left alone: a lobby is closed, a game sleeps and then is closed."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import NamedTuple

from bot.tables.news import Change, News, NewsKind
from bot.tables.situation import EndCause, Ending, Situation, TableState


class Times(NamedTuple):
    """How long a table may be left alone, in seconds; infinite for no limit."""

    lobby: float = 6 * 60 * 60.0
    """Until a lobby is closed."""
    sleep: float = 48 * 60 * 60.0
    """Until a game falls asleep."""
    close: float = 14 * 24 * 60 * 60.0
    """Until a table that sleeps is closed."""

    def lapses_at(self, now: Situation) -> float:
        """Return when the clock changes a table that is left alone, in seconds since 1970."""
        if now.state is TableState.ENDED:
            return inf
        if now.state is TableState.LOBBY:
            return now.idle_since + self.lobby
        return now.idle_since + (self.close if now.asleep else self.sleep)


def overdue(now: Situation, at: float, times: Times) -> Change | None:
    """Return what the clock makes of a table at a time, or `None` if its time has not come."""
    if at < times.lapses_at(now):
        return None
    if now.state is TableState.LOBBY or now.asleep:
        cause = EndCause.ASLEEP if now.asleep else EndCause.NOT_STARTED
        return Change(now.ended(Ending(cause)), News(NewsKind.ENDED), by_person=False)
    asleep = replace(now, asleep=True, idle_since=at)
    return Change(asleep, News(NewsKind.LOBBY), by_person=False)
