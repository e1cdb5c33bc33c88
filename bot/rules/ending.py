"""The end of a deal."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.phase import Phase, Step
from bot.rules.reasons import Reason
from bot.rules.results import Result
from bot.rules.state import Board


def finished(board: Board, result: Result) -> Phase:
    """The end of a deal with its result: the cards as dealt, the talon and the sides are public now."""
    return Over(board.finished(result))


@dataclass(frozen=True)
class Over(Step):
    """No seat is asked any more: the cards lie open and the score sheet is written."""

    board: Board

    name = "over"

    def seats(self) -> tuple[Seat, ...]:
        """Empty."""
        return ()

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """Empty."""
        return ()

    def after(self, seat: Seat, action: Action) -> Phase:
        """No action is legal, so nothing follows."""
        return self

    def explain(self, seat: Seat, action: Action) -> Reason:
        """The deal is over."""
        return Reason("deal_over")
