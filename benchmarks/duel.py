"""Which of two computer players plays the cards better: `python -m benchmarks.duel --help`.

Every deal is played twice, with the sides exchanged. The auction is bid by the player `quick` at all seats,
so that both plays have the same declarer and contract; from then on one player has the declarer's side and
the other the defence, then the other way round. A's gain is half the difference of what the declarer's side
scores. Where all play for themselves, one seat takes the place of the declarer's side, a different one in
each deal; in a game with fixed teams, the first team does.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Final, Protocol

from benchmarks.checkouts import is_checkout, player_of
from benchmarks.engine import Parser, repeatable
from bot.games import GAMES
from bot.players import Player, Strength, for_game
from bot.players.searchers import SEARCHERS, of_strength
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Layout, Seat, Side
from bot.rules.moves import Action
from bot.rules.playing import Playing
from bot.rules.view import View


@dataclass(frozen=True)
class AtRandom:
    """Chooses any legal action, all equally likely."""

    random: Random

    def choose(self, view: View) -> Action:
        """Return any of the view's actions."""
        return self.random.choice(view.actions)


KINDS: Final[Mapping[str, Callable[[Game, int], Player]]] = {
    "random": lambda game, seed: AtRandom(repeatable(seed, game.name)),
    "quick": lambda game, _seed: for_game(game.name),
    "steady": lambda game, _seed: of_strength(game.name, "steady"),
    "strong": lambda game, _seed: of_strength(game.name, "strong"),
    "even": lambda game, _seed: replace(SEARCHERS[Strength.STRONG][game.name], infers=False),
    "closed": lambda game, _seed: replace(SEARCHERS[Strength.STRONG][game.name], open_hands=False),
}
"""What makes a player, from the game and the seed.

`even` is `strong` but infers nothing; in the play-outs of `closed` every seat sees its own hand alone.
"""
OPEN: Final = "open"
"""The player `steady`, for whom all hands lie open during the play: what inference could gain at most."""
PLAYERS: Final = (*KINDS, OPEN)


class Contestant(Protocol):
    """A player of a duel, who is given the deal instead of a view."""

    @property
    def ms_per_decision(self) -> float | None:
        """Milliseconds of processor time a decision; `None` if that is not measured."""

    def choose(self, deal: Deal, seat: Seat) -> Action:
        """Return what the player chooses at a seat."""


@dataclass
class Timed:
    """A player whose processor time is measured."""

    player: Player
    sees_all: bool = False
    """Whether all hands lie open for it during the play."""
    decisions: int = 0
    seconds: float = 0.0

    @classmethod
    def of(cls, kind: str, game: Game, seed: int) -> Timed:
        """Make a player of a kind, which may be `OPEN`."""
        return cls(KINDS["steady" if kind == OPEN else kind](game, seed), sees_all=kind == OPEN)

    def choose(self, deal: Deal, seat: Seat) -> Action:
        """Return what the player chooses at a seat."""
        view = deal.view(seat)
        if self.sees_all and isinstance(deal.phase, Playing):
            view = replace(view, open=view.open._replace(hands=deal.phase.hands))
        start = time.process_time()
        action = self.player.choose(view)
        self.seconds += time.process_time() - start
        self.decisions += 1
        return action

    @property
    def ms_per_decision(self) -> float:
        """Milliseconds of processor time a decision."""
        return round(1000 * self.seconds / max(1, self.decisions), 3)


def contestant(kind: str, game: Game, seed: int) -> AbstractContextManager[Contestant]:
    """Make a player of a kind, or start one of a checkout."""
    if kind in PLAYERS:
        return nullcontext(Timed.of(kind, game, seed))
    return player_of(Path(kind))


@dataclass(frozen=True, slots=True)
class Score:
    """What the declarer's side, or what takes its place, scored in a deal."""

    net: int
    """Net game points."""
    card_points: int | None
    """Card points, if the contract is about them."""


@dataclass
class Tally:
    """The halved differences of all deals, A's gain being positive."""

    net: list[float] = field(default_factory=list)
    card_points: list[float] = field(default_factory=list)

    def add(self, with_a: Score, with_b: Score) -> None:
        """Add a deal: A, then B, had the declarer's side."""
        self.net.append((with_a.net - with_b.net) / 2)
        if with_a.card_points is not None and with_b.card_points is not None:
            self.card_points.append((with_a.card_points - with_b.card_points) / 2)


def deals(game: Game, number: int, seed: int) -> Iterator[Deal]:
    """Shuffled deals for every number of players and every dealer in turn; the same for the same seed."""
    random = repeatable(seed, game.name)
    tables = [(seats, dealer) for seats in game.seats for dealer in game.dealers(seats)]
    for each in range(number):
        seats, dealer = tables[each % len(tables)]
        yield Deal.start(game, layout_to_play(game, random, dealer, seats))


