"""Laying cards away, annulling, claiming and calling in Illustrated Tarokk."""

from __future__ import annotations

from typing import Final

from bot.players.discarding import best_discard
from bot.players.illustrated_tarokk.auction import XX, auction_of
from bot.players.illustrated_tarokk.hands import PLAYED
from bot.players.reading import bits
from bot.rules.cards import KINGS, TAROCKS, card
from bot.rules.deal import Action, View
from bot.rules.offers import DECLINE

HAND: Final = 9
ANNUL: Final = Action("annul")
LONG: Final = 4
"""With so many tarokks beside them four kings are better played."""


def lay(view: View) -> Action:
    """The cards to lay away are chosen together, then laid one by one, tarokks only if they must go."""
    layable = bits(card(action.argument) for action in view.actions if action.verb == "lay")
    owed = len(view.hand) - HAND
    plain = layable - TAROCKS
    if len(plain) >= owed:
        plain = best_discard(view.hand, plain, owed, PLAYED, counted=-1.0 if will_partner(view) else 1.0)
    return Action("lay", str(min(plain or layable)))


def will_partner(view: View) -> bool:
    """Whether what a player lays away is likely to count for the other side.

    So it is for a partner: the one who has invited, or the holder of the XX if nobody has.
    """
    if view.seat == view.public.declarer:
        return False
    inviter = auction_of(view.public.calls).inviter
    return inviter == view.seat or (inviter in (None, view.public.declarer) and XX in view.hand)


def answer(view: View) -> Action:
    """A claim is always made; the deal is annulled but for four kings in a hand that can protect them."""
    good = ANNUL in view.actions and view.hand >= KINGS and len(view.hand & TAROCKS) >= LONG
    return DECLINE if good else view.actions[0]


def name_card(view: View) -> Action:
    """The highest tarokk that may be called and is somebody else's; one's own if there is no other."""
    own = view.hand | view.laid | view.public.laid_open
    calls = [action for action in view.actions if action.verb == "call"]
    others = [action for action in calls if card(action.argument) not in own]
    return max(others or calls, key=lambda action: card(action.argument))
