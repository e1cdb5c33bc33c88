"""All that the rest of the bot knows of pictures: cards in, bytes of an image file out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.rules.cards import Card, Cards
from card_images.caches import Cache
from card_images.deck import Deck
from card_images.hand import hand
from card_images.table import encode
from card_images.talon import talon
from card_images.tiles import Tiles
from card_images.trick import trick

_ENCODED_BYTES: Final = 6_000_000


class Pictures:
    """Draws hands, tricks and talons. Safe in several threads; to be called outside the event loop.

    Pictures hold no names and no words. A picture shows exactly the cards it is given: who may see them is
    the caller's to know.

    Args:
        cache: the folder where drawn cards are kept from one start to the next; None: in memory only.
    """

    def __init__(self, cache: Path | None) -> None:
        self._deck = Deck(cache)
        self._tiles = Tiles(self._deck)
        self._encoded: Cache[tuple[object, ...], bytes] = Cache(_ENCODED_BYTES, len)

    def prepare(self) -> None:
        """Draw every card that is not in the folder yet: some seconds at the first start, nothing later."""
        self._deck.prepare()

    def hand(self, cards: Sequence[Card], playable: Cards | None) -> bytes:
        """A hand in the given order; what may be played is raised, the rest dimmed, unless that is None."""
        key = ("hand", tuple(cards), playable)
        return self._encoded.get(key, lambda: encode(hand(self._tiles, cards, playable)))

    def trick(self, cards: Sequence[Card], winner: int | None) -> bytes:
        """A trick in the order of play; the card with the index `winner` is lifted and shines."""
        return self._encoded.get(
            ("trick", tuple(cards), winner), lambda: encode(trick(self._tiles, cards, winner))
        )

    def talon(self, groups: Sequence[Sequence[Card | None]], chosen: int | None) -> bytes:
        """The talon in its groups, unknown cards face down; the group `chosen` is lifted, others dimmed."""
        key = ("talon", tuple(map(tuple, groups)), chosen)
        return self._encoded.get(key, lambda: encode(talon(self._tiles, groups, chosen)))
