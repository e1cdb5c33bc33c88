"""Computer players: they see a view and the tables of the games, and what they can try out with it.

Those that search are in `searchers`, which the bot itself does without: they think in worker processes.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from bot.players.computer import Computer
from bot.players.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.players.koenigrufen import KOENIGRUFEN
from bot.players.romanian import ROMANIAN
from bot.players.royal_tarokk import ROYAL_TAROKK
from bot.players.search.weighing import Appraisal
from bot.players.tapp_tarock import TAPP_TAROCK
from bot.rules.moves import Action
from bot.rules.view import View

__all__ = [
    "BUDGETS",
    "PLAYERS",
    "Appraisal",
    "Budget",
    "Player",
    "Strength",
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
    infers: bool = False
    """Whether worlds that agree with what the others have done are likelier when it chooses a card."""
    open_hands: bool = False
    """Whether all see all hands of its worlds as they play on, for the good of a player with a partner."""


BUDGETS: Final[Mapping[Strength, Budget]] = {
    Strength.STEADY: Budget(100, 0, 0.5),
    Strength.STRONG: Budget(300, 40, 1.0, infers=True, open_hands=True),
}
"""Of the strengths that search."""


def for_game(name: str) -> Player:
    """The computer player of a game that follows rules of thumb.

    Raises:
        KeyError: There is no computer player for that game.
    """
    if name not in PLAYERS:
        raise KeyError(f"no computer player knows the game {name!r}")
    return PLAYERS[name]
