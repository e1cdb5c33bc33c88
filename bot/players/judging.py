"""A computer player as a table: the judgement that each phase calls for, and an answer in every situation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.rules.moves import Action
from bot.rules.view import View


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a player wishes to do in a phase."""

    wish: Callable[[View], Action]
    verbs: frozenset[str]
    """The judgement can be asked where at least one of these is open."""

    @classmethod
    def on(cls, verbs: str, wish: Callable[[View], Action]) -> Judgement:
        """A judgement on situations in which one of some verbs is open."""
        return cls(wish, frozenset(verbs.split()))


@dataclass(frozen=True, slots=True)
class Computer:
    """A player who goes by rules of thumb, and remembers nothing between two questions."""

    judgements: Mapping[str, Judgement]
    """By the name of the phase."""

    def choose(self, view: View) -> Action:
        """What the judgement for this phase wishes; where there is none or it may not be had, the least.

        Raises:
            ValueError: the view offers no action.
        """
        least = quietest(view.actions)
        judgement = self.judgements.get(view.open.phase)
        if judgement is None or judgement.verbs.isdisjoint(action.verb for action in view.actions):
            return least
        wish = judgement.wish(view)
        return wish if wish in view.actions else least


def quietest(actions: tuple[Action, ...]) -> Action:
    """The action that commits a player to least: to pass or be done, else the first there is.

    Raises:
        ValueError: there is nothing to choose from.
    """
    if not actions:
        raise ValueError("a player can only choose when asked")
    return next((action for action in actions if action.verb in {"pass", "done"}), actions[0])
