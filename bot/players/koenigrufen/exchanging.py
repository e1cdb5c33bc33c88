"""Which king a computer calls, which half of the talon it takes and what it discards in Königrufen."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.games.koenigrufen.tables import REMAINING
from bot.players.card_play import points
from bot.players.discarding import best_discard, next_discard, worth_after
from bot.players.hand_strength import AS_PLAYED
from bot.players.koenigrufen.hands import for_points
from bot.players.koenigrufen.playing import contract_of
from bot.players.partners import shortest_king
from bot.rules.cards import KINGS, TAROCKS, Cards
from bot.rules.exchange import SURRENDER
from bot.rules.moves import Action
from bot.rules.view import View

PLAYED: Final = replace(AS_PLAYED, void=6.0, singleton=0.0)
"""For a hand as it is played, without the discard."""
SURRENDERS: Final = 15.0
"""A declarer whose called king lies in the talon gives up with a weaker hand than this."""


def name_king(view: View) -> Action:
    """The king of the suit in which the hand is shortest; with three kings the remaining one."""
    remaining = Action("call", REMAINING)
    if remaining in view.actions:
        return remaining
    return Action("call", shortest_king(view.hand))


def take(view: View) -> Action:
    """The half that makes the hand strongest; or giving up, if the called king lies in the talon."""
    if SURRENDER in view.actions and for_points(view.hand) < SURRENDERS:
        return SURRENDER
    halves = {group.name: group.cards for group in view.open.talon}
    takes = [action for action in view.actions if action.argument in halves]
    return max(takes, key=lambda action: after_taking(view, halves[action.argument]))


def after_taking(view: View, half: Cards) -> float:
    """The worth of a hand with a half of the talon and the best discard.

    By a house rule the opponents get the card points of the other half.
    """
    hand = view.hand | half
    discard = best_discard(hand, hand - KINGS - TAROCKS, len(half), PLAYED)
    theirs = view.open.options.get("untaken_half_owner") == "opponents"
    return worth_after(hand, discard, PLAYED) + sum(map(points, half)) * theirs


def lay(view: View) -> Action:
    """The next card to discard."""
    return next_discard(view, contract_of(view).exchange, PLAYED)
