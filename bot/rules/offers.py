"""Phases with a single decision: an offer to the hands entitled to it, and a choice of one player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from bot.rules.layout import Seat
from bot.rules.moves import Action, Move, Secrecy
from bot.rules.phase import Phase, Step
from bot.rules.reasons import Reason
from bot.rules.state import Board
from bot.rules.values import replace, value

DECLINE = Action("decline")


@value
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
        """The entitled seats that have not answered yet."""
        return self.entitled

    def shown_turn(self) -> tuple[Seat, ...]:
        """An empty tuple: which seats are entitled is secret."""
        return ()

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """Accept or decline."""
        return (self.right, DECLINE)

    def move(self, seat: Seat, action: Action) -> Move:
        """Declining is invisible: it would reveal something about the hand."""
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


@value
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
        """The player who chooses."""
        return (self.seat,)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """One action for each thing that can be named."""
        return tuple(Action(self.verb, argument) for argument in self.arguments)

    def after(self, seat: Seat, action: Action) -> Phase:
        """The next phase, with what was named."""
        return self.then(self.board, action.argument)

    def explain(self, seat: Seat, action: Action) -> Reason:
        """The verb does not fit this phase, or `why_not` gives the reason."""
        return self.why_not(self.board, action) if action.verb == self.verb else Reason("not_now")
