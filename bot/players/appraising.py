"""What each option of a decision promises to the player who has to decide, by what that player can see."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import NamedTuple

from bot.players import BUDGETS, PLAYERS, Strength
from bot.players.inference import Inference
from bot.players.search.sampling import Sampler
from bot.players.search.searching import LEAST_WORLDS, Search, card_points, distinct, stream
from bot.players.searches import SEARCHES
from bot.rules.cards import Card
from bot.rules.moves import Action
from bot.rules.view import View


class Appraisal(NamedTuple):
    """An action with what it is expected to bring."""

    action: Action
    points: float | None = None
    """Expected net game points of the seat; `None` if the action was not tried."""
    error: float = inf
    """The standard error of `points`."""
    worlds: int = 0
    """In how many worlds it was tried."""
    alike: tuple[Action, ...] = ()
    """Other legal actions that are as good."""


def appraise(
    view: View, strength: str = Strength.STRONG, seed: str = "", seconds: float = inf
) -> tuple[Appraisal, ...]:
    """What each legal action is expected to bring in the eyes of a player, the one it would choose first."""
    if view.open.phase != "play" or len(view.actions) < 2 or strength == Strength.QUICK:
        first = PLAYERS[view.game].choose(view)
        return tuple(map(Appraisal, (first, *(each for each in view.actions if each != first))))
    search, worlds = SEARCHES[view.game], BUDGETS[Strength(strength)].worlds
    inference = search.infer(view)
    tried = dict[Card, list[Tried]]()
    for each in _tried(search, inference, worlds, stream(view, seed), seconds):
        tried.setdefault(each.card, []).append(each)
    groups = list[list[Card]]()
    for playable in inference.playable:  # a card that was not tried is as good as the one before it
        if playable in tried:
            groups.append([])
        groups[-1].append(playable)
    groups.sort(key=lambda group: -fmean(each.rank for each in tried[group[0]]))
    return tuple(_appraisal(group, [each.net for each in tried[group[0]]]) for group in groups)


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


def _appraisal(group: list[Card], net: list[float]) -> Appraisal:
    error = stdev(net) / sqrt(len(net)) if len(net) > 1 else inf
    action, *alike = (Action("play", str(each)) for each in group)
    return Appraisal(action, fmean(net), error, len(net), tuple(alike))
