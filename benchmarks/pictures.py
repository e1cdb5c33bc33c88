"""How fast pictures are drawn: `python -m benchmarks.pictures`."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

from bot.rules.cards import CARDS, Card, Cards
from card_images import Pictures

HANDS = 40


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def hands(count: int, size: int) -> list[tuple[Card, ...]]:
    chance = Random(size)  # noqa: S311 - the same hands every time
    return [Cards.of(chance.sample(list(CARDS), size)).sorted for _ in range(count)]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        first = milliseconds(Pictures(Path(folder)).prepare)
        print(f"all 54 cards, first start     {first:8.0f} ms")
        pictures = Pictures(Path(folder))
        print(f"all 54 cards, kept on disk    {milliseconds(pictures.prepare):8.0f} ms")
        for size in (12, 16):
            pictures.hand(hands(1, size)[0], None)
            spent, sizes = [], []
            for hand in hands(HANDS, size):
                spent.append(milliseconds(partial(pictures.hand, hand, Cards.of(hand[:5]))))
                sizes.append(len(pictures.hand(hand, Cards.of(hand[:5]))))
            print(
                f"a hand of {size}, a new one        {median(spent):8.1f} ms   {median(sizes) / 1024:.0f} KiB"
            )
        again = [milliseconds(lambda: pictures.hand(hand, Cards.of(hand[:5]))) for _ in range(HANDS)]
        print(f"the same hand again           {median(again):8.3f} ms")
        tricks = [milliseconds(partial(pictures.trick, trick, 1)) for trick in hands(HANDS, 3)]
        print(f"a trick of 3, a new one       {median(tricks):8.1f} ms")


if __name__ == "__main__":
    main()
