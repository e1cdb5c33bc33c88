"""Draw a trick: the cards side by side in the order of play, each below its player. Pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from bot.rules.cards import Card
from card_images.badges import Badge, Badges
from card_images.felt import MARGIN, felt
from card_images.lettering import shortened, width, write
from card_images.palette import FELT_SHADOW, GOLD_LIGHT, IVORY
from card_images.tiles import CARD_HEIGHT, CARD_WIDTH, Tiles

WINNER_LIFT: Final = 24
_GAP: Final = 26
_BADGE: Final = 72
_NAME: Final = 42  # size of the names
_BESIDE: Final = 12  # between badge and name
NAMES: Final = 88
"""Height of the strip above the cards that holds badges and names: Discord covers the lower left corner."""


def place_x(index: int) -> float:
    """The centre of a card."""
    return MARGIN + index * (CARD_WIDTH + _GAP) + CARD_WIDTH / 2


def trick(
    tiles: Tiles, badges: Badges, cards: Sequence[Card | None], players: Sequence[Badge], winner: int | None
) -> Image.Image:
    """Draw a trick, RGB; the card with the index `winner` is raised and glows.

    A card not played yet is `None` and leaves its place empty, so that the picture keeps its size.
    """
    size = 2 * MARGIN + len(cards) * CARD_WIDTH + (len(cards) - 1) * _GAP
    image = felt(size, 2 * MARGIN + NAMES + WINNER_LIFT + CARD_HEIGHT)
    middle = MARGIN + NAMES + WINNER_LIFT + CARD_HEIGHT / 2
    for i, (card, player) in enumerate(zip(cards, players, strict=True)):
        won = i == winner
        if card is not None:
            tiles.lay(image, card, place_x(i), middle - (WINNER_LIFT if won else 0), glow=won)
        named(image, badges, player, place_x(i), MARGIN + NAMES / 2 - 12, won=won)
    return image


def named(
    image: Image.Image, badges: Badges, player: Badge, x: float, y: float, *, won: bool = False
) -> None:
    """Draw a badge and the name beside it, centred on `x`, `y` and not wider than a card and its gap."""
    label = shortened(player.label, _NAME, CARD_WIDTH + _GAP - _BADGE - 2 * _BESIDE)
    left = x - (_BADGE + (_BESIDE + width(label, _NAME) if label else 0)) / 2
    draw = ImageDraw.Draw(image)
    if won:
        draw.circle((left + _BADGE / 2, y), _BADGE / 2 + 6, GOLD_LIGHT)
    badges.lay(image, player, left + _BADGE / 2, y, _BADGE)
    write(draw, left + _BADGE + _BESIDE + 2, y + 2, label, _NAME, FELT_SHADOW)
    write(draw, left + _BADGE + _BESIDE, y, label, _NAME, GOLD_LIGHT if won else IVORY)
