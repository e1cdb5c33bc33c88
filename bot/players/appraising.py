"""What each option of a decision promises to the player who has to decide, by what that player can see."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import NamedTuple

from bot.players.inference import Inference
from bot.players.search.sampling import Sampler
from bot.players.search.searching import LEAST_WORLDS, Search, card_points, distinct, stream
from bot.players.searches import SEARCHES
from bot.rules.cards import Card
from bot.rules.moves import Action
from bot.rules.view import View


class Appraisal(NamedTuple):
    """What an option promises."""

    action: Action
    expected: float
    """Net game points at the end of the deal, on average over the worlds."""
    error: float
    """The standard error of that mean, in game points."""
    worlds: int
    """In how many imagined deals it was tried."""
    rank: float
    """What a computer player goes by: game points, and card points where those are equal."""


def appraise(view: View, worlds: int, seed: str = "", seconds: float = inf) -> tuple[Appraisal, ...]:
    """Return what each legal action promises, the best first; empty if these are not tried out.

    Every option meets the same worlds. Cards that are equally good share their figures.

    Args:
        view: What the player sees.
        worlds: How many deals are imagined.
        seed: What chance depends on, besides the view.
        seconds: The time after which no more than `LEAST_WORLDS` are imagined.
    """
    if view.open.phase != "play" or len(view.actions) < 2:
        return ()
    search = SEARCHES[view.game]
    inference = search.infer(view)
    tried = dict[Card, list[Tried]]()
    for each in _tried(search, inference, worlds, stream(view, seed), seconds):
        tried.setdefault(each.card, []).append(each)
    found = []
    alike: list[Tried] = []
    for playable in inference.playable:  # a card that was not tried is as good as the one before it
        alike = tried.get(playable, alike)
        found.append(_appraisal(Action("play", str(playable)), alike))
    return tuple(sorted(found, key=lambda option: -option.rank))


class Tried(NamedTuple):
    """What came of a card in a world."""

    card: Card
    net: float
    rank: float


def _tried(
    search: Search, inference: Inference, worlds: int, random: Random, seconds: float
) -> Iterator[Tried]:
    view, end = inference.view, perf_counter() + seconds
    sampler = Sampler.of(inference, search.clues(inference), random)
    smooth = -search.smooth if search.negative(view) else search.smooth
    cards = tuple(distinct(inference, search.special))
    for number in range(worlds):
        if number >= LEAST_WORLDS and perf_counter() > end:
            return
        imagined = search.simulation.start(view, sampler.world(random))
        chances = random.getrandbits(32)
        (ours,) = [side for side in imagined.sides if inference.seat in side]
        for each in cards:
            policy = search.policy(view, imagined, Random(chances))  # noqa: S311 - no secret
            outcome = imagined.outcome(each, policy)
            net = outcome.net[inference.seat]
            yield Tried(each, net, net + smooth * card_points(outcome.tricks, ours))


def _appraisal(action: Action, tried: list[Tried]) -> Appraisal:
    net = [each.net for each in tried]
    error = stdev(net) / sqrt(len(net)) if len(net) > 1 else 0.0
    return Appraisal(action, fmean(net), error, len(net), fmean(each.rank for each in tried))
