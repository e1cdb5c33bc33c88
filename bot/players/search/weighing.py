"""What the actions of a seat are expected to bring, found by trying them in the same worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from statistics import fmean, stdev
from time import perf_counter
from typing import Final, NamedTuple

from bot.rules.moves import Action

LEAST_WORLDS: Final = 16
"""The fewest worlds, however little time there is, of a player that may imagine as many."""


class Appraisal(NamedTuple):
    """An action with what it is expected to bring."""

    action: Action
    points: float | None = None
    """Expected net game points of the seat; `None` if the action was not tried."""
    error: float = inf
    """The standard error of `points`."""
    worlds: int = 0
    """In how many worlds it was tried; fewer if others soon did much better."""
    alike: tuple[Action, ...] = ()
    """Other legal actions that are as good."""


class Value(NamedTuple):
    """What an action brought its seat in a world."""

    points: float
    """Net game points."""
    worth: float
    """The same with a share for card points, which decides between actions that win or lose alike."""


World = Callable[[Action], Value]
"""Tries an action in a world."""


@dataclass
class Tally:
    """What an action brought in each world so far."""

    values: list[Value] = field(default_factory=list)

    @property
    def worth(self) -> float:
        """The average worth; there is at least one world."""
        return fmean(value.worth for value in self.values)

    def appraised(self, action: Action) -> Appraisal:
        """Return the averages; there is at least one world."""
        points, worlds = [value.points for value in self.values], len(self.values)
        error = stdev(points) / sqrt(worlds) if worlds > 1 else inf
        return Appraisal(action, fmean(points), error, worlds)


def weighed(
    actions: Sequence[Action],
    imagined: Iterator[World],
    worlds: int,
    seconds: float = inf,
    doubt: float = -inf,
) -> tuple[Appraisal, ...]:
    """Try actions in the same worlds, and return them best first.

    The worse half of the actions is left out after a quarter of the worlds, and again after half of them:
    these come after all that were tried in more worlds.

    Args:
        actions: The actions to try.
        imagined: Worlds without end, or none.
        worlds: How many of them to use.
        seconds: The time after which no more than `LEAST_WORLDS` are used.
        doubt: The first action stays first unless another is better by more than so many standard errors of
            the difference. `-inf` if no action is preferred.
    """
    end, left, tallies = perf_counter() + seconds, list(actions), {each: Tally() for each in actions}
    for number in range(worlds):
        if number >= LEAST_WORLDS and perf_counter() > end:
            break
        if (world := next(imagined, None)) is None:
            break
        if number and number in {worlds // 4, worlds // 2}:
            left = better_half(left, tallies)
            if doubt > -inf and actions[0] not in left:
                left.append(actions[0])
        for each in left:
            tallies[each].values.append(world(each))
    tried = [each for each in actions if tallies[each].values]
    order = sorted(tried, key=lambda each: (len(tallies[each].values), tallies[each].worth), reverse=True)
    if doubt > -inf and order and not is_better(tallies[order[0]], tallies[actions[0]], doubt):
        order.remove(actions[0])
        order.insert(0, actions[0])
    return tuple(tallies[each].appraised(each) for each in order)


def is_better(tally: Tally, usual: Tally, doubt: float) -> bool:
    """Whether an action is worth more than another by some standard errors of the difference."""
    pairs = zip(tally.values, usual.values, strict=True)
    differences = [one.worth - other.worth for one, other in pairs]
    if len(differences) < 2:
        return False
    return fmean(differences) > doubt * stdev(differences) / sqrt(len(differences))


def better_half(actions: Sequence[Action], tallies: Mapping[Action, Tally]) -> list[Action]:
    """Return the actions of higher worth, at least two."""
    order = sorted(actions, key=lambda each: tallies[each].worth, reverse=True)
    return order[: max(2, (len(order) + 1) // 2)]
