"""Asking the computer player in Romanian positions written in a line. Seat 0 is forehand, the last deals."""

from __future__ import annotations

from bot.players import for_game
from bot.players.reading import Reading
from bot.players.romanian.playing import reading
from bot.rules.board import Seat
from bot.rules.deal import Deal
from tests.notation import QUIET, act

PLAYER = for_game("romanian_tarok")


def asked(deal: Deal, seat: Seat | None = None) -> str:
    """What the computer whose turn it is, or which is asked beside others, would do."""
    return str(PLAYER.choose(deal.view(deal.seats()[0] if seat is None else seat)))


def going_on(deal: Deal, phase: str) -> Deal:
    """The deal once it has left a phase, everybody doing what the computer would."""
    while deal.phase.name == phase:
        deal = act(deal, f"{deal.seats()[0]} {asked(deal)}")
    return deal


def quietly(deal: Deal, after: str = "") -> Deal:
    """The deal after all have said nothing, and some moves of the play."""
    while deal.phase.name == "announcing":
        seat = deal.seats()[0]
        deal = act(deal, f"{seat} {next(each for each in deal.actions(seat) if str(each) in QUIET)}")
    return act(deal, after)


def read(deal: Deal, seat: Seat) -> Reading:
    """What a seat makes of the table."""
    return reading(deal.view(seat))
