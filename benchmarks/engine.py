"""How fast the rules engine plays random deals: `python -m benchmarks.engine --help`.

A run plays whole deals through the public engine on one core, dealing and score sheets included. The seat
that is asked takes one of its legal actions at random, except that every other announcing turn ends at once:
Royal Tarokk offers hundreds of announcements, and even choices among them would hardly ever end a turn.

The peer is OpenSpiel's `tarok` for four, driven from Python in the same run. Its contract is forced to
"Three", because random bids end most of its deals after a few tricks.

The games and the peer take turns of a fraction of a second, and each figure is the median over these rounds.
Other work on the machine slows all of them alike: compare ratios of one run, not times of two.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from random import Random
from statistics import median
from typing import Any, Final, Protocol, TypeVar

from benchmarks.common import Parser, duration, repeatable
from bot.games import GAMES
from bot.rules.announcing import DONE
from bot.rules.deal import Deal
from bot.rules.game import Game

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Play = Callable[[Random], int]
"""Plays one deal and returns the number of its actions."""

ROUNDS: Final = 15
PEER: Final = "openspiel tarok"
THREE: Final = 2
"""OpenSpiel's number for the bid "Three"; 0 is a pass, and the only outcome of its one chance node."""


class Choices(Protocol[T_co]):
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> T_co: ...


def one_of(values: Choices[T], random: Random) -> T:
    """Choose evenly; `Random.choice` would take as long as an action of the peer."""
    return values[int(random.random() * len(values))]


def play_deal(game: Game, random: Random) -> int:
    """Play one random deal of a game without house rules and return the number of its actions."""
    seats = one_of(game.seats, random)
    deck = sorted(game.pack, key=lambda _: random.random())
    layout = game.lay_out(deck, one_of(game.dealers(seats), random), seats)
    if game.dealt_again(layout):
        return play_deal(game, random)
    deal = Deal.start(game, replace(layout, session=game.session))
    number = 0
    while asked := deal.seats():
        number += 1
        seat = asked[0]
        actions = deal.actions(seat)
        quiet = actions[-1] == DONE and random.random() < 0.5
        after = deal.act(seat, DONE if quiet else one_of(actions, random))
        assert isinstance(after, Deal), "a legal action was refused"
        deal = after
    return number


def play_peer(game: Any, random: Random) -> int:
    """Play one random deal of OpenSpiel's tarok, a "Three", and return the number of its actions."""
    state = game.new_initial_state()
    forced = (0, 0, 0, 0, THREE)  # the deal, three passes, forehand's bid
    for action in forced:
        state.apply_action(action)
    number = len(forced)
    while not state.is_terminal():
        state.apply_action(one_of(state.legal_actions(), random))
        number += 1
    return number


def peer(seed: int) -> Play | None:
    """Return the function that plays a deal of the peer, or `None` if OpenSpiel is not installed."""
    try:
        spiel = import_module("pyspiel")
    except ImportError:
        return None
    # OpenSpiel deals from its own seed, a 32-bit number.
    game = spiel.load_game("tarok", {"players": 4, "rng_seed": seed % 2**31})
    return partial(play_peer, game)


@dataclass
class Runner:
    """Deals of one game, played in rounds."""

    play: Play
    random: Random
    deals: int = 0
    actions: int = 0
    rounds: list[float] = field(default_factory=list)
    """Microseconds per action, one for each round."""

    def run(self, seconds: float) -> None:
        """Play deals until the time is up, and at least one."""
        deals = actions = 0
        start = time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds or not deals:
            actions += self.play(self.random)
            deals += 1
        self.rounds.append(spent / actions * 1e6)
        self.deals += deals
        self.actions += actions

    @property
    def us_per_action(self) -> float:
        """Microseconds per action, dealing and scoring included."""
        return median(self.rounds)

    @property
    def actions_per_deal(self) -> float:
        """Mean number of actions."""
        return self.actions / self.deals

    def document(self) -> dict[str, float]:
        """Return the JSON values that games and the peer share."""
        return {
            "us_per_action": round(self.us_per_action, 3),
            "actions_per_deal": round(self.actions_per_deal, 2),
        }


def measure(games: Sequence[Game], seconds: float, seed: int) -> tuple[dict[str, Runner], Runner | None]:
    """Play each game, and the peer if it is installed, for some seconds."""
    runners = {game.name: Runner(partial(play_deal, game), repeatable(seed, game.name)) for game in games}
    theirs = peer(seed)
    rival = None if theirs is None else Runner(theirs, repeatable(seed, PEER))
    for _ in range(ROUNDS):
        for runner in (*runners.values(), *([rival] if rival else [])):
            runner.run(seconds / ROUNDS)
    return runners, rival


def documents(runners: dict[str, Runner], rival: Runner | None) -> list[dict[str, Any]]:
    """Return the lines that `--json` prints: one for each game, then one for the peer."""
    ours = [
        {
            "game": name,
            "deals_per_s": round(1e6 / (runner.us_per_action * runner.actions_per_deal), 1),
            **runner.document(),
        }
        for name, runner in runners.items()
    ]
    return [*ours, {"peer": PEER, **rival.document()} if rival else {"peer": None}]


def in_words(runners: dict[str, Runner], rival: Runner | None) -> list[str]:
    """Return the lines for people."""
    lines = [
        f"{'':20}{'actions':>10}{'us an':>10}{'times':>10}",
        f"{'':20}{'a deal':>10}{'action':>10}{'peer':>10}",
    ]
    for name, runner in {**runners, **({PEER: rival} if rival else {})}.items():
        ratio = f"{runner.us_per_action / rival.us_per_action:10.1f}" if rival else f"{'-':>10}"
        lines.append(f"{name:20}{runner.actions_per_deal:10.1f}{runner.us_per_action:10.2f}{ratio}")
    return lines if rival else [*lines, "OpenSpiel is not installed, so there is no peer to compare with."]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit code."""
    parser = Parser(
        "python -m benchmarks.engine", description="How fast the rules engine plays random deals."
    )
    parser.add_argument("--game", choices=GAMES, metavar="ID", help=f"one game only: {', '.join(GAMES)}")
    parser.add_argument(
        "--seconds", type=duration, default=3.0, help="for each game and the peer (default: 3)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same deals (default: 1)")
    parser.add_argument(
        "--json", action="store_true", help="one line of JSON for each game, then one for the peer"
    )
    chosen = parser.parse_args(arguments)
    games = [GAMES[chosen.game]] if chosen.game else list(GAMES.values())
    runners, rival = measure(games, chosen.seconds, chosen.seed)
    lines = map(json.dumps, documents(runners, rival)) if chosen.json else in_words(runners, rival)
    print(*lines, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
