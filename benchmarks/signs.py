"""Learn what the actions of others say about their cards: `python -m benchmarks.signs --help`.

`quick` plays some deals and `steady` as many, with fewer worlds; `quick` bids. Whenever one of them chooses a
card, every card that it does not see is an example: the places where it may be, with the signs for and
against each (`bot/computers/likelihood.py`). The logarithms of their factors are fitted to the places
where the cards were (a multinomial logistic regression, by Adagrad). Every fifth deal is left out of that,
and shows how much better the signs tell the place of a card than chance does.

The table of the game is written to the folder of tables, unless `--output` names another. The deals are kept
in a file of lines, so that learning that was stopped goes on where it was.
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

from benchmarks.decisions import acted
from benchmarks.duel import deals, positive
from benchmarks.engine import Parser, repeatable
from benchmarks.lines import whole_lines
from bot.computers.likelihood import FOLDER, Evidence, Signs
from bot.computers.players import Player, Strength, searcher
from bot.computers.sampling import DISCARDS, HAND, TALON, places
from bot.games import COMPUTERS, GAMES
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.moves import Action
from bot.rules.playing import Playing

SHARE: Final = 0.5
"""Of the examples: those of one deal are much alike."""
ROUNDS: Final = 2
RATE: Final = 0.05
SHRINK: Final = 0.01
"""How strongly factors of rare signs stay near 1."""
LEFT_OUT: Final = 5
"""One deal of so many is not learnt from."""
DIGITS: Final = 2


class Played(NamedTuple):
    """A deal that was played."""

    player: str
    number: int
    """Of the deal among those of the seed, from 0."""
    actions: list[str]
    """A seat's number and its action, in order."""


class Example(NamedTuple):
    """A card that a seat does not see."""

    deal: int
    places: tuple[tuple[float, tuple[str, ...]], ...]
    """Of each place where it may be: the logarithm of its size, and the signs."""
    true: int
    """The index of the place where the card is."""


def played(game: Game, number: int, seed: int, worlds: int, path: Path) -> Iterator[Played]:
    """Yield deals by both players, those of a file first; others are added to it."""
    known = [Played(*json.loads(line)) for line in whole_lines(path)]
    searcher = replace(searcher(game.name, Strength.STEADY), worlds=worlds)
    with path.open("a", encoding="utf-8") as file:
        for name, player in (("quick", COMPUTERS[game.name]), ("steady", searcher)):
            done = [each for each in known if each.player == name][:number]
            yield from done
            for at, deal in islice(enumerate(deals(game, number, seed)), len(done), None):
                found = Played(name, at, list(acts(deal, player)))
                print(json.dumps(found), file=file, flush=True)
                yield found


def acts(deal: Deal, player: Player) -> Iterator[str]:
    """Yield the actions of a deal in which a player chooses the cards."""
    while asked := deal.seats():
        chooser = player if isinstance(deal.phase, Playing) else COMPUTERS[deal.game.name]
        action = chooser.choose(deal.view(asked[0]))
        yield f"{asked[0]} {action}"
        deal = acted(deal, asked[0], action)


def examples(game: Game, seed: int, found: Sequence[Played], random: Random) -> Iterator[Example]:
    """Yield a share of the examples in deals of one player that were played in order."""
    search = COMPUTERS[game.name]
    for start, each in zip(deals(game, len(found), seed), found, strict=True):
        deal = start
        for line in each.actions:
            seat, _, action = line.partition(" ")
            if isinstance(deal.phase, Playing) and not search.negative(deal.view(int(seat))):
                yield from (one for one in examples_in(deal, each.number) if random.random() < SHARE)
            deal = acted(deal, int(seat), Action.parse(action))


def examples_in(deal: Deal, number: int) -> Iterator[Example]:
    """Yield the examples of a position: cards that may be in several places, one of which is known to be."""
    search, hidden = COMPUTERS[deal.game.name], deal.phase.board.hidden
    inference = search.infer(deal.view(deal.seats()[0]))
    if len(inference.playable) < 2:
        return
    where = {HAND: hidden.hands, DISCARDS: hidden.discards, TALON: hidden.talon}
    clues, evidence = next(iter(search.clues(inference))), Evidence(inference, {})
    possible = places(inference, clues)
    for card in inference.unseen:
        may = [place for place in possible if card in place.allowed]
        true = [at for at, place in enumerate(may) if card in where[place.kind][place.number]]
        if len(may) > 1 and true:
            told = [(log(place.size), tuple(evidence.told(place, card, clues.called))) for place in may]
            yield Example(number, tuple(told), true[-1])


@dataclass
class Learner:
    """The logarithms of the factors as far as they have been learnt."""

    weights: dict[str, float] = field(default_factory=dict)
    squares: dict[str, float] = field(default_factory=dict)
    """The sum of the squared gradients of each sign, by which its steps become smaller."""

    def chances(self, example: Example) -> list[float]:
        """Return how likely each place of an example is."""
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
        """Return the mean negative logarithm of the chance of the true place."""
        chances = [self.chances(each)[each.true] for each in all_examples]
        return -sum(map(log, chances)) / max(1, len(chances))

    def signs(self) -> Signs:
        """Return the signs that tell anything, in order."""
        rounded = {sign: round(weight, DIGITS) for sign, weight in sorted(self.weights.items())}
        return {sign: weight for sign, weight in rounded.items() if weight}


def learnt(known: Sequence[Example], random: Random) -> Learner:
    """Return what is learnt from examples, in random order."""
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
    parser.add_argument("--worlds", type=positive, default=40, help="of `steady` (default: 40)")
    parser.add_argument("--played", type=Path, help="the file of deals (GAME.deals.jsonl)")
    parser.add_argument("--output", type=Path, default=FOLDER, help="the folder of tables")
    chosen = parser.parse_args(arguments)
    game, random = GAMES[chosen.game], repeatable(chosen.seed, "signs")
    path = chosen.played or Path(f"{game.name}.deals.jsonl")
    by_player: dict[str, list[Played]] = {}
    for each in played(game, chosen.deals, chosen.seed, chosen.worlds, path):
        by_player.setdefault(each.player, []).append(each)
    found = {name: list(examples(game, chosen.seed, of, random)) for name, of in by_player.items()}
    learner = learnt([each for of in found.values() for each in of if each.deal % LEFT_OUT], random)
    table = chosen.output / f"{game.name}.json"
    table.write_text(json.dumps(learner.signs(), indent=0) + "\n", encoding="utf-8")
    document: dict[str, object] = {"game": game.name, "signs": len(learner.signs())}
    for name, of in found.items():
        rest = [each for each in of if each.deal % LEFT_OUT == 0]
        surprises = [round(each.surprise(rest), 4) for each in (Learner(), learner)]
        document[name] = {"examples": len(rest), "surprise": surprises[0], "with_signs": surprises[1]}
    print(json.dumps(document))
    return 0


if __name__ == "__main__":
    sys.exit(main())
