"""Draw a lobby: the badges of all seats, and a few cards that stand for the game's pack. Pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from bot.rules.cards import SUITS, TRULL, Card, Cards
from card_images.badges import Badge, Badges
from card_images.felt import MARGIN, PICTURE_WIDTH, felt
from card_images.lettering import shortened, write
from card_images.palette import FELT_SHADOW, IVORY
from card_images.tiles import CARD_HEIGHT, Tiles

_RADIUS: Final = 1500  # of the arc of the cards
_STRIP: Final = 62  # from one card to the next
_SEATS: Final = (
    200  # height of the upper part, which shows the seats; Discord lays its ALT over the lower edge
)
_BADGE: Final = 100
_NAME: Final = 44  # size of the names
_HEIGHT: Final = 500


def emblem(pack: Cards) -> tuple[Card, ...]:
    """Return the cards that stand for a pack: its honours, and the lowest and highest card of each suit."""
    suited = {suit: [card for card in pack.sorted if card.suit == suit] for suit in SUITS}
    ends = [card for cards in suited.values() if cards for card in (cards[-1], cards[0])]
    return (*(card for card in TRULL.sorted if card in pack), *ends)


def seats(count: int) -> tuple[list[tuple[float, float]], float]:
    """Return the centres of the badges of `count` seats, and the width that each seat has."""
    step = min(270.0, (PICTURE_WIDTH - 2 * MARGIN) / count)
    left = PICTURE_WIDTH / 2 - step * (count - 1) / 2
    return [(left + number * step, 24 + _BADGE / 2) for number in range(count)], step


def lobby(tiles: Tiles, badges: Badges, cards: Sequence[Card], chairs: Sequence[Badge | None]) -> Image.Image:
    """Draw a lobby, RGB: each seat, `None` if it is free, and below the cards that stand for the pack."""
    image = felt(PICTURE_WIDTH, _HEIGHT)
    draw = ImageDraw.Draw(image)
    places, widest = seats(len(chairs))
    for chair, (x, y) in zip(chairs, places, strict=True):
        badges.lay(image, chair, x, y, _BADGE)
        name = shortened(chair.label, _NAME, widest - 16) if chair else ""
        write(draw, x + 2, y + _BADGE / 2 + 34, name, _NAME, FELT_SHADOW, "m")
        write(draw, x, y + _BADGE / 2 + 32, name, _NAME, IVORY, "m")
    for number, card in enumerate(cards):
        angle = (number - (len(cards) - 1) / 2) * _STRIP / _RADIUS
        x = PICTURE_WIDTH / 2 + _RADIUS * math.sin(angle)
        y = _SEATS + MARGIN + CARD_HEIGHT / 2 + _RADIUS * (1 - math.cos(angle))
        tiles.lay(image, card, x, y, half_degrees=round(2 * math.degrees(angle)))
    return image
