"""All of a table that changes, as one value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.rules.moves import Secrecy
from bot.rules.reasons import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.deal import Deal
    from bot.rules.game import Misdeal
    from bot.rules.layout import Seat
    from bot.rules.session import Session


class TableState(StrEnum):
    """How far a table has come."""

    LOBBY = "lobby"
    PLAYING = "playing"
    BETWEEN = "between"
    """A deal is over and the next one has not begun."""
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who holds a seat: a person, or a computer player that has no `user_id`."""

    name: str
    user_id: int | None = None
    away_id: int | None = None
    """The person who left this seat to the computer and may come back to it."""

    @property
    def is_computer(self) -> bool:
        """Whether a computer plays this seat."""
        return self.user_id is None


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a table stands. It changes as a whole, once the change has been saved."""

    host_id: int
    occupants: tuple[Occupant | None, ...]
    state: TableState = TableState.LOBBY
    session: Session | None = None
    """What outlives a deal, as it was before the deal now played; none before the first."""
    deal: Deal | None = None
    """The deal now played, or the one just over."""
    options: Mapping[str, object] = field(default_factory=dict)
    """The house rules that differ from the game's default; settled once the first deal begins."""
    number: int = 0
    """Which deal of the table that is, from 1."""
    revision: int = 0
    """The length of the table's log: all deals begun and all actions saved. It never repeats."""
    misdeals: tuple[Misdeal, ...] = ()
    """What had to be shown and dealt again before the deal now played."""

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat a person plays, if any."""
        return next(
            (seat for seat, each in enumerate(self.occupants) if each and each.user_id == user_id), None
        )

    def revision_for(self, seat: Seat | None) -> int:
        """The revision as a seat can tell it: moves that others made in secret do not count.

        So a control stays good while others lay cards away, and does not betray who was asked in secret.
        """
        log = self.deal.log if self.deal else ()
        hidden = sum(move.seat != seat and move.secrecy is not Secrecy.OPEN for move in log)
        return self.revision - hidden

    @property
    def people(self) -> tuple[int, ...]:
        """The persons seated, in the order of their seats."""
        return tuple(each.user_id for each in self.occupants if each and each.user_id is not None)

    @property
    def asked_computers(self) -> tuple[Seat, ...]:
        """The seats that must act now and are played by a computer."""
        if self.deal is None or self.state is not TableState.PLAYING:
            return ()
        occupants = self.occupants
        return tuple(seat for seat in self.deal.seats() if (each := occupants[seat]) and each.is_computer)

    def with_occupant(self, seat: Seat, occupant: Occupant | None) -> Situation:
        """The situation with somebody else, or nobody, on a seat."""
        return replace(self, occupants=(*self.occupants[:seat], occupant, *self.occupants[seat + 1 :]))

    def ended(self) -> Situation:
        """The situation once the table has ended, and what the players still had in common is shared."""
        session = None if self.session is None else self.session.closed()
        return replace(self, state=TableState.ENDED, session=session)


def refuse(code: str, **facts: str | int) -> Refusal:
    """Refuse something for a reason that is the table's, not the game's; such a reason has no rule number."""
    return Refusal(code, "", facts)
