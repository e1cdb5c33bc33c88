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


def trick(tiles: Tiles, cards: Sequence[Card | None], winner: int | None) -> Image.Image:
    """The picture of a trick, RGB; the card with the index `winner` is lifted and shines.

    Whoever has not played yet is `None` and has a place all the same: a trick that fills up does not grow.
    """
    width = 2 * MARGIN + len(cards) * CARD_WIDTH + (len(cards) - 1) * _GAP
    table = felt(width, 2 * MARGIN + WINNER_LIFT + CARD_HEIGHT)
    middle = MARGIN + WINNER_LIFT + CARD_HEIGHT / 2
    for i, card in enumerate(cards):
        if card is None:
            continue
        x = MARGIN + i * (CARD_WIDTH + _GAP) + CARD_WIDTH / 2
        won = i == winner
        tiles.lay(table, card, x, middle - (WINNER_LIFT if won else 0), glow=won)
    return table