def layout_to_play(game: Game, random: Random, dealer: Seat, seats: int) -> Layout:
    """A shuffled pack that is not dealt again."""
    while True:
        deck = list(game.pack)
        random.shuffle(deck)
        layout = replace(game.lay_out(deck, dealer, seats), session=game.session)
        if not game.dealt_again(layout):
            return layout


def declares(deal: Deal, seat: Seat, alone: Seat) -> bool | None:
    """Whether a seat is on the declarer's side; `None` during the auction.

    Args:
        deal: The deal.
        seat: The seat asked about.
        alone: The seat that counts as the declarer's side if all play for themselves.
    """
    if deal.game.teams:
        return seat in deal.game.teams[0]
    side = deal.view(seat).side
    if side == Side.NONE:
        return None if deal.open.phase != "play" else seat == alone
    return side == Side.DECLARER


def play(deal: Deal, bidder: Contestant, declarer: Contestant, defender: Contestant, alone: Seat) -> Score:
    """Play a deal to its end and return what the declarer's side scored."""
    players = {None: bidder, True: declarer, False: defender}
    while asked := deal.seats():
        seat = asked[0]
        after = deal.act(seat, players[declares(deal, seat, alone)].choose(deal, seat))
        assert isinstance(after, Deal), "a player chose an illegal action"
        deal = after
    assert deal.result is not None, "a deal that asks no seat is over"
    net = deal.game.net(deal.result.scores)
    counted = [line.figures["points"] for line in deal.result.lines if "points" in line.figures]
    side = {seat for seat in deal.open.active if declares(deal, seat, alone)} or {alone}
    return Score(sum(net[seat] for seat in side), counted[0] if counted else None)


def duel(game: Game, a: Contestant, b: Contestant, number: int, seed: int) -> Tally:
    """Play some deals of a game twice each, with the sides exchanged."""
    tally, bidder = Tally(), Timed.of("quick", game, seed)
    for each, deal in enumerate(deals(game, number, seed)):
        alone = deal.open.active[each % len(deal.open.active)]
        tally.add(play(deal, bidder, a, b, alone), play(deal, bidder, b, a, alone))
    return tally


def interval(values: Sequence[float]) -> tuple[float, float] | tuple[None, None]:
    """The mean of some values and half the width of its 95 % interval; two `None` if there are none."""
    if not values:
        return None, None
    width = 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return round(fmean(values), 4), round(width, 4)


def in_words(found: Mapping[str, object]) -> str:
    """The result for people."""
    lines = [f"{found['game']}: {found['a']} against {found['b']}, {found['deals']} deals played twice"]
    lines.append(f"  net game points a deal   {found['mean']:+} ± {found['ci95']}")
    if found["card_points_mean"] is not None:
        points = f"{found['card_points_mean']:+} ± {found['card_points_ci95']}"
        lines.append(f"  card points a deal       {points}")
    times = (found[f"ms_per_decision_{each}"] for each in "ab")
    lines.append(f"  ms a decision            {' / '.join(str(each or 'not measured') for each in times)}")
    return "\n".join(lines)


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser("python -m benchmarks.duel", description="Which of two players plays the cards better.")
    made.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    for name in ("a", "b"):
        made.add_argument(name, type=known, metavar=name.upper(), help=f"{', '.join(PLAYERS)}, or a checkout")
    made.add_argument("--deals", type=positive, default=200, help="each is played twice (default: 200)")
    made.add_argument("--seed", type=int, default=1, help="the same seed gives the same deals (default: 1)")
    made.add_argument("--json", action="store_true", help="print one line of JSON")
    return made


def known(text: str) -> str:
    """The name of a player, or the folder of a checkout.

    Raises:
        ArgumentTypeError: The text is neither.
    """
    if text not in PLAYERS and not is_checkout(Path(text)):
        raise argparse.ArgumentTypeError(f"no player and no checkout: {text!r}")
    return text


def positive(text: str) -> int:
    """A whole number above 0.

    Raises:
        ValueError: The text is no such number.
    """
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit code."""
    chosen = parser().parse_args(arguments)
    game = GAMES[chosen.game]
    with ExitStack() as opened:
        players = (contestant(name, game, chosen.seed) for name in (chosen.a, chosen.b))
        a, b = map(opened.enter_context, players)
        tally = duel(game, a, b, chosen.deals, chosen.seed)
    mean, ci95 = interval(tally.net)
    card_mean, card_ci95 = interval(tally.card_points)
    found = {
        "game": game.name,
        "a": chosen.a,
        "b": chosen.b,
        "deals": chosen.deals,
        "mean": mean,
        "ci95": ci95,
        "card_points_mean": card_mean,
        "card_points_ci95": card_ci95,
        "ms_per_decision_a": a.ms_per_decision,
        "ms_per_decision_b": b.ms_per_decision,
    }
    print(json.dumps(found) if chosen.json else in_words(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
