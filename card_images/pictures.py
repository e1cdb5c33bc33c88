"""All that the rest of the bot knows of pictures: cards in, bytes of an image file out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.rules.cards import Card, Cards
from card_images.caches import Cache
from card_images.charts import bars, chart
from card_images.deck import Deck
from card_images.hand import hand
from card_images.indices import Style
from card_images.lobby import lobby
from card_images.sheet import sheet
from card_images.table import encode
from card_images.talon import talon
from card_images.tiles import Tiles
from card_images.trick import trick

_ENCODED_BYTES: Final = 6_000_000


class Pictures:
    """Draws hands, tricks, talons, lobbies, sheets and charts. Safe in threads; not for the event loop.

    Pictures hold no names and no words. A picture shows exactly the cards it is given: who may see them is
    the caller's to know.

    Args:
        cache: the folder where drawn cards are kept from one start to the next; None: in memory only.
    """

    def __init__(self, cache: Path | None) -> None:
        self._deck = Deck(cache)
        self._tiles = Tiles(self._deck)
        self._encoded: Cache[tuple[object, ...], bytes] = Cache(_ENCODED_BYTES, len)

    @property
    def weight(self) -> int:
        """The bytes of all that is held to draw the next picture sooner."""
        return self._deck.weight + self._tiles.weight + self._encoded.weight

    def prepare(self) -> None:
        """Draw every card that is not in the folder yet: some seconds at the first start, nothing later."""
        self._deck.prepare()

    def hand(self, cards: Sequence[Card], playable: Cards | None, style: Style = Style.STANDARD) -> bytes:
        """A hand in the given order; what may be played is raised, the rest dimmed, unless that is None."""
        key = ("hand", tuple(cards), playable, style)
        return self._encoded.get(key, lambda: encode(hand(self._tiles, cards, playable, style)))

    def trick(self, cards: Sequence[Card | None], winner: int | None) -> bytes:
        """A trick in the order of play, empty places as None; the card with the index `winner` shines."""
        return self._encoded.get(
            ("trick", tuple(cards), winner), lambda: encode(trick(self._tiles, cards, winner))
        )

    def talon(self, groups: Sequence[Sequence[Card | None]], chosen: int | None) -> bytes:
        """The talon in its groups, unknown cards face down; the group `chosen` is lifted, others dimmed."""
        key = ("talon", tuple(map(tuple, groups)), chosen)
        return self._encoded.get(key, lambda: encode(talon(self._tiles, groups, chosen)))

    def lobby(self, cards: Sequence[Card], chairs: Sequence[int]) -> bytes:
        """The card of a lobby: cards that stand for the game's pack, and a `Chair` for every seat."""
        key = ("lobby", tuple(cards), tuple(chairs))
        return self._encoded.get(key, lambda: encode(lobby(self._tiles, cards, chairs)))

    def sheet(self, rows: Sequence[Sequence[int]], totals: Sequence[int]) -> bytes:
        """A score sheet: of each row the base, the factor and every seat's amount; below it the totals."""
        key = ("sheet", tuple(map(tuple, rows)), tuple(totals))
        return self._encoded.get(key, lambda: encode(sheet(rows, totals)))

    def chart(self, totals: Sequence[Sequence[int]]) -> bytes:
        """How the totals of a session ran: for each deal the total of each seat after it."""
        return self._encoded.get(("chart", tuple(map(tuple, totals))), lambda: encode(chart(totals)))

    def bars(self, places: Sequence[int], amounts: Sequence[int]) -> bytes:
        """What those on a page of a leaderboard have gained or lost, a bar each."""
        key = ("bars", tuple(places), tuple(amounts))
        return self._encoded.get(key, lambda: encode(bars(places, amounts)))
