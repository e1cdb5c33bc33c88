"""The interface of this package: cards in, PNG bytes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from bot.rules.cards import NO_CARDS, Card, Cards
from card_images.cache import Cache
from card_images.charts import bars, chart
from card_images.deck import Deck
from card_images.encoding import encode
from card_images.hand import hand
from card_images.indices import Style
from card_images.lobby import lobby
from card_images.sheet import sheet
from card_images.talon import talon
from card_images.tiles import Tiles
from card_images.trick import trick

_ENCODED_BYTES: Final = 6_000_000


class Pictures:
    """Draws and caches hands, tricks, talons, lobbies, score sheets and charts.

    Thread-safe, but too slow for the event loop. Pictures contain no names and no words. A picture shows
    exactly the cards it is given; the caller decides who may see them.

    Args:
        cache: Folder that keeps the drawn deck between runs; `None` keeps it in memory only.
    """

    def __init__(self, cache: Path | None) -> None:
        self._deck = Deck(cache)
        self._tiles = Tiles(self._deck)
        self._encoded: Cache[tuple[object, ...], bytes] = Cache(_ENCODED_BYTES, len)

    @property
    def cached_bytes(self) -> int:
        """The bytes of all cached images."""
        return self._deck.cached_bytes + self._tiles.cached_bytes + self._encoded.size

    def prepare(self) -> None:
        """Draw every card that is not in the cache folder yet: about 15 seconds the first time."""
        self._deck.prepare()

    def preparations(self) -> Iterator[Callable[[], object]]:
        """Yield the steps of `prepare`, each of which takes a fraction of a second."""
        return self._deck.preparations()

    def hand(
        self,
        cards: Sequence[Card],
        playable: Cards | None,
        style: Style = Style.STANDARD,
        marked: Cards = NO_CARDS,
    ) -> bytes:
        """Draw a hand in the given order, with playable cards raised, the others dimmed, and some marked.

        `None` for `playable` raises and dims nothing.
        """
        key = ("hand", tuple(cards), playable, style, marked)
        return self._encoded.get(key, lambda: encode(hand(self._tiles, cards, playable, style, marked)))

    def trick(self, cards: Sequence[Card | None], winner: int | None) -> bytes:
        """Draw a trick in the order of play, `None` for a card not played yet; the card `winner` glows."""
        return self._encoded.get(
            ("trick", tuple(cards), winner), lambda: encode(trick(self._tiles, cards, winner))
        )

    def talon(self, groups: Sequence[Sequence[Card | None]], chosen: int | None) -> bytes:
        """Draw the talon in groups, `None` for a card face down.

        The group with the index `chosen` is raised and the others are dimmed.
        """
        key = ("talon", tuple(map(tuple, groups)), chosen)
        return self._encoded.get(key, lambda: encode(talon(self._tiles, groups, chosen)))

    def lobby(self, cards: Sequence[Card], chairs: Sequence[int]) -> bytes:
        """Draw a lobby: the cards that stand for the game's pack, and a `Chair` for every seat."""
        key = ("lobby", tuple(cards), tuple(chairs))
        return self._encoded.get(key, lambda: encode(lobby(self._tiles, cards, chairs)))

    def sheet(self, rows: Sequence[Sequence[int]], totals: Sequence[int]) -> bytes:
        """Draw a score sheet; a row is the base, the factor and the amount of each seat, in game points."""
        key = ("sheet", tuple(map(tuple, rows)), tuple(totals))
        return self._encoded.get(key, lambda: encode(sheet(rows, totals)))

    def chart(self, totals: Sequence[Sequence[int]]) -> bytes:
        """Draw the running totals of a session; `totals` holds the totals of all seats after each deal."""
        return self._encoded.get(("chart", tuple(map(tuple, totals))), lambda: encode(chart(totals)))

    def bars(self, places: Sequence[int], amounts: Sequence[int]) -> bytes:
        """Draw the gains and losses on a page of a leaderboard as bars."""
        key = ("bars", tuple(places), tuple(amounts))
        return self._encoded.get(key, lambda: encode(bars(places, amounts)))
