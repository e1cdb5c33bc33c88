"""The end of a deal."""

from __future__ import annotations

from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.phase import Phase, Step
from bot.rules.reasons import Reason
from bot.rules.results import Result
from bot.rules.state import Board
from bot.rules.values import value


def finished(board: Board, result: Result) -> Phase:
    """End a deal: its result, the cards as dealt, the talon and the sides become public."""
    return Over(board.finished(result))


@value
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
