"""What one seat may know of a deal."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rules.cards import Card, Cards
from bot.rules.layout import Seat, Side
from bot.rules.moves import Action, Move
from bot.rules.state import Group, Open


@dataclass(frozen=True)
class Promise:
    """A legal action by which a seat promises, as a binding convention, to hold a card."""

    action: Action
    card: Card


@dataclass(frozen=True, slots=True)
class View:
    """Everything a seat may know. A spectator has seat `None`, an empty hand and no actions."""

    game: str
    seat: Seat | None
    hand: Cards
    discards: Cards
    drawn: Cards
    """The cards of the hand that came from the talon."""
    talon: tuple[Group, ...]
    side: Side
    """The side of this seat, which the seat itself always knows; `Side.NONE` before there is a declarer."""
    actions: tuple[Action, ...]
    log: tuple[Move, ...]
    to_discard: int
    sits_out: bool
    """Whether this seat has no part in the deal: a dealer who deals no cards to their own seat."""
    opening: tuple[Action, ...]
    """The legal statements after which the same turn offers others, or cannot end yet."""
    promises: tuple[Promise, ...]
    open: Open
