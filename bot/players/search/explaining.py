"""Worlds that explain what the other seats have done before the play: they have the hands for it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from bot.players.computer import Computer
from bot.players.search.sampling import Sampler
from bot.rules.layout import Seat
from bot.rules.moves import Move, Secrecy
from bot.rules.replaying import ImaginedDeal, laid, replayed
from bot.rules.worlds import Simulation, World

ODD: Final = 0.1
"""How likely an action is accepted that the rules of thumb would not choose with the hand."""
TRIES: Final = 8
"""How many worlds are drawn at most; the last is accepted, whatever it explains."""


def explained(
    computer: Computer, moments: Iterable[tuple[ImaginedDeal, Move]], seat: Seat, random: Random, odd: float
) -> ImaginedDeal | None:
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


def likely_world(simulation: Simulation, computer: Computer, sampler: Sampler, random: Random) -> World:
    """Return a world that mostly explains what the others have done before the play."""
    view = sampler.inference.view
    for _ in range(TRIES):
        world = sampler.world(random)
        moments = replayed(simulation.game, view, world, random.sample, laid(world))
        last = explained(computer, moments, sampler.inference.seat, random, ODD)
        if last is not None and last.in_play:
            break
    return world
