"""Asking the computer player in positions written in a line."""

from __future__ import annotations

from bot.players import for_game
from bot.rules.deal import Deal
from tests.games.tapp_tarock.table import tapp
from tests.notation import QUIET, act, moves

PLAYER = for_game("tapp_tarock")
DONE = "0 done; 1 done; 2 done"


def asked(deal: Deal) -> str:
    """What the computer whose turn it is would do."""
    return str(PLAYER.choose(deal.view(deal.seats()[0])))


def quietly(deal: Deal) -> Deal:
    """The deal after those who can have said nothing, or passed."""
    while any(str(action) in QUIET for action in deal.actions(deal.seats()[0])):
        seat = deal.seats()[0]
        deal = act(deal, f"{seat} {next(a for a in deal.actions(seat) if str(a) in QUIET)}")
    return deal


def solo_of(declarer: int, *hands: str, after: str = "") -> Deal:
    """A solo of a seat, nothing announced, after some moves of the play; forehand leads."""
    calls = {0: "0 bid solo", 1: "0 pass; 1 bid solo", 2: "0 pass; 1 pass; 2 bid solo"}[declarer]
    return act(quietly(tapp(*hands, after=calls)), after)


def exchanged(declarer_hand: str, talon: str, lay: str) -> Deal:
    """A dreier of forehand that took the lower half of the talon and laid away three cards; all are done."""
    deal = tapp(declarer_hand, talon=talon, after="0 bid dreier; 1 pass; 2 pass; 0 take lower")
    return quietly(act(deal, "; ".join(f"0 lay {code}" for code in moves(lay.replace(" ", ";")))))
