"""Offers and namings: a right that some hands have, and a decision that one player takes alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.rules.layout import Seat
from bot.rules.moves import Action, Secrecy
from bot.rules.phase import Phase, Step
from bot.rules.reasons import Reason
from bot.rules.state import Board
from bot.rules.values import replace

DECLINE = Action("decline")


@dataclass(frozen=True)
class Offer(Step):
    """Every seat entitled to something says whether it wants it. The others do not know who is asked."""

    board: Board
    entitled: tuple[Seat, ...]
    right: Action
    """What the entitled may do, such as `redeal`."""
    taken: Callable[[Offer, Seat], Phase]
    """What follows when one of them does it."""
    then: Callable[[Board], Phase]
    """What follows when all have declined."""

    name = "offer"

    def seats(self) -> tuple[Seat, ...]:
        """The entitled seats that have not answered yet."""
        return self.entitled

    def shown_turn(self) -> tuple[Seat, ...]:
        """Who is entitled is for nobody else to know."""
        return ()

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """Yes or no."""
        return (self.right, DECLINE)

    def secrecy(self, seat: Seat, action: Action) -> Secrecy:
        """A no stays between the seat and the bot: it would tell what the hand is like."""
        return Secrecy.UNSEEN if action == DECLINE else Secrecy.OPEN

    def after(self, seat: Seat, action: Action) -> Phase:
        """A yes has its consequences, a no has none."""
        return self.taken(self, seat) if action == self.right else self.answered(self.board, seat)

    def answered(self, board: Board, seat: Seat) -> Phase:
        """The other entitled seats are waited for; with the last answer the deal goes on."""
        left = tuple(other for other in self.entitled if other != seat)
        return replace(self, board=board, entitled=left) if left else self.then(board)

    def explain(self, seat: Seat, action: Action) -> Reason:
        """Neither yes nor no."""
        return Reason("not_now")


@dataclass(frozen=True)
class Naming(Step):
    """One player names one of several things: a contract, a king."""

    board: Board
    seat: Seat
    verb: str
    arguments: tuple[str, ...]
    why_not: Callable[[Board, Action], Reason]
    """Why something else cannot be named."""
    then: Callable[[Board, str], Phase]
    name: str

    def seats(self) -> tuple[Seat, ...]:
        """The player who chooses."""
        return (self.seat,)

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """One action for each thing that can be named."""
        return tuple(Action(self.verb, argument) for argument in self.arguments)

    def after(self, seat: Seat, action: Action) -> Phase:
        """What was named is settled."""
        return self.then(self.board, action.argument)

    def explain(self, seat: Seat, action: Action) -> Reason:
        """Something else is asked now, or the game says why not."""
        return self.why_not(self.board, action) if action.verb == self.verb else Reason("not_now")
