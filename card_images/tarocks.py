"""The tarocks I to XXI: the number at both ends, and a flower with as many petals. Card units.

A column of stars at either side counts the complete fives below the number: none up to V, four on the XXI.
"""

from __future__ import annotations

import math
from typing import Final

from PIL import Image

from card_images.canvas import ROMAN_FONT, Canvas
from card_images.indices import Style, tarock_index
from card_images.palette import (
    FLOWERS,
    GOLD,
    GOLD_LIGHT,
    NIGHT,
    NIGHT_DEEP,
    NIGHT_EDGE,
    NIGHT_LACE,
    NIGHT_RIM,
)  # fmt: skip
from card_images.paths import HEIGHT, MIDDLE, WIDTH, petal, placed, star
from card_images.signs import lace

ROMAN: Final = (
    "I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "IX", "X", "XI",
    "XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI",
)  # fmt: skip
HONOURS: Final = (1, 21)  # with the Sküs, the cards of the trull
_RADIUS: Final = 78.0
_CENTRE: Final = (MIDDLE, HEIGHT / 2)


def hue(number: int) -> tuple[str, str]:
    """Return the mid and light tone of a flower; they change every three numbers, from teal to amber."""
    return FLOWERS[(number - 1) // 3]


def tarock_background() -> Canvas:
    """Return a canvas with the background of all tarocks, the Sküs included."""
    canvas = Canvas()
    canvas.box(0, 0, WIDTH, HEIGHT, 0, fill=NIGHT_RIM)
    canvas.box(7, 7, WIDTH - 7, HEIGHT - 7, 13, fill=NIGHT)
    canvas.box(11, 11, WIDTH - 11, HEIGHT - 11, 10, line=GOLD, width=1.3)
    return canvas


def _sun(canvas: Canvas, middle: str, light: str) -> None:
    for length, fill, first in ((0.76, light, 1), (0.97, middle, 0)):
        for i in range(first, 16, 2):
            ray = placed(petal(16, _RADIUS * length), *_CENTRE, turn=math.tau * i / 16)
            canvas.shape(ray, fill, GOLD_LIGHT, 0.9)


def _wings(canvas: Canvas, middle: str, light: str) -> None:
    for side in (-1, 1):
        turn = 0 if side < 0 else math.pi
        canvas.shape(placed(petal(4, _RADIUS * 0.97), *_CENTRE, turn=turn), middle, GOLD_LIGHT, 1.2)
        canvas.shape(placed(petal(4, _RADIUS * 0.62), *_CENTRE, turn=turn), light)
        canvas.circle(MIDDLE + side * _RADIUS * 0.62, _CENTRE[1], 5, GOLD_LIGHT)


def _petals(canvas: Canvas, number: int, middle: str, light: str) -> None:
    turns = [math.tau * i / number for i in range(number)]
    for turn in turns[::2] + turns[1::2]:
        canvas.shape(placed(petal(number, _RADIUS * 0.97), *_CENTRE, turn=turn), middle, GOLD_LIGHT)
    for turn in turns:
        canvas.shape(placed(petal(number, _RADIUS * 0.64), *_CENTRE, turn=turn), light, middle, 0.5)
    for turn in turns:
        [(x, y)] = placed([(0, -_RADIUS * 0.86)], *_CENTRE, turn=turn + math.pi / number)
        canvas.circle(x, y, max(1.5, 4.6 - number * 0.13), GOLD_LIGHT)


def _flower(canvas: Canvas, number: int) -> None:
    middle, light = hue(number)
    lace(canvas, *_CENTRE, _RADIUS, max(number, 3), NIGHT_LACE, 0.7)
    if number == 1:
        _sun(canvas, middle, light)
    elif number == 2:
        _wings(canvas, middle, light)
    else:
        _petals(canvas, number, middle, light)
    heart = _RADIUS * (0.3 if number > 2 else 0.2)
    canvas.circle(*_CENTRE, heart + 3.2, GOLD)
    canvas.circle(*_CENTRE, heart + 1.6, NIGHT_DEEP)
    canvas.shape(placed(star(8, heart * 0.98, heart * 0.46), *_CENTRE), GOLD_LIGHT)
    canvas.circle(*_CENTRE, heart * 0.3, NIGHT_DEEP)


def _stacked(count: int) -> list[float]:
    return [_CENTRE[1] + 17 * (i - (count - 1) / 2) for i in range(count)]


def tarock(number: int, style: Style = Style.STANDARD) -> Image.Image:
    """Draw the master of a tarock from I to XXI."""
    canvas = tarock_background()
    canvas.circle(*_CENTRE, _RADIUS + 9, line=GOLD, width=1.2)
    canvas.circle(*_CENTRE, _RADIUS + 5, NIGHT_DEEP, GOLD, 2.4)
    _flower(canvas, number)

    middle, widest = (158, 112) if style is Style.LARGE else (150, 134)

    def crest(layer: Canvas) -> None:
        layer.text(middle, 56, ROMAN[number - 1], ROMAN_FONT, 45, GOLD_LIGHT, widest)
        for side in (-1, 1):
            layer.stroke([(middle + side * 10, 90), (middle + side * 54, 90)], GOLD, 1.1)
        layer.shape(placed(star(4, 6, 2.4), middle, 90), GOLD_LIGHT)

    def fives(layer: Canvas) -> None:
        for y in _stacked((number - 1) // 5):
            layer.shape(placed(star(4, 7.5, 2.8), 24, y), GOLD_LIGHT)

    canvas.at_both_ends(crest)
    canvas.at_both_ends(fives)
    tarock_index(canvas, str(number), style, honour=number in HONOURS)
    return canvas.master(NIGHT_EDGE)
