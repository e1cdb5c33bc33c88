"""What is on the front of each card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.cards import SKUS, TAROCK, Card
from card_images.courts import court
from card_images.pips import pip_card
from card_images.skus import skus
from card_images.tarocks import tarock

if TYPE_CHECKING:
    from PIL import Image

    from card_images.indices import Style


def drawn(card: Card, style: Style) -> Image.Image:
    """Draw the front of a card: 500 x 800 pixels, RGBA."""
    if card == SKUS:
        return skus(style)
    if card.suit == TAROCK:
        return tarock(int(card.rank), style)
    if card.rank in "KQCJ":
        return court(card.rank, card.suit, style)
    return pip_card(card.suit, int(card.rank), style)
