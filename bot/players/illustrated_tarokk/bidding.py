"""What a computer calls in the auction of Illustrated Tarokk."""

from __future__ import annotations

from math import inf
from typing import Final

from bot.games.illustrated_tarokk.tables import HONOURS, SOLO
from bot.players.hand_strength import Weights, strength
from bot.players.illustrated_tarokk.auction import auction_of, invited_by
from bot.rules.auctions import PASS
from bot.rules.cards import Cards
from bot.rules.moves import Action
from bot.rules.view import View

DEALT: Final = Weights(
    tarock=1.6,
    skus=7.7,
    mond=4.5,
    pagat=-1.2,
    high=2.7,
    king=0.1,
    void=1.75,
    queen_alone=0.4,
)
"""What the features of nine cards add to the card points of the declarer's side, fitted to deals."""
LIMITS: Final = (0.0, 11.0, 19.0, 20.0, 24.0)
"""How good a hand must be for each level, from 1; found by trying.

Two asks for more than would gain most, so that threes are not made nearly always (`benchmarks/README.md`).
"""
FREE: Final = {2: 20.0, SOLO: 30.0}
"""How good a hand must be to open with two or solo in place of three where that invites nobody (4.6)."""
TRIAL: Final = 16.0
"""How good a hand without an honour must be for a trial bid; three of four such bids draw an honour."""
WELCOME: Final = 7.0
"""What an accepted invitation is worth: a partner with a high honour and a high tarokk."""
INVITES: Final = 3.0
"""How much weaker a hand may be for a jump that invites, since the invited may take the game over."""


def quality(hand: Cards) -> float:
    """How good a hand is for winning card points."""
    return strength(hand, DEALT)


def call(view: View) -> Action:
    """An invitation if the hand is good for it, else the lowest call or free opening that it is good for."""
    auction, worth, seat = auction_of(view.open.calls), quality(view.hand), view.seat
    assert seat is not None, "spectators do not act"
    if (auction.yields(seat) or auction.holder == seat) and PASS in view.actions:
        # A seat that may yield the game has the XX and a high honour to show by its pass.
        return PASS
    if not view.hand & HONOURS and worth < TRIAL:
        return PASS
    worth += WELCOME * (invited_by(view) is not None)
    calls = {auction.level_of(action): action for action in view.actions if action != PASS}
    if not calls:
        return PASS
    for level, action in calls.items():
        if auction.shown_by(seat, level) is not None and worth >= LIMITS[level] - INVITES:
            return action
    lowest = min(calls)
    if worth < LIMITS[lowest] and PASS in view.actions:
        return PASS
    if auction.high or not view.hand & HONOURS:
        return calls[lowest]
    free = [level for level in calls if auction.free(level) and worth >= FREE.get(level, inf)]
    return calls[max(free, default=lowest)]
