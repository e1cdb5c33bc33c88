"""Asking computer players in positions written as one line, and some positions of Tapp-Tarock."""

from __future__ import annotations

from bot.computers.players import for_game
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from tests.games.tapp_tarock.table import tapp
from tests.notation import act, moves, until


def asked(deal: Deal, seat: Seat | None = None) -> str:
    """The choice of the computer whose turn it is, or of the given seat if several are asked."""
    view = deal.view(deal.seats()[0] if seat is None else seat)
    return str(for_game(view.game).choose(view))


def going_on(deal: Deal, phase: str) -> Deal:
    """The deal after a phase in which everybody acted as the computer would."""
    while deal.phase.name == phase:
        deal = act(deal, f"{deal.seats()[0]} {asked(deal)}")
    return deal


def quietly(deal: Deal, after: str = "") -> Deal:
    """The deal brought to the play with the fewest statements, and some moves of the play."""
    return act(until(deal, "play"), after)


def solo_of(declarer: Seat, *hands: str, after: str = "") -> Deal:
    """A solo of a seat, nothing announced, after some moves of the play; forehand leads."""
    calls = {0: "0 bid solo", 1: "0 pass; 1 bid solo", 2: "0 pass; 1 pass; 2 bid solo"}[declarer]
    return quietly(tapp(*hands, after=calls), after)


def exchanged(declarer_hand: str, talon: str, lay: str) -> Deal:
    """A dreier of forehand that took the lower half of the talon and discarded three cards; all are done."""
    deal = tapp(declarer_hand, talon=talon, after="0 bid dreier; 1 pass; 2 pass; 0 take lower")
    return quietly(act(deal, "; ".join(f"0 lay {code}" for code in moves(lay.replace(" ", ";")))))
