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
        return {seat: self.actions(seat) for seat in self.seats()}

    def move(self, seat: Seat, action: Action) -> Move:
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
        return (self.turn,)

    def asked(self: TurnPhase) -> Mapping[Seat, Actions]:
        return {self.turn: self.actions(self.turn)}

    move = staticmethod(open_move)


@dataclass(frozen=True)
class Offer(Step):
    """Every entitled seat accepts or declines an offer. The others do not know which seats are asked.

    A game makes an offer wherever some hand may be entitled as far as everybody knows, even if none is. Then
    it lapses at once: `Deal` goes on with the next phase, and a table lets everybody wait all the same.
    """

    board: Board
    entitled: tuple[Seat, ...]
    """Those that have not answered yet; empty if there was none."""
    right: Action
    """The action offered, such as `redeal`."""
    taken: Callable[[Offer, Seat], Phase] = field(compare=False)
    """The next phase after a seat has accepted."""
    then: Callable[[Board], Phase] = field(compare=False)
    """The next phase after all have answered."""

    name = "offer"

    def seats(self) -> tuple[Seat, ...]:
        return self.entitled

    def shown_turn(self) -> tuple[Seat, ...]:
        """An empty tuple: which seats are entitled is secret."""
        return ()

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        return (self.right, DECLINE)

    def move(self, seat: Seat, action: Action) -> Move:
        # Declining would tell the others something about the hand.
        return Move(seat, action, Secrecy.UNSEEN if action == DECLINE else Secrecy.OPEN)

    def after(self, seat: Seat, action: Action) -> Phase:
        """Accepting leads to the phase given by `taken`; declining only waits for the other answers."""
        return self.taken(self, seat) if action == self.right else self.answered(self.board, seat)

    def answered(self, board: Board, seat: Seat) -> Phase:
        """Return the offer without a seat that has answered; after the last answer it lapses."""
        return replace(self, board=board, entitled=tuple(other for other in self.entitled if other != seat))

    def lapsed(self) -> Phase:
        """Return the next phase, once no seat is left that is entitled and has not answered."""
        return self.then(self.board)

    def explain(self, seat: Seat, action: Action) -> Reason:
        """The action neither accepts nor declines."""
        return Reason("not_now")


@dataclass(frozen=True)
class Naming(Step):
    """One player names one of several things, such as a contract or a king."""

    board: Board
    seat: Seat
    verb: str
    arguments: tuple[str, ...]
    why_not: Callable[[Board, Action], Reason]
    """Why another thing cannot be named."""
    then: Callable[[Board, str], Phase]
    """The next phase, from the argument named."""
    name: str

    def seats(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        return tuple(Action(self.verb, argument) for argument in self.arguments)

    def after(self, seat: Seat, action: Action) -> Phase:
        """The next phase, with what was named."""
        return self.then(self.board, action.argument)

    def explain(self, seat: Seat, action: Action) -> Reason:
        """The verb does not fit this phase, or `why_not` gives the reason."""
        return self.why_not(self.board, action) if action.verb == self.verb else Reason("not_now")


def finished(board: Board, result: Result) -> Phase:
    """End a deal: its result, the cards as dealt, the talon and the sides become public."""
    return Over(board.finished(result))


@dataclass(frozen=True)
class Over(Step):
    """The deal is over: no seat acts, and all cards are public."""

    board: Board

    name = "over"

    def seats(self) -> tuple[Seat, ...]:
        """An empty tuple."""
        return ()

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """An empty tuple."""
        return ()

    def after(self, seat: Seat, action: Action) -> Phase:
        """The same phase: no action is legal."""
        return self

    def explain(self, seat: Seat, action: Action) -> Reason:
        """The deal is over."""
        return Reason("deal_over")
