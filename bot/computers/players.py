"""Computer players of every game and strength, and what they expect of each action."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from math import inf
from typing import Final, Protocol

from bot.computers.search import Appraisal, Budget, Searcher, untried
from bot.games import COMPUTERS
from bot.rules.moves import Action
from bot.rules.view import View


class Player(Protocol):
    """Chooses an action whenever a seat has to act."""

    def choose(self, view: View) -> Action:
        """One of the view's actions, always the same for the same view.

        Raises:
            ValueError: the view has no action.
        """


class Strength(StrEnum):
    """How well a computer player plays, weakest first."""

    QUICK = "quick"
    STEADY = "steady"
    STRONG = "strong"


BUDGETS: Final[Mapping[Strength, Budget]] = {
    Strength.STEADY: Budget(100, 0, 0.5),
    Strength.STRONG: Budget(300, 40, 1.0, infers=True, open_hands=True),
}
"""Of the strengths that search."""


def for_game(game: str) -> Player:
    """The computer player of a game that follows rules of thumb."""
    return COMPUTERS[game]


def offered(view: View) -> tuple[Action, ...]:
    """The few statements that the hand could make, in the judgement of a player by rules of thumb."""
    return COMPUTERS[view.game].offers(view)


def searcher(game: str, strength: str, seed: str = "", seconds: float = inf) -> Searcher:
    """The computer player of a game and a strength that searches.

    `seconds`: how long it may think about an action. What it chooses then depends on the machine, too.

    Raises:
        KeyError: There is no such game.
        ValueError: There is no such strength.
    """
    return Searcher(COMPUTERS[game], BUDGETS[Strength(strength)], seed, seconds)


def of_strength(game: str, strength: str, seed: str = "", seconds: float = inf) -> Player:
    """The computer player of a game and any strength; arguments and errors as for `searcher`."""
    if Strength(strength) is Strength.QUICK:
        return for_game(game)
    return searcher(game, strength, seed, seconds)


def appraise(
    view: View, strength: str = Strength.STRONG, seed: str = "", seconds: float = inf
) -> tuple[Appraisal, ...]:
    """What each legal action is expected to bring in the eyes of a player, the one it would choose first.

    A strength that follows rules of thumb tries nothing.

    Raises:
        ValueError: There is no such strength, or the view has no action.
    """
    if Strength(strength) is Strength.QUICK:
        return untried(COMPUTERS[view.game], view)
    return searcher(view.game, strength, seed, seconds).appraise(view)
