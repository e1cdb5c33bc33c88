"""What a deal came to: the lines of its score sheet, and what the next deal inherits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import prod
from typing import NamedTuple, TypeAlias, TypedDict

from bot.rules.layout import Seat
from bot.rules.sides import SIDES, Side


class Outcome(StrEnum):
    """What came of the thing that a score line is about."""

    WON = "won"
    """The game was won; or a bonus was achieved without having been announced."""
    LOST = "lost"
    """The game was lost; or a bonus was tried for, unannounced, and lost to the other side."""
    MADE = "made"
    """An announcement came true."""
    MISSED = "missed"
    """An announcement did not come true."""
    CANCELLED = "cancelled"
    """An announcement came true, and something else makes it worthless."""
    FORFEITED = "forfeited"
    """Lost without being played: given up, or failed before the first trick."""
    HELD = "held"
    """Scored for the cards dealt, however they are played."""
    DECLARED = "declared"
    """Scored for cards held, which the holder declared before the play."""
    CLAIMED = "claimed"
    """Scored for cards held, which the holder claimed only after the play."""
    EVEN = "even"
    """Everybody did alike, and nobody pays."""
    SHARED = "shared"
    """Several lost together."""
    SWEPT = "swept"
    """One player took every trick where tricks are bad."""
    PAID = "paid"
    """Paid to the pool by everybody."""
    LIMITED = "limited"
    """Taken away, because there is a most that can be scored."""
    RAISED = "raised"
    """Added, because there is a least that can be scored."""


class Multiplier(StrEnum):
    """Why the base of a score line is multiplied."""

    TIMES = "times"
    """By the rules of the contract: a solo, something announced, a valat."""
    KONTRA = "kontra"
    DOUBLED = "doubled"
    """Everything in the deal counts more."""


class Factor(NamedTuple):
    """One factor of a score line: 2 or more."""

    by: Multiplier
    value: int


def factors(*, times: int = 1, kontra: int = 1, doubled: int = 1) -> tuple[Factor, ...]:
    """The factors of a line in the order in which they are shown; a factor of 1 is left out."""
    values = {Multiplier.TIMES: times, Multiplier.KONTRA: kontra, Multiplier.DOUBLED: doubled}
    return tuple(Factor(by, value) for by, value in values.items() if value != 1)


class Figures(TypedDict, total=False):
    """The numbers that the sentence of a score line names, by their placeholders there."""

    points: int
    """Card points of the declarer's side."""
    needed: int
    """Card points that the declarer's side needs."""
    tricks: int
    """Tricks of the declarer."""
    level: int
    """How far into the talon the declarer went."""
    tarokks: int
    """Tarokks that a team was dealt."""
    kings: int
    """Kings that a team was dealt."""
    limit: int
    """The most game points that can be scored."""
    chips: int
    """Chips in the pool before this line."""
    pool: int
    """Chips in the pool after this line."""
    count: int
    """Chips paid for a trick."""


Sentences: TypeAlias = Mapping[tuple[str, Outcome, Side], str]
"""All kinds of line on a game's score sheet: what was scored, what came of it and who gains, with the id of
the sentence that says so (`line.<id>` in the catalogues)."""


def bonus_sentences(bonuses: Iterable[str], *outcomes: Outcome) -> dict[tuple[str, Outcome, Side], str]:
    """The sentences that bonuses share, by what came of the bonus and the side that tried for it."""
    achieved = (Outcome.MADE, Outcome.WON)
    return {
        (bonus, outcome, side if outcome in achieved else side.other): f"bonus.{outcome}.{side}"
        for bonus in bonuses
        for outcome in outcomes
        for side in SIDES
    }


@dataclass(frozen=True, kw_only=True)
class ScoreLine:
    """A line of the score sheet: what was scored and what came of it, who gains, and how it is reckoned."""

    item: str
    """What was scored: `game`, an announcement with its parameters, a bonus."""
    side: Side
    """The side that gains; `SEAT` where it concerns one player alone, `EACH` where there are no sides."""
    outcome: Outcome
    sentence: str
    """The id of the sentence that says what was scored."""
    declarers: tuple[Seat, ...]
    """The declarer and the partner; empty where there are no sides."""
    base: int
    """Game points before any factor."""
    factors: tuple[Factor, ...] = ()
    amounts: tuple[int, ...]
    """Game points by seat; chips, with the pool."""
    rule: str
    seat: Seat | None = None
    """The player whom alone it concerns, or with whom alone the declarer settles."""
    about: str = ""
    """The announcement that the sentence names with its announcer's seat (`trull@2`), if it is not `item`."""
    figures: Figures = field(default_factory=Figures)
    with_pool: bool = False
    """Paid into the pool or taken from it, not settled among the players."""

    @property
    def factor(self) -> int:
        """What the base is multiplied by in all."""
        return prod(factor.value for factor in self.factors)

    @property
    def points(self) -> int:
        """The game points of this line."""
        return self.base * self.factor


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a deal, and what the next one inherits."""

    seats: int
    next_dealer: Seat
    lines: tuple[ScoreLine, ...] = ()
    void: bool = False
    next_session: Mapping[str, object] = field(default_factory=dict)
    last_circle: int | None = None
    """How many deals are completed from this one on, itself included, if it opens a last circle.

    `None` where the game has no such custom or the deal does not tell.
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
