"""A player that tries every legal card in many worlds, and plays the one that does best on average."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from bot.players.computer import Computer
from bot.players.inference import Inference
from bot.players.search.policies import avoiding, for_points
from bot.players.search.sampling import Clues, Sampler
from bot.rules.cards import Card
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.playout import Choose
from bot.rules.points import VALUE
from bot.rules.tricks import Trick
from bot.rules.view import View
from bot.rules.worlds import Imagined, Simulation


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

    def values(self, view: View, worlds: int, random: Random) -> dict[Card, float]:
        """Return the average net game points of every legal card over some worlds, made smooth."""
        inference, negative = self.infer(view), self.negative(view)
        sampler = Sampler.of(inference, self.clues(inference), random)
        sums = dict.fromkeys(inference.playable, 0.0)
        smooth = -self.smooth if negative else self.smooth
        for _ in range(worlds):
            imagined = self.simulation.start(view, sampler.world(random))
            policy = avoiding() if negative else usual(imagined, random)
            (ours,) = [side for side in imagined.sides if inference.seat in side]
            for each in sums:
                outcome = imagined.outcome(each, policy)
                sums[each] += outcome.net[inference.seat] + smooth * card_points(outcome.tricks, ours)
        return {each: total / worlds for each, total in sums.items()}


def usual(imagined: Imagined, random: Random) -> Choose:
    """Return the policy of contracts for points in a world."""
    return for_points(imagined.sides, len(imagined.now.terms.next), random)


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

    def choose(self, view: View) -> Action:
        """The card with the highest value; the choice of the rules of thumb in other phases.

        Raises:
            ValueError: the view has no action.
        """
        if view.open.phase != "play" or len(view.actions) < 2:
            return self.computer.choose(view)
        values = self.search.values(view, self.worlds, stream(view))
        return Action("play", str(max(values, key=values.__getitem__)))


def stream(view: View) -> Random:
    """Return random numbers that are the same for the same view."""
    seed = f"{view.game} {view.seat} {view.hand.bits} {view.open.calls} {view.open.tricks} {view.open.trick}"
    return Random(seed)  # noqa: S311 - the numbers protect no secret
