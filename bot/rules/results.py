"""What came of a deal: the score sheet, and what the next deal inherits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.rules.layout import Seat


@dataclass(frozen=True)
class ScoreLine:
    """A line of the score sheet: what was scored, for which side, how it is reckoned, what each seat gets."""

    id: str
    side: str
    """`declarer`, `defenders`, or `seat` where it concerns one player alone."""
    seat: Seat | None
    base: int
    """Game points before any factor."""
    factor: int
    """What the base is multiplied by: kontra, an announcement, a solo."""
    amounts: tuple[int, ...]
    """Game points by seat."""
    rule: str
    facts: Mapping[str, str | int] = field(default_factory=dict)
    """What the reader wants to know beside it, such as the card points taken."""
    with_pool: bool = False
    """Paid into the pool or taken from it, not settled among the players."""

    @property
    def points(self) -> int:
        """The game points of this line."""
        return self.base * self.factor


@dataclass(frozen=True)
class Result:
    """What came of a deal, and what the next one inherits."""

    seats: int
    next_dealer: Seat
    lines: tuple[ScoreLine, ...] = ()
    void: bool = False
    next_session: Mapping[str, object] = field(default_factory=dict)
    last_circle: int | None = None
    """How many deals are completed from this one on, itself included, if it opens a last circle.

    Nothing, where the game has no such custom or the deal does not tell.
    """
    note: str = ""
    """What the reader of the sheet should know besides, by the id of its sentence."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The sum of the lines by seat."""
        return self._sum(self.lines)

    @property
    def settled(self) -> tuple[int, ...]:
        """The sum, by seat, of what the players settle among themselves, without a pool."""
        return self._sum(line for line in self.lines if not line.with_pool)

    def _sum(self, lines: Iterable[ScoreLine]) -> tuple[int, ...]:
        amounts = tuple(line.amounts for line in lines)
        return tuple(sum(each[seat] for each in amounts) for seat in range(self.seats))
