"""Asking the judgement that a phase calls for, in any game, with an answer in every situation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.players.bidding import quietest
from bot.rules.deal import Action, View


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


def judged(view: View, judgements: Mapping[str, Judgement]) -> Action:
    """What the judgement for this phase wishes; where there is none or it may not be had, the least.

    Raises:
        ValueError: the view offers no action.
    """
    least = quietest(view.actions)
    judgement = judgements.get(view.public.phase)
    if judgement is None or all(action.verb not in judgement.verbs for action in view.actions):
        return least
    wish = judgement.wish(view)
    return wish if wish in view.actions else least
