"""The computer player of one game: its rules of thumb, and what a search needs to know of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Final, NamedTuple

from bot.computers.causes import Cause
from bot.computers.inference import Inference
from bot.computers.sampling import Clues
from bot.rules.cards import NO_CARDS, Cards
from bot.rules.determinization import Simulation
from bot.rules.game import Game
from bot.rules.moves import Action
from bot.rules.view import View


def _unexplained(_view: View, _action: Action) -> None:
    """The cause is not known here."""


class Judgement(NamedTuple):
    """How a computer decides in a phase by rules of thumb."""

    wish: Callable[[View], Action]
    """The action it prefers, which need not be legal."""
    verbs: frozenset[str]
    """The judgement applies if an action with one of these verbs is legal."""
    why: Callable[[View, Action], Cause | None] = _unexplained
    """Why it prefers its wish."""

    @classmethod
    def on(
        cls,
        verbs: str,
        wish: Callable[[View], Action],
        why: Callable[[View, Action], Cause | None] = _unexplained,
    ) -> Judgement:
        """A judgement for views with at least one of some verbs, separated by spaces."""
        return cls(wish, frozenset(verbs.split()), why)


def nothing(_view: View) -> tuple[Action, ...]:
    """Every statement is offered alike."""
    return ()


def never(_view: View) -> bool:
    """Card points are always good for the side that wins them."""
    return False


BEFORE_PLAY: Final = ("calling", "talon", "discard")
"""The phases of calls and exchanges.

Bids and announcements are not searched, except the bids of one game: a search predicts their results, but
deciding by it gains nothing. `benchmarks/README.md` has the figures.
"""
DECIDED: Final = dict.fromkeys(BEFORE_PLAY, 1.0)
"""Calls and exchanges are decided by a search."""
SHOWN: Final = dict.fromkeys(BEFORE_PLAY, inf)
"""Calls and exchanges are searched to show what they bring, but rules of thumb decide: that gains as much."""


@dataclass(frozen=True)
class Computer:
    """A computer player; it has no memory beyond the view."""

    simulation: Simulation
    judgements: Mapping[str, Judgement]
    infer: Callable[[View], Inference]
    clues: Callable[[Inference], Iterable[Clues]]
    """Sets of clues about hidden cards, one of which is true."""
    likelihoods: Path
    """The file of the factors learnt from deals (see `likelihood`)."""
    negative: Callable[[View], bool] = never
    """Whether the players avoid tricks."""
    smooth: float = 1.0
    """Game points for each card point of the own side: they decide between cards that win or lose alike.

    They do not count where tricks are avoided.
    """
    margins: Mapping[str, float] = field(default_factory=dict)
    """The phases before the play in which actions are searched.

    An action is chosen if it is better than the choice of the rules of thumb by more than this number of
    standard errors; `inf` if the rules of thumb always decide, because a search gains nothing.
    """
    defensive_margin: float = -inf
    """By how many standard errors a defender's card must be better than that of the rules of thumb.

    `-inf` if the best card is always played. Where defenders learn late who plays with the declarer, the
    rules of thumb decide better between cards that differ little in the sampled worlds.
    """
    special: Cards = NO_CARDS
    """Cards that are never equal to their neighbours, since more than rank and card points counts."""
    offers: Callable[[View], tuple[Action, ...]] = nothing
    """The few statements that a hand could make, where far more are legal; judged quickly."""

    @property
    def game(self) -> Game:
        return self.simulation.game

    def choose(self, view: View) -> Action:
        """The wish of the judgement for this phase; `quietest` if there is none, or if it is not legal.

        Raises:
            ValueError: the view has no action.
        """
        default = quietest(view.actions)
        judgement = self._judgement(view)
        if judgement is None:
            return default
        wish = judgement.wish(view)
        return wish if wish in view.actions else default

    def why(self, view: View, action: Action) -> Cause | None:
        """Why the judgement for this phase prefers an action; `None` if it prefers another, or cannot say."""
        judgement = self._judgement(view)
        return judgement.why(view, action) if judgement and judgement.wish(view) == action else None

    def _judgement(self, view: View) -> Judgement | None:
        """The judgement for a view, if it applies."""
        found = self.judgements.get(view.open.phase)
        applies = found is not None and not found.verbs.isdisjoint(action.verb for action in view.actions)
        return found if applies else None

    def smoothing(self, view: View) -> float:
        return 0.0 if self.negative(view) else self.smooth


def quietest(actions: tuple[Action, ...]) -> Action:
    """The action that commits a player to least: to pass or be done, else the first one."""
    if not actions:
        raise ValueError("a player can only choose when asked")
    return next((action for action in actions if action.verb in {"pass", "done"}), actions[0])
