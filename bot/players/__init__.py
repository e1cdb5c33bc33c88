"""Computer players: they see a view and the tables of the games, and what they can try out with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from math import inf
from typing import Final, NamedTuple, Protocol

from bot.players.computer import Computer
from bot.players.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.players.koenigrufen import KOENIGRUFEN
from bot.players.romanian import ROMANIAN
from bot.players.royal_tarokk import ROYAL_TAROKK
from bot.players.search.searcher import Searcher, untried
from bot.players.search.weighing import Appraisal
from bot.players.searches import SEARCHES
from bot.players.tapp_tarock import TAPP_TAROCK
from bot.rules.moves import Action
from bot.rules.view import View

__all__ = [
    "BUDGETS",
    "PLAYERS",
    "SEARCHERS",
    "Appraisal",
    "Budget",
    "Player",
    "Strength",
    "appraise",
    "for_game",
]


class Player(Protocol):
    """Chooses an action whenever a seat has to act."""

    def choose(self, view: View) -> Action:
        """One of the view's actions, always the same for the same view.

        Raises:
            ValueError: the view has no action.
        """


PLAYERS: Final[Mapping[str, Computer]] = {
    "illustrated_tarokk": ILLUSTRATED_TAROKK,
    "koenigrufen": KOENIGRUFEN,
    "romanian_taper": ROMANIAN,
    "romanian_tarok": ROMANIAN,
    "royal_tarokk": ROYAL_TAROKK,
    "tapp_tarock": TAPP_TAROCK,
}
"""By the name of the game."""


class Strength(StrEnum):
    """How well a computer player plays, weakest first."""

    QUICK = "quick"
    """Follows rules of thumb."""
    STEADY = "steady"
    STRONG = "strong"


class Budget(NamedTuple):
    """What a player that searches may spend on one decision."""

    worlds: int
    """How many worlds it imagines for a card."""
    early: int
    """How many for a decision before the play; 0 if it follows rules of thumb there."""
    seconds: float
    """After so long, waiting for its turn to think included, it has decided."""


BUDGETS: Final[Mapping[Strength, Budget]] = {
    Strength.STEADY: Budget(100, 0, 0.5),
    Strength.STRONG: Budget(300, 40, 1.0),
}
"""Of the strengths that search."""
SEARCHERS: Final[Mapping[Strength, Mapping[str, Searcher]]] = {
    strength: {
        name: Searcher(SEARCHES[name], player, budget.worlds, budget.early)
        for name, player in PLAYERS.items()
    }
    for strength, budget in BUDGETS.items()
}
"""By strength, then by the name of the game."""


def for_game(name: str, strength: str = Strength.QUICK, seed: str = "", seconds: float = inf) -> Player:
    """The computer player of a game.

    Args:
        name: The game's name.
        strength: A `Strength`.
        seed: What its chance depends on, besides the view.
        seconds: How long it may think about an action. What it chooses then depends on the machine, too.

    Raises:
        KeyError: There is no computer player for that game.
        ValueError: There is no such strength.
    """
    if name not in PLAYERS:
        raise KeyError(f"no computer player knows the game {name!r}")
    if Strength(strength) is Strength.QUICK:
        return PLAYERS[name]
    return replace(SEARCHERS[Strength(strength)][name], seed=seed, seconds=seconds)


def appraise(
    view: View, strength: str = Strength.STRONG, seed: str = "", seconds: float = inf
) -> tuple[Appraisal, ...]:
    """What each legal action is expected to bring in the eyes of a player, the one it would choose first.

    Args:
        view: What the player sees.
        strength: A `Strength`; one that follows rules of thumb tries nothing.
        seed: What its chance depends on, besides the view.
        seconds: How long it may think.

    Raises:
        ValueError: There is no such strength, or the view has no action.
    """
    if Strength(strength) is Strength.QUICK:
        return untried(PLAYERS[view.game], view)
    return replace(SEARCHERS[Strength(strength)][view.game], seed=seed, seconds=seconds).appraise(view)
