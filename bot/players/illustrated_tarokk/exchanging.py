"""Laying cards away, annulling, claiming and calling in Illustrated Tarokk."""

from __future__ import annotations

from typing import Final

from bot.players.bidding import AS_PLAYED
from bot.players.discarding import next_laid
from bot.players.illustrated_tarokk.auction import XX, auction_of
from bot.rules.cards import KINGS, TAROCKS, card
from bot.rules.moves import Action
from bot.rules.offers import DECLINE
from bot.rules.view import View

HAND: Final = 9
ANNUL: Final = Action("annul")
LONG: Final = 4
"""With so many tarokks beside them four kings are better played."""


def lay(view: View) -> Action:
    """As many cards as were drawn; a partner to be gives the other side no points."""
    drawn = len(view.hand) + len(view.discards) - HAND
    return next_laid(view, drawn, AS_PLAYED, counted=-1.0 if will_partner(view) else 1.0)


def will_partner(view: View) -> bool:
    """Whether what a player lays away is likely to count for the other side.

    So it is for a partner: the one who has invited, or the holder of the XX if nobody has.
    """
    if view.seat == view.open.declarer:
        return False
    inviter = auction_of(view.open.calls).inviter
    return inviter == view.seat or (inviter in (None, view.open.declarer) and XX in view.hand)


def answer(view: View) -> Action:
    """A claim is always made; the deal is annulled but for four kings in a hand that can protect them."""
    good = ANNUL in view.actions and view.hand >= KINGS and len(view.hand & TAROCKS) >= LONG
    return DECLINE if good else view.actions[0]


def name_card(view: View) -> Action:
    """The highest tarokk that may be called and is somebody else's; one's own if there is no other."""
    own = view.hand | view.discards | view.open.discards_shown
    calls = [action for action in view.actions if action.verb == "call"]
    others = [action for action in calls if card(action.argument) not in own]
    return max(others or calls, key=lambda action: card(action.argument))
