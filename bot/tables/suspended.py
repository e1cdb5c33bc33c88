"""Tables that this program cannot restore: what is known of them without their deals."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.tables.situation import TableState

if TYPE_CHECKING:
    from bot.store import SeatRow, TableRow


@dataclass(frozen=True, slots=True)
class Suspended:
    """A table whose log cannot be replayed, as it is saved."""

    row: TableRow
    seats: tuple[SeatRow, ...]

    @property
    def id(self) -> str:
        """A short name of lower-case letters and digits."""
        return self.row.id

    @property
    def totals(self) -> tuple[tuple[str, int], ...]:
        """The names and running totals by seat; empty if they cannot be read either."""
        try:
            session: Any = json.loads(self.row.session or "{}")
            totals = [int(total) for total in session["totals"]]
            return tuple((each.name, totals[each.seat]) for each in self.seats)
        except (ValueError, TypeError, KeyError, IndexError):
            return ()

    def ended(self, at: float) -> tuple[TableRow, tuple[SeatRow, ...]]:
        """Return what is saved once the table has ended at a time."""
        row = self.row._replace(state=TableState.ENDED, ended_at=at, saves=self.row.saves + 1)
        return row, self.seats
