"""How much worse cards are than those of a player who sees all hands: `python -m benchmarks.gap --help`.

The positions are some of those in which `quick` chooses between several cards, negative contracts left out.
Each card is played out where all cards really lie, many times by the maxims of `steady`; the gap of a choice
is what the best card brings beyond it. Two players choose in the same positions. Of those that search it is
also measured how much more they expect than their cards bring: as declarers, and at the other seats.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import fmean
from typing import Final, NamedTuple

from benchmarks.duel import KINDS, deals, interval, positive
from benchmarks.engine import Parser, repeatable
from bot.computers.players import Player
from bot.computers.search import Searcher
from bot.games import COMPUTERS, GAMES
from bot.rules.deal import Deal
from bot.rules.determinization import DeterminizedPlay
from bot.rules.game import Game
from bot.rules.moves import Action
from bot.rules.playing import Playing
from bot.rules.view import View

PLAYOUTS: Final = 24
"""Of each card of a position."""
SHARE: Final = 0.2
"""Of the positions of a deal: the others would tell much the same."""


class Gap(NamedTuple):
    """What a card brings, or how much less than the best one, on average."""

    net: float
    """Net game points of the seat."""
    card_points: float
    """Card points of its side."""


def positions(game: Game, number: int, seed: int) -> Iterator[Deal]:
    """Yield some of the positions with several cards to choose from."""
    player, random, search = COMPUTERS[game.name], repeatable(seed, game.name), COMPUTERS[game.name]
    for start in deals(game, number, seed):
        deal = start
        while asked := deal.seats():
            view = deal.view(asked[0])
            cards = isinstance(deal.phase, Playing) and len(view.actions) > 1
            if cards and random.random() < SHARE and not search.negative(view):
                yield deal
            after = deal.act(asked[0], player.choose(view))
            assert isinstance(after, Deal), "a player chose an illegal action"
            deal = after


def truth(deal: Deal) -> dict[Action, Gap]:
    """Return what each card brings its side where the cards really lie."""
    assert isinstance(deal.phase, Playing), "only cards are played out"
    seat, search = deal.seats()[0], COMPUTERS[deal.game.name]
    view, imagined, found = deal.view(seat), DeterminizedPlay(deal.game, deal.phase), {}
    (ours,) = [side for side in imagined.sides if seat in side]
    for action in view.actions:
        policies = (partial(search.policy, view, imagined, each) for each in range(PLAYOUTS))
        values = [search.value(view, imagined, each, ours, 1.0, action) for each in policies]
        net = fmean(each.points for each in values)
        found[action] = Gap(net, fmean(each.worth for each in values) - net)
    return found


class Choice(NamedTuple):
    """A card that a player has chosen."""

    gap: Gap
    excess: float | None
    """How many more net game points the player expected than the card brings; `None` if it expects none."""
    declares: bool
    """Whether the player is the declarer."""


def choices(deal: Deal, players: Sequence[Player]) -> tuple[Choice, ...]:
    """Return what the players choose in a position."""
    worth, view, found = truth(deal), deal.view(deal.seats()[0]), []
    net, card_points = (max(values) for values in zip(*worth.values(), strict=True))
    declares = view.seat == view.open.declarer
    for player in players:
        action, points = chosen(player, view)
        each = worth[action]
        excess = None if points is None else points - each.net
        found.append(Choice(Gap(net - each.net, card_points - each.card_points), excess, declares))
    return tuple(found)


def chosen(player: Player, view: View) -> tuple[Action, float | None]:
    """Return what a player chooses, and the net game points that it expects, if it expects any."""
    if not isinstance(player, Searcher):
        return player.choose(view), None
    best = player.appraise(view)[0]
    return best.action, best.points


def mean_excess(found: Sequence[Choice], *, declares: bool) -> tuple[float, float] | tuple[None, None]:
    """Return how much too much declarers or others expected, with half the width of the interval."""
    return interval([each.excess for each in found if each.declares is declares and each.excess is not None])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit code."""
    parser = Parser("python -m benchmarks.gap", description="The gap to a player who sees all hands.")
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    for name in ("a", "b"):
        parser.add_argument(name, choices=KINDS, metavar=name.upper(), help=", ".join(KINDS))
    parser.add_argument("--deals", type=positive, default=100, help="(default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same deals (default: 1)")
    asked = parser.parse_args(arguments)
    game = GAMES[asked.game]
    players = [KINDS[name](game, asked.seed) for name in (asked.a, asked.b)]
    found = [choices(deal, players) for deal in positions(game, asked.deals, asked.seed)]
    document: dict[str, object] = {"game": game.name, "a": asked.a, "b": asked.b, "n": len(found)}
    for unit in Gap._fields:
        a, b = ([getattr(each[at].gap, unit) for each in found] for at in (0, 1))
        closed = [ours - theirs for ours, theirs in zip(a, b, strict=True)]
        document[unit] = {"a": interval(a), "b": interval(b), "closed_by_b": interval(closed)}
    for at, name in enumerate("ab"):
        of = [each[at] for each in found]
        excesses = {"declarers": mean_excess(of, declares=True), "others": mean_excess(of, declares=False)}
        document[f"expected_too_much_{name}"] = excesses
    print(json.dumps(document))
    return 0


if __name__ == "__main__":
    sys.exit(main())
