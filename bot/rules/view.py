"""What one seat may know of a deal."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rules.cards import Cards
from bot.rules.layout import Seat
from bot.rules.moves import Action, Move
from bot.rules.sides import Side
from bot.rules.state import Open
from bot.rules.talon import Group


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may know, and nothing else. A spectator has seat `None`, no hand and no actions."""

    game: str
    seat: Seat | None
    hand: Cards
    discards: Cards
    """What this seat itself has discarded."""
    talon: tuple[Group, ...]
    """The talon as this seat knows it."""
    side: Side
    """The side this seat is on, as it always knows; `Side.NONE` before there is a declarer."""
    actions: tuple[Action, ...]
    """What this seat may do now."""
    log: tuple[Move, ...]
    """All that was done, as this seat saw it."""
    to_discard: int
    """How many cards this seat must still discard."""
    sits_out: bool
    """Whether this seat has no part in the deal: a dealer who deals to the others alone."""
    opening: tuple[Action, ...]
    """The legal statements after which the same turn offers others that it does not offer now."""
    open: Open
