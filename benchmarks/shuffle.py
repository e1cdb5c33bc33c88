"""Whether decks from sealed secrets look like chance: `python -m benchmarks.shuffle --decks 20000`.

Each deck has a secret of its own. Three counts are compared with what chance gives, by chi-squared:
which card lies at which place, which card follows which, and how many tarocks the first twelve cards
hold. Each is given as standard deviations from its mean: beyond 4 it would be suspicious. Beside it the
same for decks of Python's `SystemRandom`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import comb, sqrt
from secrets import SystemRandom
from typing import Final, TypeAlias, TypeVar

from bot.fairness import Seal, new_secret
from bot.rules.cards import PACK_54, TAROCK, Card

Deck: TypeAlias = Sequence[Card]
CARDS: Final = len(PACK_54)
HAND: Final = 12
TAROCKS: Final = 22
Event = TypeVar("Event")


def sealed() -> Deck:
    """Return a deck from a secret of its own."""
    return Seal("benchmark", 1, new_secret()).opened(None).shuffle.deck(PACK_54)


def deviation(counts: Mapping[Event, int], expected: Mapping[Event, float], freedom: int) -> float:
    """Return how many standard deviations chi-squared lies above its mean."""
    chi2 = sum((counts.get(key, 0) - mean) ** 2 / mean for key, mean in expected.items())
    return (chi2 - freedom) / sqrt(2 * freedom)


def by_place(decks: Iterable[Deck], number: int) -> float:
    """Return the deviation of the cards by their places."""
    counts = Counter((place, card) for deck in decks for place, card in enumerate(deck))
    expected = {(place, card): number / CARDS for place in range(CARDS) for card in PACK_54}
    return deviation(counts, expected, (CARDS - 1) ** 2)


def by_neighbour(decks: Iterable[Deck], number: int) -> float:
    """Return the deviation of the pairs of cards that follow each other."""
    counts = Counter(pair for deck in decks for pair in pairwise(deck))
    mean = number / CARDS
    expected = {(one, other): mean for one in PACK_54 for other in PACK_54 if one != other}
    return deviation(counts, expected, CARDS * (CARDS - 1) - 1)


def by_tarocks(decks: Iterable[Deck], number: int) -> float:
    """Return the deviation of the number of tarocks in the first twelve cards; ten and more count as one."""
    counts = Counter(min(10, sum(card.suit == TAROCK for card in deck[:HAND])) for deck in decks)
    chances = [
        comb(TAROCKS, k) * comb(CARDS - TAROCKS, HAND - k) / comb(CARDS, HAND) for k in range(HAND + 1)
    ]
    expected = {k: number * chances[k] for k in range(10)} | {10: number * sum(chances[10:])}
    return deviation(counts, expected, 10)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each way to shuffle; return 1 if a sealed one is suspicious."""
    parser = argparse.ArgumentParser("python -m benchmarks.shuffle", description=__doc__)
    parser.add_argument("--decks", type=int, default=20000)
    number = parser.parse_args(arguments).decks
    chance = SystemRandom()
    ways: dict[str, Callable[[], Deck]] = {
        "sealed": sealed,
        "SystemRandom": lambda: chance.sample(PACK_54.sorted, CARDS),
    }
    worst = {}
    for name, shuffled in ways.items():
        decks = [shuffled() for _ in range(number)]
        found = [by_place(decks, number), by_neighbour(decks, number), by_tarocks(decks, number)]
        worst[name] = max(map(abs, found))
        print(f"{name:14} places {found[0]:+.2f}, neighbours {found[1]:+.2f}, tarocks {found[2]:+.2f}")
    return int(worst["sealed"] > 4)


if __name__ == "__main__":
    sys.exit(main())
