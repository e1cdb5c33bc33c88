"""A phase of a deal: which seats act, what is legal, and what comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.rules.layout import Seat
from bot.rules.moves import DECLINE, Action, Actions, Move, Secrecy, open_move
from bot.rules.reasons import Reason
from bot.rules.results import Result
from bot.rules.state import Board
from bot.rules.view import Promise


class Phase(Protocol):
    """A phase of a deal. Legality is decided here and nowhere else.

    `asked` has the seats that may act now, each with its legal `actions`. `after` is the phase after a legal
    action; `explain` says why another action is illegal.
    """

    @property
    def name(self) -> str: ...

    @property
    def board(self) -> Board: ...

    def seats(self) -> tuple[Seat, ...]: ...

    def actions(self, seat: Seat) -> Actions: ...

    def asked(self) -> Mapping[Seat, Actions]: ...

    def after(self, seat: Seat, action: Action) -> Phase: ...

    def explain(self, seat: Seat, action: Action) -> Reason: ...

    def move(self, seat: Seat, action: Action) -> Move:
        """Return a legal action as a move, which says what the other players see of it."""

    def shown_turn(self) -> tuple[Seat, ...]:
        """The seats that act now, where that is public: a right that depends on the hand is not."""

    def to_discard(self, seat: Seat) -> int:
        """How many cards a seat must still discard."""

    def opening(self, seat: Seat) -> tuple[Action, ...]:
        """The legal statements after which the same turn offers others, or cannot end yet."""

    def promises(self, seat: Seat) -> tuple[Promise, ...]:
        """The legal actions by which a seat promises to hold a card."""


class Step:
    """The defaults of most phases: all actions are public moves, and a turn is a single action."""

    def shown_turn(self: Phase) -> tuple[Seat, ...]:
        return self.seats()

    def asked(self: Phase) -> Mapping[Seat, Actions]:
        return {seat: self.actions(seat) for seat in self.seats()}

    def move(self, seat: Seat, action: Action) -> Move:
        return open_move(seat, action)

    def to_discard(self, seat: Seat) -> int:
        return 0

    def opening(self, seat: Seat) -> tuple[Action, ...]:
        return ()

    def promises(self, seat: Seat) -> tuple[Promise, ...]:
        return ()


class TurnPhase(Phase, Protocol):
    """A phase in which the seats act one at a time."""

    turn: Seat


class InTurn(Step):
    turn: Seat

    def seats(self) -> tuple[Seat, ...]:
        return (self.turn,)

    def asked(self: TurnPhase) -> Mapping[Seat, Actions]:
        return {self.turn: self.actions(self.turn)}

    move = staticmethod(open_move)


@dataclass(frozen=True)
class Offer(Step):
    """Every entitled seat accepts or declines an offer. The others do not know which seats are asked.

    A game makes the offer whenever public facts leave it possible that some hand is entitled. If none is,
    `Deal` goes on with the next phase at once, but the table still waits, so that the delay reveals nothing.
    """

    board: Board
    entitled: tuple[Seat, ...]
    """The entitled seats still to answer; empty if none was entitled."""
    right: Action
    """The action offered, such as `redeal`."""
    taken: Callable[[Offer, Seat], Phase] = field(compare=False)
    then: Callable[[Board], Phase] = field(compare=False)

    name = "offer"

    def seats(self) -> tuple[Seat, ...]:
        return self.entitled

    def shown_turn(self) -> tuple[Seat, ...]:
        return ()  # which seats are entitled is secret

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        return (self.right, DECLINE)

    def move(self, seat: Seat, action: Action) -> Move:
        # Declining would tell the others something about the hand.
        return Move(seat, action, Secrecy.UNSEEN if action == DECLINE else Secrecy.OPEN)

    def after(self, seat: Seat, action: Action) -> Phase:
        return self.taken(self, seat) if action == self.right else self.answered(self.board, seat)

    def answered(self, board: Board, seat: Seat) -> Phase:
        return replace(self, board=board, entitled=tuple(other for other in self.entitled if other != seat))

    def lapsed(self) -> Phase:
        return self.then(self.board)

    def explain(self, seat: Seat, action: Action) -> Reason:
        return Reason("not_now")


@dataclass(frozen=True)
class Naming(InTurn):
    """One player names one of several things, such as a contract or a king."""

    board: Board
    turn: Seat
    verb: str
    arguments: tuple[str, ...]
    why_not: Callable[[Board, Action], Reason]
    then: Callable[[Board, str], Phase]
    name: str

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        return tuple(Action(self.verb, argument) for argument in self.arguments)

    def after(self, seat: Seat, action: Action) -> Phase:
        return self.then(self.board, action.argument)

    def explain(self, seat: Seat, action: Action) -> Reason:
        return self.why_not(self.board, action) if action.verb == self.verb else Reason("not_now")


def finished(board: Board, result: Result) -> Phase:
    return Over(board.finished(result))


@dataclass(frozen=True)
class Over(Step):
    board: Board

    name = "over"

    def seats(self) -> tuple[Seat, ...]:
        return ()

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        return ()

    def after(self, seat: Seat, action: Action) -> Phase:
        return self

    def explain(self, seat: Seat, action: Action) -> Reason:
        return Reason("deal_over")
