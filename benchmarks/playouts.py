"""How fast deals are played out from a position: `python -m benchmarks.playouts --help`.

The positions come from whole deals of computer players, one for each card played, so that an average
play-out plays half of the cards. Scoring is not included. Random play-outs and play-outs by the policy of a
searching player take turns, and each figure is the fastest of several rounds.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from benchmarks.common import Parser, acted, positive, repeatable
from benchmarks.duel import deals
from bot.computers.policies import at_random
from bot.computers.search import rollout_policy
from bot.games import COMPUTERS, GAMES
from bot.rules.determinization import DeterminizedPlay
from bot.rules.game import Game
from bot.rules.playing import Choose, Playing, play_out

ROUNDS: Final = 7


def positions(game: Game, number: int, seed: int) -> list[tuple[Playing, Choose]]:
    """Return every position of some deals in which a card is played, each with its policy."""
    computer, found = COMPUTERS[game.name], []
    random = repeatable(seed, game.name)
    for start in deals(game, number, seed):
        deal = start
        while asked := deal.seats():
            view = deal.view(asked[0])
            if isinstance(deal.phase, Playing):
                imagined, chances = DeterminizedPlay(game, deal.phase), random.getrandbits(32)
                policy = rollout_policy(computer, view, imagined, chances)
                found.append((deal.phase, policy))
            deal = acted(deal, asked[0], computer.choose(view))
    return found


def seconds(found: Sequence[tuple[Playing, Choose]], choose: Callable[[Choose], Choose]) -> float:
    """Return the processor time of a play-out from each position."""
    start = time.process_time()
    for position, policy in found:
        play_out(position, choose(policy))
    return time.process_time() - start


def measured(game: Game, number: int, seed: int) -> dict[str, object]:
    """Return the line of a game."""
    found = positions(game, number, seed)
    chance = at_random(Random(seed))  # noqa: S311 - repeatable
    rounds = [
        (seconds(found, lambda _policy: chance), seconds(found, lambda policy: policy)) for _ in range(ROUNDS)
    ]
    cards = sum(len(hand) for position, _ in found for hand in position.hands)
    random, policy = (min(times) for times in zip(*rounds, strict=True))
    return {
        "game": game.name,
        "playouts_per_s_random": round(len(found) / random),
        "playouts_per_s_policy": round(len(found) / policy),
        "cards_per_playout": round(cards / len(found), 1),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit code."""
    parser = Parser("python -m benchmarks.playouts", description="How fast deals are played out.")
    parser.add_argument("--game", choices=GAMES, metavar="ID", help=f"one game only: {', '.join(GAMES)}")
    parser.add_argument("--deals", type=positive, default=40, help="deals for each game (default: 40)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same deals (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each game")
    chosen = parser.parse_args(arguments)
    for name in [chosen.game] if chosen.game else GAMES:
        found = measured(GAMES[name], chosen.deals, chosen.seed)
        words = "{game:20}{playouts_per_s_random:8} random, {playouts_per_s_policy:8} by the policy"
        words += ", {cards_per_playout} cards"
        print(json.dumps(found) if chosen.json else words.format(**found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
