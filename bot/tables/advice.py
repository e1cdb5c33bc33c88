"""What a computer would do in a player's place, from the player's own view: to ask before a dear mistake."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.computers import players

if TYPE_CHECKING:
    from bot.rules.moves import Action
    from bot.rules.view import View

QUIET: Final = ("pass", "done", "decline")
"""The verbs of doing nothing."""


def advised(view: View, action: Action) -> tuple[Action, ...]:
    """What the quick computer player would do, also if it could only do this or nothing.

    The latter tells of one announcement among several whether the player would make it at all.
    """
    computer = players.for_game(view.game)
    nothing = tuple(each for each in view.actions if each.verb in QUIET)
    views = [view, replace(view, actions=(action, *nothing))] if nothing else [view]
    return tuple(map(computer.choose, views))
