"""Asking the computer player in Illustrated Tarokk positions written in a line. Seat 0 is forehand."""

from __future__ import annotations

from bot.players import for_game
from bot.players.illustrated_tarokk.sides import reading
from bot.players.reading import Reading
from bot.rules.board import Seat
from bot.rules.deal import Deal
from tests.notation import act

PLAYER = for_game("illustrated_tarokk")


def asked(deal: Deal, seat: Seat | None = None) -> str:
    """What the computer whose turn it is, or which is asked beside others, would do."""
    return str(PLAYER.choose(deal.view(deal.seats()[0] if seat is None else seat)))


def going_on(deal: Deal, phase: str) -> Deal:
    """The deal once it has left a phase, everybody doing what the computer would."""
    while deal.phase.name == phase:
        seat = deal.seats()[0]
        deal = act(deal, f"{seat} {asked(deal, seat)}")
    return deal


def read(deal: Deal, seat: Seat) -> Reading:
    """What a seat makes of the table."""
    return reading(deal.view(seat))
