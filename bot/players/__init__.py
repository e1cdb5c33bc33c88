"""Computer players: they see a view and the tables of the games, nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from bot.players.computer import Computer
from bot.players.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.players.koenigrufen import KOENIGRUFEN
from bot.players.romanian import ROMANIAN
from bot.players.royal_tarokk import ROYAL_TAROKK
from bot.players.tapp_tarock import TAPP_TAROCK
from bot.rules.moves import Action
from bot.rules.view import View

__all__ = ["PLAYERS", "Player", "for_game"]


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


def for_game(name: str) -> Player:
    """The computer player of a game, by the game's name.

    Raises:
        KeyError: there is no computer player for that game.
    """
    try:
        return PLAYERS[name]
    except KeyError:
        raise KeyError(f"no computer player knows the game {name!r}") from None
