"""A phase of a deal: which seats act, what is legal, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from bot.rules.choices import Actions
from bot.rules.layout import Seat
from bot.rules.moves import Action, Move, open_move
from bot.rules.reasons import Reason
from bot.rules.state import Board
from bot.rules.view import Promise


class Phase(Protocol):
    """A phase of a deal. Legality is decided here and nowhere else."""

    @property
    def name(self) -> str:
        """The id of the phase in traces and texts."""

    @property
    def board(self) -> Board:
        """The state of the deal."""

    def seats(self) -> tuple[Seat, ...]:
        """The seats that may act now."""

    def actions(self, seat: Seat) -> Actions:
        """The legal actions of a seat that may act."""

    def asked(self) -> Mapping[Seat, Actions]:
        """The seats that may act now, each with its legal actions."""

    def after(self, seat: Seat, action: Action) -> Phase:
        """Return the phase after a legal action."""

    def explain(self, seat: Seat, action: Action) -> Reason:
        """Return why an action is illegal."""

    def move(self, seat: Seat, action: Action) -> Move:
        """Return a legal action as a move, which says what the other players see of it."""

    def shown_turn(self) -> tuple[Seat, ...]:
        """The seats that act now, as far as that is public; a right that depends on the hand is not."""

    def to_discard(self, seat: Seat) -> int:
        """How many cards a seat must still discard."""

    def opening(self, seat: Seat) -> tuple[Action, ...]:
        """The legal statements after which the same turn offers others, or cannot end yet."""

    def promises(self, seat: Seat) -> tuple[Promise, ...]:
        """The legal actions by which a seat promises to hold a card."""


class Step:
    """The defaults of most phases: all actions are public moves, and a turn is a single action."""

    def shown_turn(self: Phase) -> tuple[Seat, ...]:
        """The seats that may act: that is public."""
        return self.seats()

    def asked(self: Phase) -> Mapping[Seat, Actions]:
        """Each seat that may act is asked for its legal actions once."""
        return {seat: self.actions(seat) for seat in self.seats()}

    def move(self, seat: Seat, action: Action) -> Move:
        """Every player sees the action."""
        return open_move(seat, action)

    def to_discard(self, seat: Seat) -> int:
        """0: most phases require no discard."""
        return 0

    def opening(self, seat: Seat) -> tuple[Action, ...]:
        """An empty tuple: most turns are a single action."""
        return ()

    def promises(self, seat: Seat) -> tuple[Promise, ...]:
        """An empty tuple: few actions say anything about the hand."""
        return ()


class TurnPhase(Phase, Protocol):
    """A phase in which the seats act one at a time."""

    turn: Seat
    """The seat whose turn it is."""


class InTurn(Step):
    """The defaults of such phases."""

    turn: Seat

    def seats(self) -> tuple[Seat, ...]:
        """The seat whose turn it is."""
        return (self.turn,)

    def asked(self: TurnPhase) -> Mapping[Seat, Actions]:
        """The legal actions of that seat."""
        return {self.turn: self.actions(self.turn)}

    move = staticmethod(open_move)
