"""A computer player as a table of judgements by phase, with a legal answer to every view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.rules.moves import Action
from bot.rules.view import View


class Judgement(NamedTuple):
    """How a player decides in a phase."""

    wish: Callable[[View], Action]
    """The action it prefers, which need not be legal."""
    verbs: frozenset[str]
    """The judgement applies if an action with one of these verbs is legal."""

    @classmethod
    def on(cls, verbs: str, wish: Callable[[View], Action]) -> Judgement:
        """A judgement for views with at least one of some verbs, separated by spaces."""
        return cls(wish, frozenset(verbs.split()))


@dataclass(frozen=True, slots=True)
class Computer:
    """A player that follows rules of thumb; it has no memory beyond the view."""

    judgements: Mapping[str, Judgement]
    """By the name of the phase."""

    def choose(self, view: View) -> Action:
        """The wish of the judgement for this phase; `quietest` if there is none, or if it is not legal.

        Raises:
            ValueError: the view has no action.
        """
        default = quietest(view.actions)
        judgement = self.judgements.get(view.open.phase)
        if judgement is None or judgement.verbs.isdisjoint(action.verb for action in view.actions):
            return default
        wish = judgement.wish(view)
        return wish if wish in view.actions else default


def quietest(actions: tuple[Action, ...]) -> Action:
    """The action that commits a player to least: to pass or be done, else the first one.

    Raises:
        ValueError: there is no action.
    """
    if not actions:
        raise ValueError("a player can only choose when asked")
    return next((action for action in actions if action.verb in {"pass", "done"}), actions[0])
