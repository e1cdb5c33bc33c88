"""The end of a deal."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rules.deal import Action, Board, Phase, Result, Seat, Secrecy
from bot.rules.reasons import Reason


@dataclass(frozen=True)
class Over:
    """Nobody is asked any more: the cards lie open and the score sheet is written."""

    board: Board
    result: Result

    name = "over"

    def seats(self) -> tuple[Seat, ...]:
        """Nobody."""
        return ()

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """Nothing."""
        return ()

    def shown_turn(self) -> tuple[Seat, ...]:
        """Nobody."""
        return ()

    def secrecy(self, seat: Seat, action: Action) -> Secrecy:
        """Nothing is hidden any more."""
        return Secrecy.OPEN

    def to_discard(self, seat: Seat) -> int:
        """No discard is open any more."""
        return 0

    def opening(self, seat: Seat) -> tuple[Action, ...]:
        """Nothing is stated any more."""
        return ()

    def after(self, seat: Seat, action: Action) -> Phase:
        """Nothing follows."""
        return self

    def explain(self, seat: Seat, action: Action) -> Reason:
        """The deal is over."""
        return Reason("deal_over")
