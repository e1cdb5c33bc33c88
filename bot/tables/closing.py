"""What the clock does to a table that is left alone: a lobby is closed, a game sleeps and then is closed."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from bot.tables.news import Change, News, NewsKind
from bot.tables.situation import EndCause, Ending, Situation, TableState


class Times(NamedTuple):
    """How long a table may be left alone, in seconds; `None` for no limit."""

    lobby: float | None = 6 * 60 * 60.0
    """Until a lobby is closed."""
    sleep: float | None = 48 * 60 * 60.0
    """Until a game falls asleep."""
    close: float | None = 14 * 24 * 60 * 60.0
    """Until a table that sleeps is closed."""

    def lapses_at(self, now: Situation) -> float | None:
        """Return when the clock changes a table left alone, in seconds since 1970; `None` for never."""
        if now.state is TableState.ENDED:
            return None
        wait = self.lobby if now.state is TableState.LOBBY else self.close if now.asleep else self.sleep
        return None if wait is None else now.idle_since + wait


def overdue(now: Situation, at: float, times: Times) -> Change | None:
    """Return what the clock makes of a table at a time, or `None` if its time has not come."""
    lapses_at = times.lapses_at(now)
    if lapses_at is None or at < lapses_at:
        return None
    if now.state is TableState.LOBBY or now.asleep:
        cause = EndCause.ASLEEP if now.asleep else EndCause.NOT_STARTED
        return Change(now.ended(Ending(cause)), News(NewsKind.ENDED), by_person=False)
    asleep = replace(now, asleep=True, idle_since=at)
    return Change(asleep, News(NewsKind.LOBBY), by_person=False)
