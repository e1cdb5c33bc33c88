"""The result of a deal: its score sheet, and what the next deal inherits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from math import prod
from typing import Final, NamedTuple, TypeAlias

from bot.rules.layout import SIDES, Seat, Side


class Outcome(StrEnum):
    """How the subject of a score line turned out."""

    WON = "won"
    """The game was won, or a bonus was achieved without an announcement."""
    LOST = "lost"
    """The game was lost, or an unannounced bonus was attempted and lost to the other side."""
    MADE = "made"
    """An announcement came true."""
    MISSED = "missed"
    """An announcement did not come true."""
    CANCELLED = "cancelled"
    """An announcement came true but another one cancels its points."""
    FORFEITED = "forfeited"
    """Lost before the first trick, for example by surrender."""
    HELD = "held"
    """Scored for the cards dealt, independent of the play."""
    DECLARED = "declared"
    """Scored for held cards that were declared before the play."""
    CLAIMED = "claimed"
    """Scored for held cards that were claimed after the play."""
    EVEN = "even"
    """All players did equally well, and no player pays."""
    SHARED = "shared"
    """Several players lost."""
    SWEPT = "swept"
    """One player took every trick in a contract to avoid tricks."""
    PAID = "paid"
    """Every player paid to the pool."""
    LIMITED = "limited"
    """Points deducted because the score has an upper limit."""
    RAISED = "raised"
    """Points added because the score has a lower limit."""

    __hash__ = str.__hash__  # as it is equal to its value; that of an enumeration is slow, too


class Multiplier(StrEnum):
    """Why the base of a score line is multiplied."""

    TIMES = "times"
    """By the rules of the contract, such as for a solo, an announcement or a valat."""
    KONTRA = "kontra"
    DOUBLED = "doubled"
    """The whole deal counts more."""


class Factor(NamedTuple):
    """One factor of a score line: 2 or more."""

    by: Multiplier
    value: int


@cache
def factors(*, times: int = 1, kontra: int = 1, doubled: int = 1) -> tuple[Factor, ...]:
    values = ((Multiplier.TIMES, times), (Multiplier.KONTRA, kontra), (Multiplier.DOUBLED, doubled))
    return tuple([Factor(by, value) for by, value in values if value != 1])


Figures: TypeAlias = Mapping[str, int]
"""Numbers in the sentence of a score line, by the placeholder that it has for each.

In every game `points` are card points, of the declarer's side or of the side that the line is about.
"""
NO_FIGURES: Final[Figures] = {}

Sentences: TypeAlias = Mapping[tuple[str, Outcome, Side], str]
"""The kinds of line on a game's score sheet: item, outcome and gaining side, with the id of the sentence
(`line.<id>` in the catalogues)."""


def bonus_sentences(bonuses: Iterable[str], *outcomes: Outcome) -> dict[tuple[str, Outcome, Side], str]:
    """Return the sentences shared by several bonuses, by outcome and by the side that tried for the bonus."""
    achieved = (Outcome.MADE, Outcome.WON)
    return {
        (bonus, outcome, side if outcome in achieved else side.other): f"bonus.{outcome}.{side}"
        for bonus in bonuses
        for outcome in outcomes
        for side in SIDES
    }


class ScoreLine(NamedTuple):
    """A line of the score sheet: what was scored, who gains, and how the points are calculated."""

    item: str
    """What was scored: `game`, an announcement with its parameters, a bonus."""
    side: Side
    """The side that gains; `SEAT` if the line concerns one player only, `EACH` if there are no sides."""
    outcome: Outcome
    sentence: str
    """The id of the sentence that says what was scored."""
    declarers: tuple[Seat, ...]
    """The declarer and the partner; empty if there are no sides."""
    base: int
    amounts: tuple[int, ...]
    """Game points by seat; chips if `with_pool`."""
    rule: str
    factors: tuple[Factor, ...] = ()
    seat: Seat | None = None
    """The only player the line concerns, or the only one with whom the declarer settles."""
    about: str = ""
    """The announcement and its seat as the sentence names them (`trull@2`), if different from `item`."""
    figures: Figures = NO_FIGURES
    with_pool: bool = False
    """Whether this is paid into or taken from the pool and not settled among the players."""

    @property
    def factor(self) -> int:
        return prod(factor.value for factor in self.factors)

    @property
    def points(self) -> int:
        return self.base * self.factor


@dataclass(frozen=True)
class Result:
    seats: int
    next_dealer: Seat
    lines: tuple[ScoreLine, ...] = ()
    void: bool = False
    next_session: Mapping[str, object] = field(default_factory=dict)
    last_circle: int | None = None
    """How many deals a last circle has that begins with this deal, this one included.

    `None` in a game without last circles, or if this deal does not determine it.
    """

    @property
    def scores(self) -> tuple[int, ...]:
        return self._sum(self.lines)

    @property
    def settled(self) -> tuple[int, ...]:
        """The sum of the lines that the players settle among themselves, without the pool, by seat."""
        return self._sum(line for line in self.lines if not line.with_pool)

    def _sum(self, lines: Iterable[ScoreLine]) -> tuple[int, ...]:
        amounts = tuple(line.amounts for line in lines)
        return tuple(sum(each[seat] for each in amounts) for seat in range(self.seats))
