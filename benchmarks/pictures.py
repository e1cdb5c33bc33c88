"""Time to draw pictures, and their size: `python -m benchmarks.pictures`.

Times are medians of the CPU time of one thread, which other load on the computer hardly affects.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from bot.rules.cards import CARDS, Card, Cards
from card_images import Pictures, Style
from card_images.avatars import Badge
from card_images.deck import Deck
from card_images.encoding import encode
from card_images.hand import hand
from card_images.sheet import Amount, Row, Sheet
from card_images.tiles import Tiles, felt

HANDS: Final = 40
PLAYERS: Final = tuple(Badge(name, seat) for seat, name in enumerate(("Anna", "Béla", "Cili", "Dezső")))


def amounts(*points: int) -> tuple[Amount, ...]:
    """Return game points as a score sheet shows them."""
    return tuple(Amount(each, f"{each:+}") for each in points)


def milliseconds(work: Callable[[], object]) -> float:
    start = time.thread_time()
    work()
    return (time.thread_time() - start) * 1000


def median_time(work: Callable[[], object], times: int = 15) -> float:
    work()
    return median(milliseconds(work) for _ in range(times))


def hands(count: int, size: int) -> list[tuple[Card, ...]]:
    rng = Random(size)  # noqa: S311 - the hands must be the same every time
    return [Cards.of(rng.sample(list(CARDS), size)).sorted for _ in range(count)]


def row(what: str, spent: float, data: Sequence[int] = ()) -> None:
    size = f"{median(data) / 1000:6.0f} kB, at most {max(data) / 1000:.0f}" if data else ""
    print(f"{what:44}{spent:9.3f} ms {size}")


def sent(tiles: Tiles, cards: Sequence[Card]) -> bytes:
    return encode(hand(tiles, cards, Cards.of(cards[:5])))


def first_start(folder: Path) -> None:
    row("the deck in both styles, first start", milliseconds(Pictures(folder).prepare))
    row("the deck in both styles, cached on disk", milliseconds(Pictures(folder).prepare))


def warm_and_cold(folder: Path) -> None:
    """Hands whose rotated cards are cached (warm), and hands whose cards must be rotated (cold)."""
    deck = Deck(folder)
    for size in (9, 12, 16):
        warm, cold, sizes = [], [], []
        for cards in hands(HANDS, size):
            tiles = Tiles(deck)
            for card in cards:
                tiles.lay(felt(1, 1), card, 0, 0)
            work = partial(sent, tiles, cards)
            cold.append(milliseconds(work))
            warm.append(milliseconds(work))
            sizes.append(len(work()))
        row(f"{size} cards, warm", median(warm), sizes)
        row(f"{size} cards, cold", median(cold))


def cached_and_small(pictures: Pictures) -> None:
    [cards] = hands(1, 12)
    row("an identical hand, from the cache", median_time(lambda: pictures.hand(cards, Cards.of(cards[:5]))))
    dealt = hands(HANDS, 4)
    for trick in dealt:  # afterwards the cards are in the cache, and the pictures still are not
        pictures.trick(trick, PLAYERS, None)
    tricks = [milliseconds(partial(pictures.trick, trick, PLAYERS, 1)) for trick in dealt]
    sizes = [len(pictures.trick(trick, PLAYERS, 1)) for trick in dealt]
    row("a trick of 4, warm", median(tricks), sizes)
    rows = (Row("Game won", amounts(-10, 10, 10, -10), "factor 2"),) * 6
    sums = [(Row("Totals", amounts(number, -number, 0, 0)),) for number in range(HANDS)]
    sheets = [milliseconds(partial(pictures.sheet, Sheet(PLAYERS, rows, each, ""))) for each in sums]
    row("a score sheet of 6 rows, not cached", median(sheets))


def memory(pictures: Pictures) -> None:
    """Print the size of all caches after 320 hands in both styles."""
    for style in Style:
        for size in (16, 12, 9, 6):
            for cards in hands(HANDS, size):
                pictures.hand(cards, Cards.of(cards[:5]), style)
    print(f"{'all caches after 320 hands':44}{pictures.cached_bytes / 1e6:9.0f} MB  (limit 100)")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first_start(folder)
        pictures = Pictures(folder)
        memory(pictures)
        warm_and_cold(folder)
        cached_and_small(Pictures(folder))


if __name__ == "__main__":
    main()
