"""What a computer discards, annuls, claims and calls in Illustrated Tarokk."""

from __future__ import annotations

from typing import Final

from bot.games.illustrated_tarokk.tables import TRICKS, XX
from bot.players.discarding import next_discard
from bot.players.hand_strength import AS_PLAYED
from bot.players.illustrated_tarokk.auction import auction_of
from bot.rules.cards import KINGS, TAROCKS, card
from bot.rules.moves import DECLINE, Action
from bot.rules.view import View

ANNUL: Final = Action("annul")
LONG: Final = 4
"""The number of tarokks with which four kings are better played than annulled."""


def lay(view: View) -> Action:
    """The next card to discard; a likely partner discards low cards."""
    drawn = len(view.hand) + len(view.discards) - TRICKS
    return next_discard(view, drawn, AS_PLAYED, counted=-1.0 if will_partner(view) else 1.0)


def will_partner(view: View) -> bool:
    """Whether the player is likely to be called, so that the discard counts for the other side.

    The partner will be the inviter, or the holder of the XX if there is no invitation.
    """
    if view.seat == view.open.declarer:
        return False
    inviter = auction_of(view.open.calls).inviter
    return inviter == view.seat or (inviter in (None, view.open.declarer) and XX in view.hand)


def answer(view: View) -> Action:
    """Claim always; annul unless the hand has four kings and enough tarokks to protect them."""
    good = ANNUL in view.actions and view.hand >= KINGS and len(view.hand & TAROCKS) >= LONG
    return DECLINE if good else view.actions[0]


def name_card(view: View) -> Action:
    """The highest tarokk that may be called and is in no own cards; one of these if there is no other.

    Nothing but calls is legal then: a count of tarokks is always declared first.
    """
    own = view.hand | view.discards | view.open.discards_shown
    others = [action for action in view.actions if card(action.argument) not in own]
    return max(others or view.actions, key=lambda action: card(action.argument))
