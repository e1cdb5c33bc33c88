"""Draw a trick: the cards side by side in the order of play. Pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from bot.rules.cards import Card
from card_images.felt import MARGIN, felt
from card_images.tiles import CARD_HEIGHT, CARD_WIDTH, Tiles

WINNER_LIFT: Final = 24
_GAP: Final = 26


def trick(tiles: Tiles, cards: Sequence[Card | None], winner: int | None) -> Image.Image:
    """Draw a trick, RGB; the card with the index `winner` is raised and glows.

    A card not played yet is `None` and leaves its place empty, so that the picture keeps its size.
    """
    width = 2 * MARGIN + len(cards) * CARD_WIDTH + (len(cards) - 1) * _GAP
    image = felt(width, 2 * MARGIN + WINNER_LIFT + CARD_HEIGHT)
    middle = MARGIN + WINNER_LIFT + CARD_HEIGHT / 2
    for i, card in enumerate(cards):
        if card is None:
            continue
        x = MARGIN + i * (CARD_WIDTH + _GAP) + CARD_WIDTH / 2
        won = i == winner
        tiles.lay(image, card, x, middle - (WINNER_LIFT if won else 0), glow=won)
    return image
