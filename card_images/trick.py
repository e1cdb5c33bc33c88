"""A trick: the cards upright and side by side in the order of play, so that none covers another. Pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from bot.rules.cards import Card
from card_images.table import MARGIN, felt
from card_images.tiles import CARD_HEIGHT, CARD_WIDTH, Tiles

WINNER_LIFT: Final = 24
_GAP: Final = 26
_FEWEST: Final = 3  # places a picture has, so that a trick that fills up does not grow at every card


def trick(tiles: Tiles, cards: Sequence[Card], winner: int | None) -> Image.Image:
    """The picture of a trick, RGB; the card with the index `winner` is lifted and shines."""
    places = max(_FEWEST, len(cards))
    width = 2 * MARGIN + places * CARD_WIDTH + (places - 1) * _GAP
    table = felt(width, 2 * MARGIN + WINNER_LIFT + CARD_HEIGHT)
    middle = MARGIN + WINNER_LIFT + CARD_HEIGHT / 2
    for i, card in enumerate(cards):
        x = MARGIN + i * (CARD_WIDTH + _GAP) + CARD_WIDTH / 2
        won = i == winner
        tiles.lay(table, card, x, middle - (WINNER_LIFT if won else 0), glow=won)
    return table
