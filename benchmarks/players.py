"""How well the computer players play: `python benchmarks/players.py [deals] [games]`.

Duplicate matches: every deal is played once for each seat, that seat by one kind of player and the others by
another, so that no side is dealt the better cards. All figures are per deal with a 95 % confidence interval.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean

from bot.games.romanian.facts import Depth

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.duel import layout_to_play
from bot.computers.players import Player, for_game
from bot.games import COMPUTERS, GAMES
from bot.rules.announcing import DONE
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.moves import Action
from bot.rules.results import Outcome, ScoreLine
from bot.rules.view import View
from bot.text.facts import item_id

SEED = 1994
QUIET = 0.5
"""How often whoever talks at random ends a turn."""


def repeatable(seed: int) -> Random:
    """Chance that falls the same way every time."""
    return Random(seed)  # noqa: S311 - nobody plays for anything here, and figures must be repeatable


class FirstLegal:
    """Takes the first action there is: it never bids, and plays its highest card."""

    def choose(self, view: View) -> Action:
        """The first action."""
        return view.actions[0]


@dataclass
class AtRandom:
    """Takes any action, all being equally likely."""

    rng: Random = field(default_factory=lambda: repeatable(SEED))

    def choose(self, view: View) -> Action:
        """Any action."""
        return self.rng.choice(view.actions)


@dataclass(frozen=True)
class Reticent:
    """Plays its cards like another player, and says nothing before."""

    player: Player

    def choose(self, view: View) -> Action:
        """The end of the turn as long as there is announcing."""
        return self.player.choose(view) if view.open.phase == "play" else DONE


@dataclass
class Talkative:
    """Says a few things at random, and plays at random."""

    rng: Random = field(default_factory=lambda: repeatable(SEED))

    def choose(self, view: View) -> Action:
        """Now and then the end of the turn; else first a verb, then one of its actions."""
        if DONE in view.actions and self.rng.random() < QUIET:
            return DONE
        verb = self.rng.choice(sorted({action.verb for action in view.actions}))
        return self.rng.choice([action for action in view.actions if action.verb == verb])


@dataclass
class Watched:
    """A player with a stop-watch, in milliseconds."""

    player: Player
    times: list[float] = field(default_factory=list)

    def choose(self, view: View) -> Action:
        """What the player chooses; the time it took is noted."""
        begun = time.process_time()
        action = self.player.choose(view)
        self.times.append((time.process_time() - begun) * 1000)
        return action


@dataclass(frozen=True)
class Figure:
    """A mean with half the width of its 95 % confidence interval."""

    mean: float
    margin: float
    count: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Figure:
        """The figure of some independent values."""
        mean = fmean(values) if values else 0.0
        variance = fmean([(value - mean) ** 2 for value in values]) if values else 0.0
        return cls(mean, 1.96 * sqrt(variance / max(1, len(values))), len(values))

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.margin:.2f}"


def deals(game: Game, count: int, seed: int = SEED, seats: int = 0) -> Iterator[Deal]:
    """Shuffled deals, everybody who may deal dealing in turn; none that the rules have dealt again.

    They are for as few players as may sit at a table, unless told.
    """
    rng, seats = repeatable(seed), seats or min(game.seats)
    dealers = game.dealers(seats)
    for number in range(count):
        yield Deal.start(game, layout_to_play(game, rng, dealers[number % len(dealers)], seats))


def played(deal: Deal, players: Sequence[Player]) -> Deal:
    """The deal played out."""
    while deal.result is None:
        seat = deal.seats()[0]
        after = deal.act(seat, players[seat].choose(deal.view(seat)))
        assert isinstance(after, Deal), f"a player chose what is refused: {after}"
        deal = after
    return deal


def match(game: Game, one: Player, others: Player, count: int, seed: int = SEED, table: int = 0) -> Figure:
    """What the one gains in a deal, in net game points, against the others in all the other seats."""
    gains = []
    for deal in deals(game, count, seed, table):
        seats = range(deal.layout.seats)
        tables = [[one if seat == each else others for seat in seats] for each in seats]
        ends = [played(deal, players).result for players in tables]
        gains.append(fmean(game.net(end.scores)[seat] for seat, end in enumerate(ends) if end))
    return Figure.of(gains)


@dataclass(frozen=True)
class Bidding:
    """What came of deals among equals, by contract: how many were played, made and lost.

    Where everybody plays for himself, nothing is made or lost.
    """

    deals: int
    played: Counter[str]
    made: Counter[str]
    lost: Counter[str]
    lines: Counter[str]
    """Every line of the score sheets, by item, side, factor and outcome, where that is told."""
    levels: Counter[int]
    """How far into the talon the declarers went, where that is counted."""
    given_up: Counter[str]
    """The contracts that ended with a surrender."""

    @property
    def passed_out(self) -> float:
        """The share of deals in which no contract was played."""
        return 1 - self.played.total() / self.deals

    @property
    def share_made(self) -> float:
        """The share of the contracts that were made rather than lost."""
        return self.made.total() / max(1, self.made.total() + self.lost.total())


def written(line: ScoreLine) -> str:
    """A line of the score sheet as it is counted."""
    return f"{line.item} {line.side} x{line.factor} {line.outcome}"


def among_equals(game: Game, player: Player, count: int, seed: int = SEED, table: int = 0) -> Bidding:
    """How the contracts fare when everybody plays alike."""
    done = Bidding(count, Counter(), Counter(), Counter(), Counter(), Counter(), Counter())
    for deal in deals(game, count, seed, table):
        end = played(deal, [player] * deal.layout.seats)
        contract = end.open.contract
        if end.result is None or end.result.void or not contract:
            continue
        done.played[contract] += 1
        done.made[contract] += end.result.lines[0].side == "declarer"
        done.lost[contract] += end.result.lines[0].side == "defenders"
        done.lines.update(map(written, end.result.lines))
        depth = end.open.fact(Depth)
        done.levels[depth.level if depth else 0] += 1
        done.given_up[contract] += any(move.action.verb == "surrender" for move in end.log)
    return done


def rivals(game: Game, one: Player, others: Player, count: int, seed: int = SEED) -> Figure:
    """By how much a team of one kind outscores a team of the other in a deal; either has either cards."""
    gains = []
    for deal in deals(game, count, seed):
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
    """What came of announcements among equals, by id; contras by what they were said to."""

    made: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    contras_won: Counter[str] = field(default_factory=Counter)
    contras_lost: Counter[str] = field(default_factory=Counter)

    @property
    def share_made(self) -> float:
        """The share of the announcements that came true; statements about a hand are left out."""
        return self.made.total() / max(1, self.made.total() + self.missed.total())


def told(game: Game, player: Player, count: int, seed: int = SEED) -> Told:
    """How the announcements fare when everybody plays alike."""
    found = Told()
    for deal in deals(game, count, seed):
        end = played(deal, [player] * deal.layout.seats).result
        for line in end.lines if end is not None else ():
            name, made = item_id(line.about), line.outcome is Outcome.MADE
            if made or line.outcome is Outcome.MISSED:
                contra = line.item.startswith("contra")
                won = found.contras_lost if contra else found.made
                lost = found.contras_won if contra else found.missed
                (won if made else lost)[name] += 1
    return found


def report_times(player: Watched) -> None:
    times = sorted(player.times)
    print(f"  a decision: mean {fmean(times):.2f} ms, 99 % under {times[len(times) * 99 // 100]:.2f} ms")


def report_teams(game: Game, player: Watched, count: int) -> None:
    """What is announced, and what it brings."""
    announced = told(game, player, count)
    print(f"  announcements made {announced.share_made:.1%}")
    for name in sorted(announced.made | announced.missed):
        print(f"    {name:22} {announced.made[name]:5} made {announced.missed[name]:5} missed")
    report_times(player)
    won, lost = announced.contras_won, announced.contras_lost
    print(f"  contras won {won.total()}, lost {lost.total()}")
    for name, rival in (("silent", Reticent(player)), ("random", Talkative())):
        print(
            f"  a team of computers against a {name} one: {rivals(game, player, rival, count)} points a deal"
        )


def report(game: Game, count: int, table: int) -> None:
    player = Watched(for_game(game.name))
    print(f"{game.name} for {table}: {count} deals among equals")
    if game.teams:
        report_teams(game, player, count)
        return
    bidding = among_equals(game, player, count, table=table)
    print(f"  passed out {bidding.passed_out:.1%}, contracts made {bidding.share_made:.1%}")
    for contract in game.contracts:
        played, made = bidding.played[contract], bidding.made[contract]
        share = made / max(1, played)
        margin = 1.96 * sqrt(share * (1 - share) / max(1, played))
        print(f"  {contract:14} {played:5} played, {share:.1%} ± {margin:.1%} made")
    levels = ", ".join(f"{level}: {times}" for level, times in sorted(bidding.levels.items()) if level)
    print(f"  levels of the talon: {levels or 'none'}; surrenders {bidding.given_up.total()}")
    for item, written in sorted(bidding.lines.items()):
        print(f"  {item:32} {written}")
    report_times(player)
    for name, rival in (("first legal", FirstLegal()), ("random", AtRandom())):
        gain = match(game, player, rival, count, table=table)
        loss = match(game, rival, player, count, table=table)
        print(f"  one computer against others at {name:11}: {gain} net a deal")
        print(f"  one {name:11} against other computers  : {loss} net a deal")


if __name__ == "__main__":
    for name in sys.argv[2:] or sorted(COMPUTERS.keys() & GAMES.keys()):
        for table in GAMES[name].seats:
            report(GAMES[name], int((*sys.argv, "300")[1]), table)
