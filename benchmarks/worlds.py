"""What a choice gives away for want of worlds: `python -m benchmarks.worlds --help`.

In some positions in which `quick` chooses between several cards, every card is tried in thousands of worlds.
They say what each card gives away, compared with the best. Then the cards are tried again as players with
fewer worlds do it, more than once and in other worlds, and the losses of their choices are averaged. `gained`
is what the last number of worlds saves, compared with the first. Whether the worlds and the play-outs are
like those at a table is not measured: only the luck of too few of them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from itertools import islice
from operator import sub
from random import Random
from statistics import fmean
from typing import NamedTuple

from benchmarks.duel import interval, positive
from benchmarks.engine import Parser, repeatable
from benchmarks.gap import positions
from bot.computers.search import Search, Value, distinct, played, weighed
from bot.games import COMPUTERS, GAMES
from bot.rules.moves import Action
from bot.rules.view import View


class Loss(NamedTuple):
    """What a choice gives away, on average."""

    worth: float
    """Net game points and the share of card points by which the players choose."""
    net: float
    """Net game points alone; below 0 if the best card owes its place to card points."""


def distinct_cards(search: Search, view: View) -> tuple[Action, ...]:
    """Return a card of each group of equally good cards."""
    return tuple(played(lowest) for lowest, *_ in distinct(search.infer(view), search.special))


def referee(
    search: Search, view: View, cards: Sequence[Action], worlds: int, random: Random
) -> Mapping[Action, Value]:
    """Return what each card brings on average in many worlds."""
    found: dict[Action, list[Value]] = {each: [] for each in cards}
    for world in islice(search.worlds(view, random), worlds):
        for each in cards:
            found[each].append(world(each))
    return {
        card: Value(fmean(each.points for each in values), fmean(each.worth for each in values))
        for card, values in found.items()
    }


def loss(truth: Mapping[Action, Value], chosen: Sequence[Action]) -> Loss:
    """Return what some choices give away on average."""
    best = max(truth.values(), key=lambda value: value.worth)
    made = [truth[each] for each in chosen]
    return Loss(
        best.worth - fmean(each.worth for each in made), best.points - fmean(each.points for each in made)
    )


def losses(
    search: Search, view: View, sizes: Sequence[int], worlds: int, times: int, random: Random
) -> list[Loss] | None:
    """Return what choices by so many worlds give away in a position; `None` if all cards are alike.

    Args:
        search: How the game is searched.
        view: What the seat sees.
        sizes: The numbers of worlds.
        worlds: In how many the cards are compared.
        times: How often a card is chosen by each number of worlds.
        random: The chance of all worlds.
    """
    cards = distinct_cards(search, view)
    if len(cards) < 2:
        return None
    truth = referee(search, view, cards, worlds, random)
    return [
        loss(truth, [weighed(cards, search.worlds(view, random), size)[0].action for _ in range(times)])
        for size in sizes
    ]


def in_units(found: Sequence[Loss]) -> dict[str, object]:
    """Return the mean of each unit with its 95 % interval."""
    return {unit: interval([getattr(each, unit) for each in found]) for unit in Loss._fields}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit code."""
    parser = Parser("python -m benchmarks.worlds", description="What a choice gives away for want of worlds.")
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--sizes", type=positive, nargs="+", default=[100, 300], help="(default: 100 300)")
    parser.add_argument("--worlds", type=positive, default=2000, help="of the comparison (default: 2000)")
    parser.add_argument("--times", type=positive, default=2, help="choices of each size (default: 2)")
    parser.add_argument("--deals", type=positive, default=20, help="(default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same deals (default: 1)")
    chosen = parser.parse_args(arguments)
    game, random = GAMES[chosen.game], repeatable(chosen.seed, "worlds")
    search, found = COMPUTERS[game.name], []
    for deal in positions(game, chosen.deals, chosen.seed):
        view = deal.view(deal.seats()[0])
        each = losses(search, view, chosen.sizes, chosen.worlds, chosen.times, random)
        found += [] if each is None else [each]
    by_size = {str(size): [each[at] for each in found] for at, size in enumerate(chosen.sizes)}
    gained = [Loss(*map(sub, each[0], each[-1])) for each in found]
    document = {name: in_units(made) for name, made in (*by_size.items(), ("gained", gained))}
    print(json.dumps({"game": game.name, "n": len(found)} | document))
    return 0


if __name__ == "__main__":
    sys.exit(main())
