"""Draw a lobby: a few cards that stand for the game's pack, and an icon for every seat. Pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import IntEnum
from typing import Final

from PIL import Image, ImageDraw

from bot.rules.cards import SUITS, TRULL, Card, Cards
from card_images.felt import MARGIN, PICTURE_WIDTH, felt
from card_images.palette import (
    FELT_DARK,
    FELT_LIGHT,
    GOLD_LIGHT,
    HONOUR_INDEX,
    IVORY,
    NIGHT_DEEP,
    STEEL,
)  # fmt: skip
from card_images.tiles import CARD_HEIGHT, Tiles

_RADIUS: Final = 1500  # of the arc of the cards
_STRIP: Final = 62  # from one card to the next
_CARDS_X: Final = 474  # centre of the cards
_SEATS_X: Final = 1070  # centre of the seats
_COLUMNS: Final = 2
_STEP: Final = {2: 124, 3: 100}  # number of rows -> distance of two seats
_DISC: Final = 0.4  # radius of a seat's disc, as a share of that distance
_HEIGHT: Final = 330
_SCALE: Final = 4


class Chair(IntEnum):
    """Who sits on a seat of the lobby, which decides its icon."""

    FREE = 0
    PERSON = 1
    COMPUTER = 2


def emblem(pack: Cards) -> tuple[Card, ...]:
    """Return the cards that stand for a pack: its honours, and the lowest and highest card of each suit."""
    suited = {suit: [card for card in pack.sorted if card.suit == suit] for suit in SUITS}
    ends = [card for cards in suited.values() if cards for card in (cards[-1], cards[0])]
    return (*(card for card in TRULL.sorted if card in pack), *ends)


def seats(count: int) -> tuple[list[tuple[float, float]], float]:
    """Return the centres of `count` seats in two columns, and the radius of their discs."""
    rows = math.ceil(count / _COLUMNS)
    step = _STEP[rows]
    places = []
    for number in range(count):
        row, column = divmod(number, _COLUMNS)
        in_row = min(_COLUMNS, count - row * _COLUMNS)
        x, y = column - (in_row - 1) / 2, row - (rows - 1) / 2
        places.append((_SEATS_X + x * step, _HEIGHT / 2 + y * step))
    return places, step * _DISC


def _person(draw: ImageDraw.ImageDraw, x: float, y: float, unit: float) -> None:
    draw.circle((x, y - 14 * unit), 15 * unit, HONOUR_INDEX)
    draw.pieslice((x - 30 * unit, y + 6 * unit, x + 30 * unit, y + 66 * unit), 180, 360, HONOUR_INDEX)


def _computer(draw: ImageDraw.ImageDraw, x: float, y: float, unit: float) -> None:
    draw.line((x, y - 20 * unit, x, y - 34 * unit), NIGHT_DEEP, round(4 * unit))
    draw.circle((x, y - 36 * unit), 5 * unit, NIGHT_DEEP)
    box = (x - 30 * unit, y - 22 * unit, x + 30 * unit, y + 26 * unit)
    draw.rounded_rectangle(box, 9 * unit, NIGHT_DEEP)
    for side in (-1, 1):
        draw.circle((x + side * 12 * unit, y - 3 * unit), 6 * unit, IVORY)
    draw.line((x - 12 * unit, y + 13 * unit, x + 12 * unit, y + 13 * unit), IVORY, round(4 * unit))


def _disc(draw: ImageDraw.ImageDraw, chair: int, x: float, y: float, radius: float) -> None:
    unit = radius / 50
    if chair == Chair.FREE:
        box = (x - radius, y - radius, x + radius, y + radius)
        for dash in range(0, 360, 30):
            draw.arc(box, dash, dash + 17, GOLD_LIGHT, round(5 * unit))
        return
    draw.circle((x, y), radius, FELT_DARK)
    draw.circle((x, y), 46 * unit, GOLD_LIGHT if chair == Chair.PERSON else STEEL)
    (_person if chair == Chair.PERSON else _computer)(draw, x, y, unit)


def lobby(tiles: Tiles, cards: Sequence[Card], chairs: Sequence[int]) -> Image.Image:
    """Draw a lobby, RGB: the cards that stand for the pack, and a `Chair` for each seat."""
    image = felt(PICTURE_WIDTH, _HEIGHT)
    for number, card in enumerate(cards):
        angle = (number - (len(cards) - 1) / 2) * _STRIP / _RADIUS
        x = _CARDS_X + _RADIUS * math.sin(angle)
        y = MARGIN + CARD_HEIGHT / 2 + _RADIUS * (1 - math.cos(angle))
        tiles.lay(image, card, x, y, half_degrees=round(2 * math.degrees(angle)))
    layer = Image.new("RGBA", (PICTURE_WIDTH * _SCALE, _HEIGHT * _SCALE), FELT_LIGHT)
    layer.putalpha(0)
    draw = ImageDraw.Draw(layer)
    places, radius = seats(len(chairs))
    for chair, (x, y) in zip(chairs, places, strict=True):
        _disc(draw, chair, x * _SCALE, y * _SCALE, radius * _SCALE)
    small = layer.reduce(_SCALE)
    image.paste(small.convert("RGB"), (0, 0), small.getchannel("A"))
    return image
