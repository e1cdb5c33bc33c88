"""Worlds that explain what the other seats have done before the play: they have the hands for it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from bot.players.computer import Computer
from bot.rules.determinization import DeterminizedDeal
from bot.rules.layout import Seat
from bot.rules.moves import Move, Secrecy


def explained(
    computer: Computer,
    moments: Iterable[tuple[DeterminizedDeal, Move]],
    seat: Seat,
    random: Random,
    odd: float,
) -> DeterminizedDeal | None:
    """Return a deal before the last of some actions, or before the first card, or `None`.

    It is `None` if another seat would not have done openly what it did, or not in that world.

    Args:
        computer: The rules of thumb of all seats.
        moments: The deal before each action, with the action.
        seat: The seat that imagines the deal.
        random: Its chance.
        odd: How likely an action is accepted that the rules of thumb would not choose.
    """
    last = None
    for now, move in moments:
        last, judged = now, move.seat != seat and move.secrecy is Secrecy.OPEN
        if now.in_play:
            break
        if judged and random.random() >= odd and computer.choose(now.view(move.seat)) != move.action:
            return None
    return last
