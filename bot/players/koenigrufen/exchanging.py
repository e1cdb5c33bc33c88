"""Calling a king, taking a half of the talon and laying cards away in Königrufen."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.players.bidding import AS_PLAYED
from bot.players.card_play import points
from bot.players.discarding import after_laying, best_discard, next_laid
from bot.players.koenigrufen.contracts import REMAINING, contract_of
from bot.players.koenigrufen.hands import for_points
from bot.players.partners import shortest_king
from bot.rules.cards import KINGS, TAROCKS, Cards
from bot.rules.exchange import SURRENDER
from bot.rules.moves import Action
from bot.rules.view import View

PLAYED: Final = replace(AS_PLAYED, void=6.0, singleton=0.0)
"""What cards promise as they are played, apart from what was laid away."""
SURRENDERS: Final = 15.0
"""Alone in a contract that was bid for two, a hand not even so good had better pay for it at once."""


def name_king(view: View) -> Action:
    """The king of a suit in which the hand is shortest; with three kings the remaining one."""
    remaining = Action("call", REMAINING)
    if remaining in view.actions:
        return remaining
    return Action("call", shortest_king(view.hand))


def take(view: View) -> Action:
    """The half with which the hand becomes strongest; or the king lies there, and the hand is hopeless."""
    if SURRENDER in view.actions and for_points(view.hand) < SURRENDERS:
        return SURRENDER
    halves = {group.name: group.cards for group in view.open.talon}
    takes = [action for action in view.actions if action.argument in halves]
    return max(takes, key=lambda action: after_taking(view, halves[action.argument]))


def after_taking(view: View, half: Cards) -> float:
    """What a hand is worth with a half of the talon and its best discard; card points in the other may count.

    By a house rule the other half is the opponents'.
    """
    hand = view.hand | half
    laid = best_discard(hand, hand - KINGS - TAROCKS, len(half), PLAYED)
    theirs = view.open.options.get("untaken_half_owner") == "opponents"
    return after_laying(hand, laid, PLAYED) + sum(map(points, half)) * theirs


def lay(view: View) -> Action:
    """The cards to lay away are chosen together."""
    return next_laid(view, contract_of(view).exchange, PLAYED)
