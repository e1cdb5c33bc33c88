"""What a table to be opened is like."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.computers.players import Strength
from bot.tables.hints import Hints
from bot.tables.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.game import Game
    from bot.tables.given import Given
    from bot.tables.match import Match
    from bot.tables.situation import Occupant


class TableRequest(NamedTuple):
    """A table to be opened: where, by whom, and what is played."""

    guild_id: int
    channel_id: int
    host_id: int
    host_name: str
    game: Game
    options: Mapping[str, object]
    """House rules by name; those not named have the game's default."""
    locale: str
    """The language of the public messages."""
    pace: Pace = Pace.RELAXED
    seats: tuple[Occupant | None, ...] = ()
    """Who sits there from the beginning, the host among them; empty for the host alone on the first seat."""
    rematch_of: str = ""
    """The id of the ended table whose players have a rematch; empty for none."""
    strength: Strength = Strength.STEADY
    """How well its computers play."""
    hints: Hints = Hints.ALONE
    given: Given | None = None
    """The cards, if they are given: then the one deal begins at once, and `seats` holds everybody."""
    match: Match | None = None
    """The match in which it is the second table; `None` if it plays none."""
