"""A player that tries out what it may do in many worlds, and does what is worth most on average."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from random import Random

from bot.players.computer import Computer
from bot.players.search.continuing import Continuation, candidates
from bot.players.search.searching import Search, distinct
from bot.players.search.weighing import Appraisal, weighed
from bot.rules.cards import Card
from bot.rules.layout import Side
from bot.rules.moves import Action
from bot.rules.view import View

PLAY = "play"


@dataclass(frozen=True)
class Searcher:
    """A player that searches where that is known to gain, and follows rules of thumb elsewhere."""

    search: Search
    computer: Computer
    worlds: int
    """The number of worlds for each card that is played."""
    early: int = 0
    """The number of worlds for each decision before the play; 0 if it follows rules of thumb there."""
    infers: bool = False
    """Whether worlds that agree with what the others have done are likelier when it chooses a card."""
    open_hands: bool = False
    """Whether all see all hands of its worlds as they play on, for the good of a player with a partner."""
    seed: str = ""
    """What its chance depends on, besides the view."""
    seconds: float = inf
    """How long it may think about an action; then it makes do with fewer worlds."""

    def choose(self, view: View) -> Action:
        """The action that is worth most.

        Raises:
            ValueError: the view has no action.
        """
        if self.doubt(view) == inf:
            return self.computer.choose(view)
        return self.appraise(view)[0].action

    def doubt(self, view: View) -> float:
        """By how many standard errors an action must be better than the choice of the rules of thumb."""
        if len(view.actions) < 2:
            return inf
        if view.open.phase == PLAY:
            return self.search.defensive_doubt if view.side == Side.DEFENDERS else -inf
        return self.search.doubts.get(view.open.phase, inf) if self.early else inf

    def appraise(self, view: View) -> tuple[Appraisal, ...]:
        """Return the legal actions with what they are expected to bring, the one to choose first.

        Of equally good cards only the lowest is tried, and stands for the others. Actions that are not
        tried come last; before the play, the choice of the rules of thumb is the first of these.

        Raises:
            ValueError: the view has no action.
        """
        found = self.cards(view) if view.open.phase == PLAY else self.calls(view)
        known = {action for each in found for action in (each.action, *each.alike)}
        rest = (each for each in untried(self.computer, view) if each.action not in known)
        return (*found, *rest)

    def cards(self, view: View) -> tuple[Appraisal, ...]:
        """Return what the cards are expected to bring."""
        if len(view.actions) < 2:
            return ()
        groups = distinct(self.search.infer(view), self.search.special)
        alike = {played(lowest): tuple(map(played, others)) for lowest, *others in groups}
        random = stream(view, self.seed)
        imagined = self.search.worlds(view, random, infers=self.infers, open_hands=self.open_hands)
        tried, doubt = list(alike), self.doubt(view)
        if doubt > -inf:
            usual = self.computer.choose(view)
            tried.sort(key=lambda each: usual not in (each, *alike[each]))
        found = weighed(tried, imagined, self.worlds, self.seconds, doubt)
        return tuple(each._replace(alike=alike[each.action]) for each in found)

    def calls(self, view: View) -> tuple[Appraisal, ...]:
        """Return what the actions before the play are expected to bring."""
        if len(view.actions) < 2 or not self.early or view.open.phase not in self.search.doubts:
            return ()
        tried, alike = candidates(self.computer, view)
        continuation = Continuation(self.search, self.computer)
        imagined = continuation.worlds(view, stream(view, self.seed), self.early)
        found = weighed(tried, imagined, self.early, self.seconds, self.doubt(view))
        return tuple(each._replace(alike=alike) if each.action == tried[0] else each for each in found)


def played(card: Card) -> Action:
    """Return the playing of a card."""
    return Action("play", str(card))


def untried(computer: Computer, view: View) -> tuple[Appraisal, ...]:
    """Return the legal actions without figures, the choice of the rules of thumb first.

    Raises:
        ValueError: the view has no action.
    """
    first = computer.choose(view)
    return tuple(map(Appraisal, (first, *(each for each in view.actions if each != first))))


def stream(view: View, seed: str) -> Random:
    """Return random numbers that are the same for the same view and seed."""
    public = view.open
    said = f"{public.phase} {public.calls} {public.items} {public.tricks} {public.trick}"
    return Random(f"{seed} {view.game} {view.seat} {view.hand.bits} {said}")  # noqa: S311 - protects no secret
