"""What happened at a table, as its listeners are informed of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bot.rules.moves import Move
    from bot.tables.situation import Situation


class NewsKind(StrEnum):
    """What happened at a table."""

    LOBBY = "lobby"
    """Seats, house rules or votes changed; the table fell asleep or was taken up again."""
    DEAL_STARTED = "deal_started"
    MOVES = "moves"
    DEAL_OVER = "deal_over"
    RESULT = "result"
    """The last trick of a deal that is over has been looked at, and its result is shown."""
    LAST_CIRCLE = "last_circle"
    """A player announced that the session ends with a last circle."""
    CLOCK = "clock"
    """A turn has lasted so long that its players are reminded; or the pace, a pause or a deadline changed."""
    OUTAGE = "outage"
    """The table has not been saved for a while because the database fails; or it works again."""
    ENDED = "ended"
    RESTORED = "restored"
    """The bot restarted and the table goes on: what its messages show may be out of date."""


class News(NamedTuple):
    """Something that happened at a table, as a spectator saw it."""

    kind: NewsKind
    moves: tuple[Move, ...] = ()
    """The moves in order: a card discarded face down is a `?`, what only its player sees is left out."""
    trick_complete: bool = False
    """Whether, after these moves, the last trick is complete and the next has not begun."""
    computer_next: bool = False
    """Whether, after these moves, all seats known to be asked are a computer's, or a result follows."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a change makes of a table, and the news of it. It takes effect once it has been saved."""

    situation: Situation
    news: News
    by_person: bool = True
    """Whether a person has changed the table, not a computer player, the clock or the bot itself."""

    def at(self, seconds: float) -> Change:
        """Return the change as it is saved at a time: a person's also wakes the table."""
        return replace(self, situation=self.situation.touched(seconds)) if self.by_person else self
