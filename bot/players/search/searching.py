"""What is tried out in a game: its cards in worlds of a player's own, and what decides between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import inf
from random import Random
from typing import Final

from bot.players.inference import Inference, above
from bot.players.search.evidence import Evidence, signs_of
from bot.players.search.open_hands import seeing_all
from bot.players.search.policies import avoiding, for_points, without_trumps
from bot.players.search.sampling import Clues, Factor, Sampler, evenly
from bot.players.search.weighing import Value, World
from bot.rules.cards import NO_CARDS, VALUE, Card, Cards, card
from bot.rules.determinization import DeterminizedPlay, Simulation
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.playing import Choose
from bot.rules.tricks import Trick
from bot.rules.view import View

TRIES: Final = 50
"""How many worlds are drawn at most until one agrees with the legal cards; hardly ever more than one."""


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
    """Game points for each card point of the own side: they decide between cards that win or lose alike.

    Where tricks are avoided none count, as they say nothing of what is won or lost.
    """

    doubts: Mapping[str, float] = field(default_factory=dict)
    """The phases before the play in which actions are tried out.

    An action is chosen if it is better than the choice of the rules of thumb by more than so many standard
    errors; `inf` if that choice always stands, because trying out is not known to gain anything.
    """
    defensive_doubt: float = -inf
    """By how many standard errors a defender's card must be better than that of the rules of thumb.

    `-inf` if the best card is played, however little better it is. Where defenders do not know for long who
    plays with the declarer, the rules of thumb are better at what the worlds hardly tell apart.
    """
    special: Cards = NO_CARDS
    """Cards that are never as good as their neighbours: there is more to them than rank and card points."""

    def worlds(
        self, view: View, random: Random, *, infers: bool = False, open_hands: bool = False
    ) -> Iterator[World]:
        """Yield the play of a view in worlds that are possible as far as its seat knows, without end.

        Args:
            view: What the player sees.
            random: Its chance.
            infers: Whether worlds are likelier if they agree with what the others have done.
            open_hands: Whether all see all hands of a world as they play on, where that is of use.
        """
        inference = self.infer(view)
        factor = self.factor(inference) if infers else evenly
        sampler = Sampler.of(inference, self.clues(inference), random, factor)
        smooth = self.smoothing(view)
        while True:
            imagined = self.imagined(sampler, random)
            (ours,) = [side for side in imagined.sides if inference.seat in side]
            chances = random.getrandbits(32)
            policy = partial(self.policy, view, imagined, chances, open_hands=open_hands)
            yield partial(self.value, view, imagined, policy, ours, smooth)

    def imagined(self, sampler: Sampler, random: Random) -> DeterminizedPlay:
        """Return the play in a world in which the player may play the same cards as in truth.

        What binds cards may depend on who is on which side (Illustrated Tarokk 20.9), and so tells that.
        """
        inference = sampler.inference
        playable = Cards.of(inference.playable)
        for _ in range(TRIES):
            imagined = self.simulation.start(inference.view, sampler.world(random))
            if imagined.now.legal(inference.seat) == playable:
                break
        return imagined

    def factor(self, inference: Inference) -> Factor:
        """Return how likely places are by what others have done: equally where tricks are avoided."""
        if self.negative(inference.view):
            return evenly
        return Evidence(inference, signs_of(inference.view.game)).factor

    def smoothing(self, view: View) -> float:
        """Return the game points for each card point of the own side."""
        return 0.0 if self.negative(view) else self.smooth

    def value(
        self,
        view: View,
        imagined: DeterminizedPlay,
        policy: Callable[[], Choose],
        ours: tuple[Seat, ...],
        smooth: float,
        action: Action,
    ) -> Value:
        """Return what playing a card brings in a world.

        Args:
            view: What the player sees.
            imagined: The play in the world.
            policy: Begins a play-out. Each card meets the same chances, so that less of a difference between
                two is luck.
            ours: The player's side.
            smooth: Game points for each card point of that side.
            action: The playing of a card.
        """
        outcome = imagined.outcome(card(action.argument), policy())
        assert view.seat is not None, "spectators do not act"
        points = outcome.net[view.seat]
        return Value(points, points + smooth * card_points(outcome.tricks, ours))

    def policy(
        self, view: View, imagined: DeterminizedPlay, chances: int, *, open_hands: bool = False
    ) -> Choose:
        """Return how cards are chosen in the play-outs of a world.

        Args:
            view: What the player sees.
            imagined: The play in the world.
            chances: The same choices come of the same number.
            open_hands: Whether all see all hands, where card points count, tarocks are trumps, and the player
                has a partner: one who plays alone would be too afraid of opponents who miss nothing.
        """
        if self.negative(view):
            return avoiding()
        after, random = imagined.now.terms.next, Random(chances)  # noqa: S311 - no secret
        if not imagined.trumps:
            return without_trumps(imagined.sides, len(after), random)
        if open_hands and any(view.seat in side and len(side) > 1 for side in imagined.sides):
            return seeing_all(imagined.sides, after, random)
        return for_points(imagined.sides, len(after), random)


def distinct(inference: Inference, special: Cards) -> Iterator[tuple[Card, ...]]:
    """Yield the legal cards, those together that are equally good, each group from low to high.

    Two cards of a suit are equally good if they have the same card points and no other seat may still play
    a card between them.
    """
    others = inference.unseen | Cards.of(play.card for play in inference.public.trick)
    group: tuple[Card, ...] = ()
    for each in inference.playable:
        alike = (
            group
            and group[-1].suit == each.suit
            and VALUE[group[-1]] == VALUE[each]
            and not {group[-1], each} & set(special)
            and not others & above(group[-1]) - above(each)
        )
        if group and not alike:
            yield group
            group = ()
        group += (each,)
    yield group


def card_points(tricks: tuple[Trick, ...], seats: tuple[Seat, ...]) -> float:
    """Return the card points in the tricks of some seats, counted in threes."""
    won = (trick.plays for trick in tricks if trick.winner in seats)
    return sum([VALUE[card] - 2 / 3 for plays in won for _, card in plays])
