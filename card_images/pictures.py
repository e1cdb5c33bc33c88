"""The interface of this package: cards and badges in, PNG bytes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from bot.rules.cards import NO_CARDS, Card, Cards
from card_images.avatars import Avatars, Badge, Badges, Face
from card_images.cache import Cache
from card_images.charts import Bar, bars, chart
from card_images.deck import Deck
from card_images.encoding import encode
from card_images.faces import Style
from card_images.hand import hand
from card_images.sheet import Sheet, sheet
from card_images.table import lobby, shown_cards, talon, trick
from card_images.tiles import Tiles

_ENCODED_BYTES: Final = 6_000_000


class Pictures:
    """Draws and caches hands, tricks, talons, lobbies, score sheets and charts.

    Thread-safe, but too slow for the event loop. A picture shows exactly the cards and names it is given; the
    caller decides who may see them.

    Args:
        cache: Folder that keeps the drawn deck and the avatars between runs; `None` uses memory only.
    """

    def __init__(self, cache: Path | None) -> None:
        self.avatars = Avatars(cache)
        self._deck = Deck(cache)
        self._tiles = Tiles(self._deck)
        self._badges = Badges(self.avatars)
        self._encoded: Cache[tuple[object, ...], bytes] = Cache(_ENCODED_BYTES, len)

    @property
    def cached_bytes(self) -> int:
        return sum(each.cached_bytes for each in (self._deck, self._tiles, self._badges)) + self._encoded.size

    def prepare(self) -> None:
        """Draw every card that is not in the cache folder yet: about 15 seconds the first time."""
        for step in self.preparations():
            step()

    def preparations(self) -> Iterator[Callable[[], object]]:
        yield from self._deck.preparations()
        yield self.avatars.tidy

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

    def trick(self, cards: Sequence[Card | None], players: Sequence[Badge], winner: int | None) -> bytes:
        """Draw a trick in the order of play, `None` for a card not played yet; the card `winner` glows."""
        key = ("trick", tuple(cards), self._faces(players), winner)
        return self._encoded.get(
            key, lambda: encode(trick(self._tiles, self._badges, cards, players, winner))
        )

    def talon(self, groups: Sequence[Sequence[Card | None]], chosen: int | None) -> bytes:
        """Draw the talon in groups, `None` for a card face down.

        The group with the index `chosen` is raised and the others are dimmed.
        """
        key = ("talon", tuple(map(tuple, groups)), chosen)
        return self._encoded.get(key, lambda: encode(talon(self._tiles, groups, chosen)))

    def shown_cards(self, rows: Sequence[Sequence[Sequence[Card]]]) -> bytes:
        """Draw rows of groups of cards, of which the lower part is cut off."""
        key = ("shown_cards", tuple(tuple(map(tuple, row)) for row in rows))
        return self._encoded.get(key, lambda: encode(shown_cards(self._tiles, rows)))

    def lobby(self, cards: Sequence[Card], chairs: Sequence[Badge | None]) -> bytes:
        """Draw a lobby: the cards that represent the game's pack, and every seat, `None` if it is free."""
        key = ("lobby", tuple(cards), self._faces(chairs))
        return self._encoded.get(key, lambda: encode(lobby(self._tiles, self._badges, cards, chairs)))

    def sheet(self, content: Sheet) -> bytes:
        key = ("sheet", content, self._faces(content.players))
        return self._encoded.get(key, lambda: encode(sheet(self._badges, content)))

    def chart(self, totals: Sequence[Sequence[int]], players: Sequence[Badge], last: str = "") -> bytes:
        """Draw the running totals of a session after each deal; `last` replaces the last deal's number."""
        key = ("chart", tuple(map(tuple, totals)), self._faces(players), last)
        return self._encoded.get(key, lambda: encode(chart(self._badges, totals, players, last)))

    def bars(self, ranks: Sequence[Bar]) -> bytes:
        key = ("bars", tuple(ranks), self._faces([rank.player for rank in ranks]))
        return self._encoded.get(key, lambda: encode(bars(self._badges, ranks)))

    def _faces(self, players: Sequence[Badge | None]) -> tuple[Face | None, ...]:
        return tuple(None if each is None else self._badges.face(each) for each in players)
