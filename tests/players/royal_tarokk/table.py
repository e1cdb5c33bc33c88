"""Asking the computer player in Royal Tarokk positions written in a line: seats 0 and 1 against 2 and 3."""

from __future__ import annotations

from bot.players import for_game
from bot.rules.board import Seat
from bot.rules.deal import Deal
from tests.notation import act

PLAYER = for_game("royal_tarokk")


def asked(deal: Deal) -> str:
    """What the computer whose turn it is would do."""
    return str(PLAYER.choose(deal.view(deal.seats()[0])))


def turn_of(deal: Deal, seat: Seat) -> Deal:
    """The deal once a seat is asked to announce, everybody before it silent."""
    while deal.seats() != (seat,):
        deal = act(deal, f"{deal.seats()[0]} done")
    return deal


def said(deal: Deal, seat: Seat) -> list[str]:
    """All that a computer on a seat would say in its first turn."""
    deal, spoken = turn_of(deal, seat), list[str]()
    while deal.seats() == (seat,) and deal.phase.name == "announcing" and (what := asked(deal)) != "done":
        spoken.append(what)
        deal = act(deal, f"{seat} {what}")
    return spoken
