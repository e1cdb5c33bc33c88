"""A phase of a deal: who is asked, what is legal, and what comes next."""

from __future__ import annotations

from typing import Protocol

from bot.rules.layout import Seat
from bot.rules.moves import Action, Secrecy
from bot.rules.reasons import Reason
from bot.rules.state import Board


class Phase(Protocol):
    """A step of a deal: who is asked and what comes next. The only place that knows what is legal."""

    @property
    def name(self) -> str:
        """The phase's name, for readers."""

    @property
    def board(self) -> Board:
        """Where the cards lie now."""

    def seats(self) -> tuple[Seat, ...]:
        """Who is asked now."""

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        """All that a seat which is asked may do."""

    def after(self, seat: Seat, action: Action) -> Phase:
        """What follows a legal action."""

    def explain(self, seat: Seat, action: Action) -> Reason:
        """Why an action that is not legal is not."""

    def secrecy(self, seat: Seat, action: Action) -> Secrecy:
        """What the others see of a legal action."""

    def shown_turn(self) -> tuple[Seat, ...]:
        """Whose turn it is, as far as everybody may know: not whom only some hands let act."""

    def to_discard(self, seat: Seat) -> int:
        """How many cards a seat must still discard."""

    def opening(self, seat: Seat) -> tuple[Action, ...]:
        """The legal statements after which the same turn offers others that it does not offer now."""


class Step:
    """What most phases have in common: all is done before everybody's eyes, and the deal goes on."""

    def shown_turn(self: Phase) -> tuple[Seat, ...]:
        """Everybody knows who is asked."""
        return self.seats()

    def secrecy(self, seat: Seat, action: Action) -> Secrecy:
        """Everybody sees it."""
        return Secrecy.OPEN

    def to_discard(self, seat: Seat) -> int:
        """Most phases ask for no discard."""
        return 0

    def opening(self, seat: Seat) -> tuple[Action, ...]:
        """Most turns are a single action."""
        return ()
