"""Perfect-information Monte Carlo search: try actions in sampled worlds and take the best on average.

A world is a determinization: the cards that a player does not see, placed at random (see `sampling`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Final, NamedTuple

from bot.computers.computer import Computer
from bot.computers.inference import Inference, above
from bot.computers.likelihood import Likelihood, signs_in
from bot.computers.open_hands import seeing_all
from bot.computers.policies import avoiding, for_points, without_trumps
from bot.computers.sampling import Factor, Sampler, evenly
from bot.rules.cards import ALONE, VALUE, Card, Cards, card
from bot.rules.determinization import DeterminizedDeal, DeterminizedPlay, PlayoutResult, replayed
from bot.rules.exchange import discards
from bot.rules.layout import Seat, Side
from bot.rules.moves import Action, Move, Secrecy
from bot.rules.playing import Choose
from bot.rules.tricks import Trick
from bot.rules.view import View

LEAST_WORLDS: Final = 16
"""The fewest worlds that a player samples, even without time, if its budget allows them."""


class Appraisal(NamedTuple):
    """An action with what it is expected to bring."""

    action: Action
    points: float | None = None
    """Expected net game points of the seat; `None` if the action was not tried."""
    error: float = inf
    worlds: int = 0
    """In how many worlds it was tried; fewer if it was dropped early."""
    alike: tuple[Action, ...] = ()
    """Other legal actions that are as good."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """The action, and those that are as good."""
        return (self.action, *self.alike)


class Value(NamedTuple):
    """What an action brought its seat in a world."""

    points: float
    worth: float
    """The same with a share for card points, which decides between actions that win or lose alike."""


Trial = Callable[[Action], Value]


@dataclass
class Tally:
    """What an action brought in each world so far."""

    values: list[Value] = field(default_factory=list)

    @property
    def worth(self) -> float:
        """The average worth; there is at least one world."""
        return fmean(value.worth for value in self.values)

    def appraised(self, action: Action) -> Appraisal:
        points, worlds = [value.points for value in self.values], len(self.values)
        error = stdev(points) / sqrt(worlds) if worlds > 1 else inf
        return Appraisal(action, fmean(points), error, worlds)


def sequential_halving(
    actions: Sequence[Action],
    trials: Iterator[Trial],
    worlds: int,
    seconds: float = inf,
    margin: float = -inf,
) -> tuple[Appraisal, ...]:
    """Try actions in the same worlds, and return them best first.

    The search drops the worse half of the actions after a quarter of the worlds, and again after half.
    Actions that were dropped come last.

    `trials`: one for each world, without end, or none.
    `worlds`: how many of them to use.
    `seconds`: the time after which no more than `LEAST_WORLDS` are used.
    `margin`: the first action stays first unless another is better by more standard errors than this of the
    difference. `-inf` if no action is preferred.
    """
    end, left, tallies = perf_counter() + seconds, list(actions), {each: Tally() for each in actions}
    for number in range(worlds):
        if number >= LEAST_WORLDS and perf_counter() > end:
            break
        if (trial := next(trials, None)) is None:
            break
        if number and number in {worlds // 4, worlds // 2}:
            left.sort(key=lambda each: tallies[each].worth, reverse=True)
            left = left[: max(2, (len(left) + 1) // 2)]
            if margin > -inf and actions[0] not in left:
                left.append(actions[0])
        for each in left:
            tallies[each].values.append(trial(each))
    tried = [each for each in actions if tallies[each].values]
    order = sorted(tried, key=lambda each: (len(tallies[each].values), tallies[each].worth), reverse=True)
    if margin > -inf and order and not is_better(tallies[order[0]], tallies[actions[0]], margin):
        order.remove(actions[0])
        order.insert(0, actions[0])
    return tuple(tallies[each].appraised(each) for each in order)


def is_better(tally: Tally, usual: Tally, margin: float) -> bool:
    """Whether an action is worth more than another by some standard errors of the difference."""
    pairs = zip(tally.values, usual.values, strict=True)
    differences = [one.worth - other.worth for one, other in pairs]
    if len(differences) < 2:
        return False
    return fmean(differences) > margin * stdev(differences) / sqrt(len(differences))


def explained(
    computer: Computer,
    moments: Iterable[tuple[DeterminizedDeal, Move]],
    seat: Seat,
    random: Random,
    odd: float,
) -> DeterminizedDeal | None:
    """Return a deal before the last of some actions, or before the first card, or `None`.

    It is `None` if another seat would not have done openly what it did, or not in that world.

    `moments`: the deal before each action, with the action.
    `odd`: how likely an action is accepted that the rules of thumb would not choose.
    """
    last = None
    for now, move in moments:
        last, judged = now, move.seat != seat and move.secrecy is Secrecy.OPEN
        if now.in_play:
            break
        if judged and random.random() >= odd and computer.choose(now.view(move.seat)) != move.action:
            return None
    return last


TRIES: Final = 50
"""How many worlds are drawn at most until one agrees with the legal cards; hardly ever more than one."""


def card_trials(
    computer: Computer, view: View, random: Random, *, infers: bool = False, open_hands: bool = False
) -> Iterator[Trial]:
    """Yield trials of cards in worlds that are possible for the seat of a view, without end.

    `infers`: whether worlds are likelier if they agree with what the others have done.
    `open_hands`: whether all see all hands of a world as they play on, where that is of use.
    """
    inference = computer.infer(view)
    factor = factor_of(computer, inference) if infers else evenly
    sampler = Sampler.of(inference, computer.clues(inference), random, factor)
    smooth = computer.smoothing(view)
    while True:
        imagined, chances = sampled_play(computer, sampler, random), random.getrandbits(32)

        def trial(
            action: Action, imagined: DeterminizedPlay = imagined, chances: int = chances
        ) -> Value:  # each card meets the same chances, so that less of a difference is luck
            policy = rollout_policy(computer, view, imagined, chances, open_hands=open_hands)
            outcome = imagined.outcome(card(action.argument), policy)
            return value_of(outcome, imagined, inference.seat, smooth)

        yield trial


def sampled_play(computer: Computer, sampler: Sampler, random: Random) -> DeterminizedPlay:
    """Return the play in a world in which the player may play the same cards as in truth.

    The legal cards may depend on the sides (Illustrated Tarokk 20.9), and so reveal them.
    """
    inference = sampler.inference
    playable = Cards.of(inference.playable)
    for _ in range(TRIES):
        imagined = computer.simulation.start(inference.view, sampler.world(random))
        if imagined.now.legal(inference.seat) == playable:
            break
    return imagined


def factor_of(computer: Computer, inference: Inference) -> Factor:
    """Return the likelihood of places by the actions of the others; all equal where tricks are avoided."""
    if computer.negative(inference.view):
        return evenly
    return Likelihood(inference, signs_in(computer.likelihoods)).factor


def value_of(outcome: PlayoutResult, imagined: DeterminizedPlay, seat: Seat, smooth: float) -> Value:
    """Return what an outcome brings a seat, with `smooth` game points for each card point of its side."""
    (ours,) = [side for side in imagined.sides if seat in side]
    points = outcome.net[seat]
    return Value(points, points + smooth * card_points(outcome.tricks, ours))


def rollout_policy(
    computer: Computer, view: View, imagined: DeterminizedPlay, chances: int, *, open_hands: bool = False
) -> Choose:
    """Return how cards are chosen in the rollouts of a world.

    `chances`: the same choices come of the same number.
    `open_hands`: whether all see all hands, where card points count, tarocks are trumps, and the player has a
    partner: one who plays alone would be too afraid of opponents who miss nothing.
    """
    if computer.negative(view):
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


ODD: Final = 0.005
"""How likely an action is accepted that the rules of thumb would not choose with the hand."""
TRIES_PER_WORLD: Final = 20
"""How many worlds are searched for each that is wanted."""
CALLS: Final = frozenset(("auction", "choice"))
"""The phases in which contracts are compared: game points alone decide there."""


def early_trials(computer: Computer, view: View, random: Random, enough: int) -> Iterator[Trial]:
    """Yield trials of actions before the play, without end; none at all if the actions so far fit no world.

    Other seats, and the player's own seat after the action, go on by the rules of thumb up to the first card;
    the cards are played by the rollout policy of the game.

    `enough`: how many different worlds to sample; after these, the same ones are used again.
    """
    found: list[DeterminizedDeal] = []
    for deal in explained_deals(computer, view, random, enough):
        found.append(deal)
        yield partial(value_of_call, computer, deal, view, random.getrandbits(32))
    while found:
        for deal in found:
            yield partial(value_of_call, computer, deal, view, random.getrandbits(32))


def explained_deals(
    computer: Computer, view: View, random: Random, enough: int
) -> Iterator[DeterminizedDeal]:
    """Yield the deal in worlds that explain what the others have done: they have the hands for it.

    They have discarded by the rules of thumb. If no world among those tried explains the rest, yield some in
    which it is possible at all.
    """
    inference = computer.infer(view)
    sampler = Sampler.of(inference, computer.clues(inference), random)
    found = 0
    for odd in (ODD, 1.0) if sampler.placings else ():
        for _ in range(TRIES_PER_WORLD * enough):
            deal = explained_deal(computer, view, sampler, random, odd)
            if deal is not None:
                found += 1
                yield deal
            if found == enough:
                return
        if found:
            return


def explained_deal(
    computer: Computer, view: View, sampler: Sampler, random: Random, odd: float
) -> DeterminizedDeal | None:
    """Return the deal in a world, or `None` if the world does not explain what was done.

    `odd`: how likely an action is accepted that the rules of thumb would not choose.
    """

    def discard(deal: DeterminizedDeal, seat: Seat) -> Action:
        return computer.choose(deal.view(seat))

    moments = replayed(computer.game, view, sampler.world(random), random.sample, discard)
    last = explained(computer, moments, sampler.inference.seat, random, odd)
    return last if last is not None and last.stands_as(view) else None


def value_of_call(
    computer: Computer, deal: DeterminizedDeal, view: View, chances: int, action: Action
) -> Value:
    """Return what an action before the play brings a seat in a world.

    `chances`: each action meets the same chances, so that less of a difference is luck.
    """
    seat = view.seat
    assert seat is not None, "spectators do not act"
    deal = deal.after(seat, action)
    while not deal.in_play and (asked := deal.seat) is not None:
        deal = deal.after(asked, computer.choose(deal.view(asked)))
    if not deal.in_play:
        points = deal.outcome(avoiding()).net[seat]
        return Value(points, points)
    seen = deal.view(seat)
    outcome = deal.outcome(rollout_policy(computer, seen, deal.play, chances))
    smooth = computer.smoothing(seen) * (view.open.phase not in CALLS)
    return value_of(outcome, deal.play, seat, smooth)


def candidates(computer: Computer, view: View) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    """Return the actions worth trying, the choice of the rules of thumb first; and others as good as that.

    Cards to discard are as good if the rules of thumb would discard them one after the other.
    """
    usual = computer.choose(view)
    alike = tuple(each for each in laid_next(computer, view) if each != usual)
    return (usual, *(each for each in view.actions if each not in (usual, *alike))), alike


def laid_next(computer: Computer, view: View) -> Iterator[Action]:
    """Yield the cards that the rules of thumb discard from now on."""
    for _ in range(view.to_discard):
        lay = computer.choose(view)
        if lay.verb != "lay":
            return
        yield lay
        gone = ALONE[card(lay.argument)]
        able = Cards.of(card(each.argument) for each in view.actions if each.verb == "lay") - gone
        view = dataclasses.replace(
            view,
            hand=view.hand - gone,
            discards=view.discards | gone,
            to_discard=view.to_discard - 1,
            actions=discards(able),
        )


PLAY: Final = "play"


class Budget(NamedTuple):
    """What a searching player may spend on one decision."""

    worlds: int
    """How many worlds it samples for a card."""
    early: int
    """How many for a decision before the play; 0 if it follows rules of thumb there."""
    seconds: float
    """Within this time, including the wait for a worker, it decides."""
    infers: bool = False
    """Whether worlds that agree with what the others have done are likelier when it chooses a card."""
    open_hands: bool = False
    """Whether all players of its worlds see all hands, if the player has a partner."""


@dataclass(frozen=True)
class Searcher:
    """A player that searches where searching gains, and follows rules of thumb elsewhere."""

    computer: Computer
    budget: Budget
    seed: str = ""
    """The seed of its random numbers, together with the view."""
    seconds: float = inf
    """After this time for an action it samples no more worlds."""

    def choose(self, view: View) -> Action:
        if self.margin(view) == inf:
            return self.computer.choose(view)
        return self.appraise(view)[0].action

    def margin(self, view: View) -> float:
        """By how many standard errors an action must be better than the choice of the rules of thumb."""
        if len(view.actions) < 2:
            return inf
        if view.open.phase == PLAY:
            return self.computer.defensive_margin if view.side == Side.DEFENDERS else -inf
        return self.computer.margins.get(view.open.phase, inf) if self.budget.early else inf

    def appraise(self, view: View) -> tuple[Appraisal, ...]:
        """Return the legal actions with what they are expected to bring, the one to choose first.

        Of equally good cards only the lowest is tried. Actions that are not
        tried come last; before the play, the choice of the rules of thumb is the first of these.
        """
        found = self.cards(view) if view.open.phase == PLAY else self.calls(view)
        known = {action for each in found for action in each.actions}
        rest = (each for each in untried(self.computer, view) if each.action not in known)
        return (*found, *rest)

    def cards(self, view: View) -> tuple[Appraisal, ...]:
        if len(view.actions) < 2:
            return ()
        groups = distinct(self.computer.infer(view), self.computer.special)
        alike = {played(lowest): tuple(map(played, others)) for lowest, *others in groups}
        random = stream(view, self.seed)
        worlds, _, _, infers, open_hands = self.budget
        trials = card_trials(self.computer, view, random, infers=infers, open_hands=open_hands)
        tried, margin = list(alike), self.margin(view)
        if margin > -inf:
            usual = self.computer.choose(view)
            tried.sort(key=lambda each: usual not in (each, *alike[each]))
        found = sequential_halving(tried, trials, worlds, self.seconds, margin)
        return tuple(each._replace(alike=alike[each.action]) for each in found)

    def calls(self, view: View) -> tuple[Appraisal, ...]:
        """Return what the actions before the play are expected to bring."""
        early = self.budget.early
        if len(view.actions) < 2 or not early or view.open.phase not in self.computer.margins:
            return ()
        tried, alike = candidates(self.computer, view)
        trials = early_trials(self.computer, view, stream(view, self.seed), early)
        found = sequential_halving(tried, trials, early, self.seconds, self.margin(view))
        return tuple(each._replace(alike=alike) if each.action == tried[0] else each for each in found)


def played(card: Card) -> Action:
    return Action("play", str(card))


def untried(computer: Computer, view: View) -> tuple[Appraisal, ...]:
    """Return the legal actions without figures, the choice of the rules of thumb first."""
    first = computer.choose(view)
    return tuple(map(Appraisal, (first, *(each for each in view.actions if each != first))))


def stream(view: View, seed: str) -> Random:
    """Return random numbers that are the same for the same view and seed."""
    public = view.open
    said = f"{public.phase} {public.calls} {public.items} {public.tricks} {public.trick}"
    return Random(f"{seed} {view.game} {view.seat} {view.hand.bits} {said}")  # noqa: S311 - protects no secret
