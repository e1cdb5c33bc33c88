"""Matches between computer players, for the tests of how well they play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, pstdev

from benchmarks.duel import layout_to_play
from bot.computers.players import Player
from bot.rules.announcing import DONE
from bot.rules.deal import Deal
from bot.rules.facts import Walk
from bot.rules.game import Game
from bot.rules.moves import Action
from bot.rules.results import Outcome
from bot.rules.view import View
from bot.text.facts import item_id

SEED = 1994
QUIET = 0.5
"""How often a player who announces at random ends the turn."""


class FirstLegal:
    """Takes the first action: never bids, and plays its highest card."""

    def choose(self, view: View) -> Action:
        return view.actions[0]


@dataclass
class AtRandom:
    """Chooses evenly among the legal actions."""

    rng: Random = field(default_factory=lambda: Random(SEED))

    def choose(self, view: View) -> Action:
        return self.rng.choice(view.actions)


@dataclass(frozen=True)
class Reticent:
    """Plays the cards of another player, and announces nothing."""

    player: Player

    def choose(self, view: View) -> Action:
        return self.player.choose(view) if view.open.phase == "play" else DONE


@dataclass
class Talkative:
    """Announces a few things at random, and plays at random."""

    rng: Random = field(default_factory=lambda: Random(SEED))

    def choose(self, view: View) -> Action:
        """End the turn now and then; else choose a verb, then one of its actions."""
        if DONE in view.actions and self.rng.random() < QUIET:
            return DONE
        verb = self.rng.choice(sorted({action.verb for action in view.actions}))
        return self.rng.choice([action for action in view.actions if action.verb == verb])


@dataclass(frozen=True)
class Figure:
    """A mean with half the width of its 95 % confidence interval."""

    mean: float
    margin: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Figure:
        return cls(fmean(values), 1.96 * pstdev(values) / sqrt(len(values)))


def deals(game: Game, count: int, seed: int = SEED, seats: int = 0) -> Iterator[Deal]:
    """Yield shuffled deals with every dealer in turn, for `seats` players or the fewest that may play."""
    rng, seats = Random(seed), seats or min(game.seats)
    dealers = game.dealers(seats)
    for number in range(count):
        yield Deal.start(game, layout_to_play(game, rng, dealers[number % len(dealers)], seats))


def played(deal: Deal, players: Sequence[Player], until: str = "") -> Deal:
    """Play a deal out, or up to the first action of a phase."""
    while deal.result is None and deal.open.phase != until:
        seat = deal.seats()[0]
        after = deal.act(seat, players[seat].choose(deal.view(seat)))
        assert isinstance(after, Deal), f"a player chose what is refused: {after}"
        deal = after
    return deal


def match(game: Game, one: Player, others: Player, count: int, seed: int = SEED, table: int = 0) -> Figure:
    """Return what one player gains per deal, in net game points, against others in all other seats."""
    gains = []
    for deal in deals(game, count, seed, table):
        seats = range(deal.layout.seats)
        tables = [[one if seat == each else others for seat in seats] for each in seats]
        ends = [played(deal, players).result for players in tables]
        gains.append(fmean(game.net(end.scores)[seat] for seat, end in enumerate(ends) if end))
    return Figure.of(gains)


@dataclass(frozen=True)
class Bidding:
    """The contracts of deals among equals: how many were played, made and lost."""

    deals: int
    played: Counter[str] = field(default_factory=Counter)
    made: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    levels: Counter[int] = field(default_factory=Counter)
    """How far into the talon the declarers went, in the games that count it."""

    @property
    def passed_out(self) -> float:
        """The share of deals without a contract."""
        return 1 - self.played.total() / self.deals

    @property
    def share_made(self) -> float:
        """The share of contracts that were made rather than lost."""
        return self.made.total() / max(1, self.made.total() + self.lost.total())


def among_equals(game: Game, player: Player, count: int) -> Bidding:
    """Return how the contracts fare when one player has all seats."""
    done = Bidding(count)
    for deal in deals(game, count):
        end = played(deal, [player] * deal.layout.seats)
        contract = end.open.contract
        if end.result is None or end.result.void or not contract:
            continue
        done.played[contract] += 1
        done.made[contract] += end.result.lines[0].side == "declarer"
        done.lost[contract] += end.result.lines[0].side == "defenders"
        depth = end.open.fact(Walk)
        done.levels[depth.level if depth else 0] += 1
    return done


def rivals(game: Game, one: Player, others: Player, count: int) -> Figure:
    """Return how much a team of one player outscores a team of the others per deal, with either cards."""
    gains = []
    for deal in deals(game, count):
        gain = 0.0
        for ours in game.teams:
            seats = range(deal.layout.seats)
            end = played(deal, [one if seat in ours else others for seat in seats]).result
            assert end is not None, "the deal is played out"
            scores = [fmean(end.scores[seat] for seat in team) for team in game.teams]
            mine = scores.pop(game.teams.index(ours))
            gain += (mine - fmean(scores)) / len(game.teams)
        gains.append(gain)
    return Figure.of(gains)


@dataclass(frozen=True)
class Told:
    """The announcements of deals among equals, by id; contras by what they double."""

    made: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    contras_won: Counter[str] = field(default_factory=Counter)
    contras_lost: Counter[str] = field(default_factory=Counter)

    @property
    def share_made(self) -> float:
        """The share of announcements that were made, without statements about a hand."""
        return self.made.total() / max(1, self.made.total() + self.missed.total())


def told(game: Game, player: Player, count: int) -> Told:
    """Return how the announcements fare when one player has all seats."""
    found = Told()
    for deal in deals(game, count):
        end = played(deal, [player] * deal.layout.seats).result
        for line in end.lines if end is not None else ():
            name, made = item_id(line.about), line.outcome is Outcome.MADE
            if made or line.outcome is Outcome.MISSED:
                contra = line.item.startswith("contra")
                won = found.contras_lost if contra else found.made
                lost = found.contras_won if contra else found.missed
                (won if made else lost)[name] += 1
    return found
