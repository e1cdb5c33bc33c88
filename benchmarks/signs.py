"""Learn how players' actions predict their cards: `python -m benchmarks.signs --help`.

`quick` plays some deals and `steady` as many, with fewer worlds; `quick` bids. Whenever one of them chooses a
card, every card that it does not see is an example: the places where the card may be, with the signs for and
against each (`bot/computers/likelihood.py`). A multinomial logistic regression, by Adagrad, fits the
logarithms of the signs' factors to the places where the cards were. Every fifth deal is held out and shows
how much better than chance the signs predict the place of a card.

The command writes the `likelihoods.json` of the game, unless `--output` names another file. It keeps the
deals in a file, so that a stopped run continues where it was.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from benchmarks.common import Parser, acted, positive, repeatable, whole_lines
from benchmarks.duel import deals
from bot.computers.likelihood import Likelihood, Signs
from bot.computers.players import Player, Strength, searcher
from bot.computers.sampling import DISCARDS, HAND, TALON, places
from bot.games import COMPUTERS, GAMES
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.moves import Action
from bot.rules.playing import Playing

SHARE: Final = 0.5
"""The share of the examples that are used: those of one deal are much alike."""
ROUNDS: Final = 2
WORLDS: Final = 40
"""The number of worlds in which `steady` tries a card."""
RATE: Final = 0.05
SHRINK: Final = 0.01
"""How strongly the factors of rare signs are pulled towards 1."""
HELD_OUT: Final = 5
"""Every n-th deal is held out."""
DIGITS: Final = 2


class Played(NamedTuple):
    """A deal that was played."""

    player: str
    number: int
    """The number of the deal among those of the seed, from 0."""
    actions: list[str]
    """A seat's number and its action, in order."""


class Example(NamedTuple):
    """A card that a seat does not see."""

    deal: int
    places: tuple[tuple[float, tuple[str, ...]], ...]
    """For each place where it may be, the logarithm of its size and the signs."""
    true: int
    """The index of the place where the card is."""


def played(game: Game, number: int, seed: int, path: Path) -> Iterator[Played]:
    """Yield deals by both players, first those of a file; append new ones to it."""
    known = [Played(*json.loads(line)) for line in whole_lines(path)]
    steady = searcher(game.name, Strength.STEADY)
    steady = replace(steady, budget=steady.budget._replace(worlds=WORLDS))
    with path.open("a", encoding="utf-8") as file:
        for name, player in (("quick", COMPUTERS[game.name]), ("steady", steady)):
            done = [each for each in known if each.player == name][:number]
            yield from done
            for at, deal in islice(enumerate(deals(game, number, seed)), len(done), None):
                found = Played(name, at, list(acts(deal, player)))
                print(json.dumps(found), file=file, flush=True)
                yield found


def acts(deal: Deal, player: Player) -> Iterator[str]:
    """Play a deal in which a player chooses the cards, and yield the actions."""
    while asked := deal.seats():
        chooser = player if isinstance(deal.phase, Playing) else COMPUTERS[deal.game.name]
        action = chooser.choose(deal.view(asked[0]))
        yield f"{asked[0]} {action}"
        deal = acted(deal, asked[0], action)


def examples(game: Game, seed: int, found: Sequence[Played], random: Random) -> Iterator[Example]:
    """Yield a share of the examples in the deals of one player, in order."""
    search = COMPUTERS[game.name]
    for start, each in zip(deals(game, len(found), seed), found, strict=True):
        deal = start
        for line in each.actions:
            seat, _, action = line.partition(" ")
            if isinstance(deal.phase, Playing) and not search.negative(deal.view(int(seat))):
                yield from (one for one in examples_in(deal, each.number) if random.random() < SHARE)
            deal = acted(deal, int(seat), Action.parse(action))


