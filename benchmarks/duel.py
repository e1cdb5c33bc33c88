"""Which of two computer players plays the cards better: `python -m benchmarks.duel --help`.

Every deal is played twice, with the sides exchanged. The player `quick` bids at all seats, so that both plays
have the same declarer and contract. From then on one player has the declarer's side and the other the
defence, then the other way round. A's gain is half the difference of the declarer side's scores. If all play
for themselves, one seat, a different one in each deal, counts as the declarer's side; in a game with fixed
teams, the first team does.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, Protocol

from benchmarks.common import Parser, acted, interval, positive, repeatable
from bot.computers.players import Player, for_game, of_strength
from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Layout, Seat, Side
from bot.rules.moves import Action
from bot.rules.playing import Playing
from bot.rules.view import View


@dataclass(frozen=True)
class AtRandom:
    """Chooses evenly among the legal actions."""

    random: Random

    def choose(self, view: View) -> Action:
        """Return one of the view's actions."""
        return self.random.choice(view.actions)


KINDS: Final[Mapping[str, Callable[[Game, int], Player]]] = {
    "random": lambda game, seed: AtRandom(repeatable(seed, game.name)),
    "quick": lambda game, _seed: for_game(game.name),
    "steady": lambda game, _seed: of_strength(game.name, "steady"),
    "strong": lambda game, _seed: of_strength(game.name, "strong"),
}
"""A function of the game and the seed that makes the player."""
OPEN: Final = "open"
"""The player `steady` with all hands open during the play: the most that inference could gain."""
PLAYERS: Final = (*KINDS, OPEN)


class Contestant(Protocol):
    """A player of a duel, who is given the deal instead of a view."""

    def choose(self, deal: Deal, seat: Seat) -> Action:
        """Return the player's choice at a seat."""


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
        """Return the player's choice at a seat."""
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


@dataclass(frozen=True, slots=True)
class Score:
    """The score of the declarer's side, or of the seats that count as it."""

    net: int
    """Net game points."""
    card_points: int | None
    """Card points; `None` if the contract does not count them."""


@dataclass
class Tally:
    """Half the difference of each deal; positive if A gains."""

    net: list[float] = field(default_factory=list)
    card_points: list[float] = field(default_factory=list)

    def add(self, with_a: Score, with_b: Score) -> None:
        """Add a deal, from its score with A and with B on the declarer's side."""
        self.net.append((with_a.net - with_b.net) / 2)
        if with_a.card_points is not None and with_b.card_points is not None:
            self.card_points.append((with_a.card_points - with_b.card_points) / 2)


def deals(game: Game, number: int, seed: int) -> Iterator[Deal]:
    """Yield shuffled deals of a seed, for every number of players and every dealer in turn."""
    random = repeatable(seed, game.name)
    tables = [(seats, dealer) for seats in game.seats for dealer in game.dealers(seats)]
    for each in range(number):
        seats, dealer = tables[each % len(tables)]
        yield Deal.start(game, layout_to_play(game, random, dealer, seats))


def layout_to_play(game: Game, random: Random, dealer: Seat, seats: int) -> Layout:
    """Return a shuffled layout that the rules do not have dealt again."""
    while True:
        deck = list(game.pack)
        random.shuffle(deck)
        layout = replace(game.lay_out(deck, dealer, seats), session=game.session)
        if not game.dealt_again(layout):
            return layout


def declares(deal: Deal, seat: Seat, alone: Seat) -> bool | None:
    """Return whether a seat is on the declarer's side; `None` during the auction.

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
        deal = acted(deal, seat, players[declares(deal, seat, alone)].choose(deal, seat))
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


def in_words(found: Mapping[str, object]) -> str:
    """Return the lines for people."""
    lines = [f"{found['game']}: {found['a']} against {found['b']}, {found['deals']} deals played twice"]
    lines.append(f"  net game points a deal   {found['mean']:+} ± {found['ci95']}")
    if found["card_points_mean"] is not None:
        points = f"{found['card_points_mean']:+} ± {found['card_points_ci95']}"
        lines.append(f"  card points a deal       {points}")
    times = (found[f"ms_per_decision_{each}"] for each in "ab")
    lines.append(f"  ms a decision            {' / '.join(map(str, times))}")
    return "\n".join(lines)


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser("python -m benchmarks.duel", description="Which of two players plays the cards better.")
    made.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    for name in ("a", "b"):
        made.add_argument(name, choices=PLAYERS, metavar=name.upper(), help=", ".join(PLAYERS))
    made.add_argument("--deals", type=positive, default=200, help="each is played twice (default: 200)")
    made.add_argument("--seed", type=int, default=1, help="same seed, same deals (default: 1)")
    made.add_argument("--json", action="store_true", help="print one line of JSON")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit code."""
    chosen = parser().parse_args(arguments)
    game = GAMES[chosen.game]
    a, b = (Timed.of(name, game, chosen.seed) for name in (chosen.a, chosen.b))
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
