"""What a computer calls in the auction of Illustrated Tarokk."""

from __future__ import annotations

from typing import Final

from bot.players.illustrated_tarokk.auction import auction_of, invited_by
from bot.players.illustrated_tarokk.hands import quality
from bot.rules.auctions import PASS
from bot.rules.cards import TRULL as HONOURS
from bot.rules.moves import Action
from bot.rules.view import View

LIMITS: Final = (0.0, 11.0, 14.5, 20.0, 24.0)
"""How good a hand must be for each level; found by trying."""
TRIAL: Final = 16.0
"""How good a hand without an honour must be for a trial bid; of four such bids three find an honour."""
WELCOME: Final = 7.0
"""What an invitation is worth to whoever accepts it: a partner with a high honour and a high tarokk."""
INVITES: Final = 3.0
"""By how much less than a level asks for will do for a jump to it: the invited may take it over."""


def call(view: View) -> Action:
    """An invitation where the hand is good for it, else the lowest call as long as it is good for that."""
    auction, worth, seat = auction_of(view.open.calls), quality(view.hand), view.seat
    assert seat is not None, "a spectator is never asked"
    if (auction.yields(seat) or auction.holder == seat) and PASS in view.actions:
        # Who may pass over a yielded game has the XX and a high honour to show.
        return PASS
    if not view.hand & HONOURS and worth < TRIAL:
        return PASS
    worth += WELCOME * (invited_by(view) is not None)
    levels = {action: auction.level_of(action) for action in view.actions if action != PASS}
    if not levels:
        return PASS
    for action, level in levels.items():
        if auction.shown_by(seat, level) is not None and worth >= LIMITS[level] - INVITES:
            return action
    lowest = min(levels, key=lambda action: levels[action])
    good = worth >= LIMITS[levels[lowest]] or PASS not in view.actions
    return lowest if good else PASS