def examples_in(deal: Deal, number: int) -> Iterator[Example]:
    """Yield the unseen cards of a position that may be in several places."""
    search, hidden = COMPUTERS[deal.game.name], deal.phase.board.hidden
    inference = search.infer(deal.view(deal.seats()[0]))
    if len(inference.playable) < 2:
        return
    where = {HAND: hidden.hands, DISCARDS: hidden.discards, TALON: hidden.talon}
    clues, likelihood = next(iter(search.clues(inference))), Likelihood(inference, {})
    possible = places(inference, clues)
    for card in inference.unseen:
        may = [place for place in possible if card in place.allowed]
        true = [at for at, place in enumerate(may) if card in where[place.kind][place.number]]
        if len(may) > 1 and true:
            told = [(log(place.size), tuple(likelihood.told(place, card, clues.called))) for place in may]
            yield Example(number, tuple(told), true[-1])


@dataclass
class Learner:
    """The logarithms of the factors learnt so far."""

    weights: dict[str, float] = field(default_factory=dict)
    squares: dict[str, float] = field(default_factory=dict)
    """The sum of the squared gradients of each sign, which shortens its steps."""

    def chances(self, example: Example) -> list[float]:
        """Return the probability of each place of an example."""
        weights = self.weights
        scores = [size + sum([weights.get(sign, 0.0) for sign in told]) for size, told in example.places]
        likely = [exp(score - max(scores)) for score in scores]
        return [each / sum(likely) for each in likely]

    def learn(self, example: Example) -> None:
        """Take a step towards the true place of an example."""
        for at, (chance, (_, told)) in enumerate(zip(self.chances(example), example.places, strict=True)):
            error = chance - (at == example.true)
            for sign in told:
                weight = self.weights.get(sign, 0.0)
                gradient = error + SHRINK * weight
                self.squares[sign] = self.squares.get(sign, 0.0) + gradient * gradient
                self.weights[sign] = weight - RATE * gradient / sqrt(self.squares[sign] or 1.0)

    def surprise(self, all_examples: Sequence[Example]) -> float:
        """Return the mean negative logarithm of the probability of the true place."""
        chances = [self.chances(each)[each.true] for each in all_examples]
        return -sum(map(log, chances)) / max(1, len(chances))

    def signs(self) -> Signs:
        """Return the signs with a factor other than 1, in order."""
        rounded = {sign: round(weight, DIGITS) for sign, weight in sorted(self.weights.items())}
        return {sign: weight for sign, weight in rounded.items() if weight}


def learnt(known: Sequence[Example], random: Random) -> Learner:
    """Learn from examples in random order."""
    learner, order = Learner(), list(known)
    for _ in range(ROUNDS):
        random.shuffle(order)
        for each in order:
            learner.learn(each)
    return learner


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn the signs of a game and return the exit code."""
    parser = Parser("python -m benchmarks.signs", description="What actions say about cards.")
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--deals", type=positive, default=1000, help="of each player (default: 1000)")
    parser.add_argument("--seed", type=int, default=902, help="the same seed gives the same deals")
    parser.add_argument("--played", type=Path, help="the file of deals (GAME.deals.jsonl)")
    parser.add_argument("--output", type=Path, help="the table (the one of the game)")
    chosen = parser.parse_args(arguments)
    game, random = GAMES[chosen.game], repeatable(chosen.seed, "signs")
    path = chosen.played or Path(f"{game.name}.deals.jsonl")
    by_player: dict[str, list[Played]] = {}
    for each in played(game, chosen.deals, chosen.seed, path):
        by_player.setdefault(each.player, []).append(each)
    found = {name: list(examples(game, chosen.seed, of, random)) for name, of in by_player.items()}
    learner = learnt([each for of in found.values() for each in of if each.deal % HELD_OUT], random)
    table = chosen.output or COMPUTERS[game.name].likelihoods
    table.write_text(json.dumps(learner.signs(), indent=0) + "\n", encoding="utf-8")
    document: dict[str, object] = {"game": game.name, "signs": len(learner.signs())}
    for name, of in found.items():
        rest = [each for each in of if each.deal % HELD_OUT == 0]
        surprises = [round(each.surprise(rest), 4) for each in (Learner(), learner)]
        document[name] = {"examples": len(rest), "surprise": surprises[0], "with_signs": surprises[1]}
    print(json.dumps(document))
    return 0


if __name__ == "__main__":
    sys.exit(main())
