"""Which of a person's own decisions in a finished deal cost most, by what that person could see then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from bot.computers.players import Strength
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.tables.hinting import CONFIDENCE
from bot.tables.restoring import UnreadableLogError, begun

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.computers.search import Appraisal
    from bot.rules.game import Game
    from bot.rules.layout import Seat
    from bot.rules.view import View
    from bot.store import SavedDeal
    from bot.tables.services import Thinkers

MOST_DECISIONS: Final = 20
"""How many decisions are tried out at most: those with the most options."""
CANDIDATES: Final = 3
"""How many of them are tried out again."""
SECONDS: Final = 0.3
"""For each decision."""
SECONDS_AGAIN: Final = 1.0
PATIENCE: Final = 20.0
"""For how many seconds a decision waits at most while tables think."""


class Decision(NamedTuple):
    """What a person saw, and did."""

    view: View
    taken: Action


class Costly(NamedTuple):
    """A decision, and an option that promised more."""

    view: View
    taken: Appraisal
    better: Appraisal

    @property
    def cost(self) -> float:
        """Game points by which the better option promised more."""
        assert self.better.points is not None, "it was tried out"
        assert self.taken.points is not None, "so was what was done"
        return self.better.points - self.taken.points

    @property
    def is_certain(self) -> bool:
        """Whether the better option is better by more than chance."""
        return self.cost > CONFIDENCE * max(self.better.error, self.taken.error)


class Verdict(NamedTuple):
    """What came of looking for the decision that cost most."""

    tried: int
    """How many decisions were tried out."""
    costliest: Costly | None
    """`None` if no decision clearly cost anything."""


def seat_in(saved: SavedDeal, user_id: int) -> Seat | None:
    """Return the seat of a person who played a finished deal to its end; `None` for anyone else."""
    return next((each.row.seat for each in saved.standings if each.row.user_id == user_id), None)


def decisions_of(saved: SavedDeal, seat: Seat, games: Mapping[str, Game]) -> tuple[Decision, ...]:
    """Return the decisions of a seat in a saved deal, those between several options, in order.

    Raises:
        UnreadableLogError: The log does not fit the rules of this program.
    """
    deal, found = begun(saved.table, saved.deal, games), []
    for move in saved.actions:
        action = Action.parse(move.action)
        if move.seat == seat and len(deal.actions(seat)) > 1:
            found.append(Decision(deal.view(seat), action))
        after = deal.act(move.seat, action)
        if isinstance(after, Refusal):
            raise UnreadableLogError(f"an action of deal {saved.deal.number} is refused: {after.code}")
        deal = after
    return tuple(found)


async def verdict(decisions: Sequence[Decision], owner: str, thinkers: Thinkers) -> Verdict | None:
    """Find the decision that cost most; `None` if there was no time to think.

    What looks worst is tried out again, with other imagined deals: of many estimates the worst is mostly bad
    luck.

    Args:
        decisions: Those of one person.
        owner: Whose turn the thinking takes.
        thinkers: What tries options out.
    """
    most = sorted(decisions, key=lambda each: -len(each.view.actions))[:MOST_DECISIONS]
    tried, answered = [], False
    for each in most:
        options = await thinkers.appraise(
            owner, Strength.STEADY, each.view, "first", seconds=SECONDS, patience=PATIENCE
        )
        answered = answered or options is not None
        if options and (found := compared(each, options, options[0].action)):
            tried.append(found)
    if not answered and most:
        return None
    again = []
    suspects = sorted((each for each in tried if each.cost > 0), key=lambda each: -each.cost)
    for suspect in suspects[:CANDIDATES]:
        options = await thinkers.appraise(
            owner, Strength.STRONG, suspect.view, "again", seconds=SECONDS_AGAIN, patience=PATIENCE
        )
        decision = Decision(suspect.view, suspect.taken.action)
        if options and (found := compared(decision, options, suspect.better.action)):
            again.append(found)
    certain = [each for each in again if each.is_certain]
    return Verdict(len(tried), max(certain, key=lambda each: each.cost, default=None))


def compared(decision: Decision, options: Sequence[Appraisal], better: Action) -> Costly | None:
    """Return what was done beside an option; `None` if either was not tried out."""
    by_action = {action: each for each in options for action in (each.action, *each.alike)}
    taken, other = by_action.get(decision.taken), by_action.get(better)
    if taken is None or other is None or taken.points is None or other.points is None:
        return None
    return Costly(decision.view, taken._replace(action=decision.taken), other)
