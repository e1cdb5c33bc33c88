"""Computer players of every strength, and what they expect of each action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Final

from bot.players import BUDGETS, PLAYERS, Player, Strength, for_game
from bot.players.search.searcher import Searcher, untried
from bot.players.search.weighing import Appraisal
from bot.players.searches import SEARCHES
from bot.rules.view import View

SEARCHERS: Final[Mapping[Strength, Mapping[str, Searcher]]] = {
    strength: {
        name: Searcher(SEARCHES[name], player, budget.worlds, budget.early, budget.infers, budget.open_hands)
        for name, player in PLAYERS.items()
    }
    for strength, budget in BUDGETS.items()
}
"""By strength, then by the name of the game."""


def of_strength(name: str, strength: str, seed: str = "", seconds: float = inf) -> Player:
    """The computer player of a game and a strength.

    Args:
        name: The game's name.
        strength: A `Strength`.
        seed: What its chance depends on, besides the view.
        seconds: How long it may think about an action. What it chooses then depends on the machine, too.

    Raises:
        KeyError: There is no computer player for that game.
        ValueError: There is no such strength.
    """
    if Strength(strength) is Strength.QUICK:
        return for_game(name)
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
