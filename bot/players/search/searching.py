"""A player that tries every legal card in many worlds, and plays the one that does best on average."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import inf
from random import Random
from time import perf_counter
from typing import Final

from bot.players.computer import Computer
from bot.players.inference import Inference, above
from bot.players.search.policies import avoiding, for_points
from bot.players.search.sampling import Clues, Sampler
from bot.rules.cards import NO_CARDS, Card, Cards
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.playout import Choose
from bot.rules.points import VALUE
from bot.rules.tricks import Trick
from bot.rules.view import View
from bot.rules.worlds import Imagined, Simulation

LEAST_WORLDS: Final = 16
"""So many worlds are imagined, if a player may imagine that many at all, however little time there is."""


def never(_view: View) -> bool:
    """Card points are always good for the side that wins them."""
    return False


@dataclass(frozen=True)
class Search:
    """What a searching player needs of a game."""

    simulation: Simulation
    infer: Callable[[View], Inference]
    clues: Callable[[Inference], Iterable[Clues]]
    """Sets of clues, one of which is true."""
    negative: Callable[[View], bool] = never
    """Whether the players avoid tricks."""
    smooth: float = 1.0
    """Game points for each card point of the own side: they decide between cards that win or lose alike."""

    special: Cards = NO_CARDS
    """Cards that are never as good as their neighbours: there is more to them than rank and card points."""

    def best(self, view: View, worlds: int, random: Random, seconds: float = inf) -> Card:
        """Return the legal card with the most net game points, made smooth, on average over some worlds.

        The worse half of the cards is left out after a quarter of the worlds, and again after half of them.

        Args:
            view: What the player sees.
            worlds: How many worlds it imagines.
            random: Its chance.
            seconds: The time after which it imagines no more than `LEAST_WORLDS`.
        """
        end = perf_counter() + seconds
        inference, negative = self.infer(view), self.negative(view)
        sampler = Sampler.of(inference, self.clues(inference), random)
        sums = dict.fromkeys(distinct(inference, self.special), 0.0)
        smooth = -self.smooth if negative else self.smooth
        for number in range(worlds):
            if number >= LEAST_WORLDS and perf_counter() > end:
                break
            if number in {worlds // 4, worlds // 2}:
                sums = better_half(sums)
            imagined = self.simulation.start(view, sampler.world(random))
            chances = random.getrandbits(32)
            (ours,) = [side for side in imagined.sides if inference.seat in side]
            for each in sums:
                # Each card meets the same chances, so that less of a difference between two is luck.
                policy = self.policy(view, imagined, Random(chances))  # noqa: S311 - no secret
                outcome = imagined.outcome(each, policy)
                sums[each] += outcome.net[inference.seat] + smooth * card_points(outcome.tricks, ours)
        return max(sums, key=sums.__getitem__)

    def policy(self, view: View, imagined: Imagined, random: Random) -> Choose:
        """Return how cards are chosen in the play-outs of a world."""
        if self.negative(view):
            return avoiding()
        return for_points(imagined.sides, len(imagined.now.terms.next), random)


def distinct(inference: Inference, special: Cards) -> Iterator[Card]:
    """Yield the legal cards, of several that are equally good only the lowest.

    Two cards of a suit are equally good if they have the same card points and no other seat may still play
    a card between them.
    """
    others = inference.unseen | Cards.of(play.card for play in inference.public.trick)
    below: Card | None = None
    for each in inference.playable:
        alike = (
            below is not None
            and below.suit == each.suit
            and VALUE[below] == VALUE[each]
            and not {below, each} & set(special)
            and not others & above(below) - above(each)
        )
        if not alike:
            yield each
        below = each


def better_half(sums: dict[Card, float]) -> dict[Card, float]:
    """Return the cards with the higher sums, at least two."""
    order = sorted(sums, key=sums.__getitem__, reverse=True)
    return {each: sums[each] for each in order[: max(2, (len(order) + 1) // 2)]}


def card_points(tricks: tuple[Trick, ...], seats: tuple[Seat, ...]) -> float:
    """Return the card points in the tricks of some seats, counted in threes."""
    won = (trick.plays for trick in tricks if trick.winner in seats)
    return sum([VALUE[card] - 2 / 3 for plays in won for _, card in plays])


@dataclass(frozen=True)
class Searcher:
    """A player that searches for the card to play, and follows rules of thumb in everything else."""

    search: Search
    computer: Computer
    worlds: int
    """The number of worlds for each card that is played."""
    seed: str = ""
    """What its chance depends on, besides the view."""
    seconds: float = inf
    """How long it may think about a card; then it makes do with fewer worlds."""

    def choose(self, view: View) -> Action:
        """The card with the highest value; the choice of the rules of thumb in other phases.

        Raises:
            ValueError: the view has no action.
        """
        if view.open.phase != "play" or len(view.actions) < 2:
            return self.computer.choose(view)
        random = stream(view, self.seed)
        return Action("play", str(self.search.best(view, self.worlds, random, self.seconds)))


def stream(view: View, seed: str) -> Random:
    """Return random numbers that are the same for the same view and seed."""
    public = view.open
    seed = f"{seed} {view.game} {view.seat} {view.hand.bits} {public.calls} {public.tricks} {public.trick}"
    return Random(seed)  # noqa: S311 - the numbers protect no secret
