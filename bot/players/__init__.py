"""Computer players: they see a view and the tables of the games, and what they can try out with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from bot.players.computer import Computer
from bot.players.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.players.koenigrufen import KOENIGRUFEN
from bot.players.romanian import ROMANIAN
from bot.players.royal_tarokk import ROYAL_TAROKK
from bot.players.search.searching import Searcher
from bot.players.searches import SEARCHES
from bot.players.tapp_tarock import TAPP_TAROCK
from bot.rules.moves import Action
from bot.rules.view import View

__all__ = ["PLAYERS", "STRENGTHS", "Player", "for_game"]


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

WORLDS: Final = 100
"""How many worlds `steady` imagines for a card."""
STRENGTHS: Final[Mapping[str, Mapping[str, Player]]] = {
    "quick": PLAYERS,
    "steady": {name: Searcher(SEARCHES[name], player, WORLDS) for name, player in PLAYERS.items()},
}
"""The players of all games by strength, weakest first."""


def for_game(name: str, strength: str = "quick") -> Player:
    """The computer player of a game.

    Args:
        name: The game's name.
        strength: A key of `STRENGTHS`.

    Raises:
        KeyError: there is no computer player for that game, or no such strength.
    """
    players = STRENGTHS[strength]
    try:
        return players[name]
    except KeyError:
        raise KeyError(f"no computer player knows the game {name!r}") from None
