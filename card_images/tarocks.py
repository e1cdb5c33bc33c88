"""The tarocks I to XXI: the number at both ends, and a flower with as many petals. Card units.

A column of stars at either side counts the complete fives below the number: none up to V, four on the XXI.
"""

from __future__ import annotations

import math
from typing import Final

from PIL import Image

from card_images.canvas import (
    HEIGHT,
    MIDDLE,
    ROMAN_FONT,
    WIDTH,
    Canvas,
    mirror,
    path,
    petal,
    placed,
    polygon_mask,
    rotationally_symmetric,
    rounded_mask,
    star,
)
from card_images.courts import Portrait, bare_face, double_headed, half_figure, sunburst
from card_images.palette import (
    FLOWERS,
    FOOL_GREEN,
    FOOL_RED,
    FOOL_YELLOW,
    GOLD,
    GOLD_LIGHT,
    IVORY,
    LINE,
    NIGHT,
    NIGHT_DEEP,
    NIGHT_EDGE,
    NIGHT_LACE,
    NIGHT_RIM,
)  # fmt: skip  # fmt: skip
from card_images.pips import SKUS_INDEX, Style, lace, tarock_index

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


_FOOL: Final = Portrait("#5A2A18", -1.3, brow=-0.4, lid=1.08, nose=3.4)
_PANEL: Final = (20.0, 20.0, 230.0, 380.0)
_ZOOM: Final = 1.14
_RIGHT: Final = 19.0
_DOWN: Final = 12.0
_TORSO: Final = mirror(path("M 125 146 C 104 147 82 152 70 164 C 56 178 50 204 46 300 L 125 300"))
_COLOURS: Final = (FOOL_RED, FOOL_YELLOW, FOOL_GREEN)
_COLLAR: Final = ((82, FOOL_RED), (103, FOOL_YELLOW), (125, FOOL_GREEN), (147, FOOL_RED), (168, FOOL_YELLOW))
_LEFT_HORN: Final = path(
    "M 104 92 C 98 70 104 58 94 50 C 82 42 70 54 68 78 C 62 76 58 72 56 66 C 54 38 78 24 99 32 "
    "C 113 37 121 50 125 58 L 125 92"
)
_RIGHT_HORN: Final = [(2 * MIDDLE - x, y) for x, y in _LEFT_HORN]
_PEAK: Final = path("M 107 86 C 106 60 112 44 125 34 C 138 44 144 60 143 86")
_CAP: Final = ((_LEFT_HORN, FOOL_RED), (_RIGHT_HORN, FOOL_GREEN), (_PEAK, FOOL_YELLOW))
_BELLS: Final = ((62, 78), (188, 78), (125, 30))
_LAUGH: Final = path("M 114 113 C 119 116 131 116 136 113 C 133 124 117 124 114 113")
_TEETH: Final = path("M 117.5 114.6 C 121 116 129 116 132.5 114.6 C 130 118 120 118 117.5 114.6")
_BAND: Final = path("M 102.5 92 C 112 84 138 84 147.5 92 L 147 83 C 138 75 112 75 103 83")


def _motley(canvas: Canvas) -> None:
    for row in range(-2, 12):
        for column in range(-5, 6):
            x, y = MIDDLE + column * 26 + 13 * (row % 2), 150 + row * 18
            lozenge = [(x, y - 18), (x + 13, y), (x, y + 18), (x - 13, y)]
            canvas.shape(lozenge, _COLOURS[(column - row // 2 + row % 2) % 3], LINE, 0.9)


def _bell(canvas: Canvas, x: float, y: float, radius: float) -> None:
    canvas.circle(x, y, radius, GOLD_LIGHT, LINE, 1.2)
    canvas.stroke([(x - radius * 0.62, y + radius * 0.2), (x + radius * 0.62, y + radius * 0.2)], LINE, 1.1)
    canvas.circle(x, y + radius * 0.52, radius * 0.18, LINE)


def _collar(canvas: Canvas) -> None:
    for i, (x, colour) in enumerate(_COLLAR):
        tip = (x + (x - MIDDLE) * 0.3, 172 - abs(i - 2) * 6)
        canvas.shape([(x - 16, 143), (x + 16, 143), tip], colour, LINE, 1.2)
        _bell(canvas, tip[0], tip[1] + 4, 4.6)
    for i in range(-4, 5):
        canvas.circle(MIDDLE + i * 9, 139 - abs(i) * 0.8, 7.6, IVORY, LINE)


def _head(canvas: Canvas) -> None:
    for outline, colour in _CAP:
        canvas.shape(outline, colour, LINE, 1.3)
    for x, y in _BELLS:
        _bell(canvas, x, y, 7)
    bare_face(canvas, _FOOL)
    canvas.shape(_LAUGH, "#8C2230", LINE)
    canvas.shape(_TEETH, IVORY)
    for side in (-1, 1):
        canvas.circle(MIDDLE + side * 13.5, 107, 4, "#E79A86")
    canvas.shape(_BAND, IVORY, LINE, 1.2)
    for i in range(6):
        left, low = 104.3 + i * 6.9, 84.2 if i in {2, 3} else 85.6
        triangle = [(left, low), (left + 3.45, low - 5.6), (left + 6.9, low)]
        canvas.shape(triangle, (FOOL_RED, FOOL_GREEN)[i % 2])


def _half() -> Canvas:
    half = Canvas()
    sunburst(half, (138, 112), 32, "#F8E9BF", "#EFCF79")
    body, figure = (half_figure(_ZOOM, _RIGHT, _DOWN) for _ in range(2))
    _motley(body)
    left, top = MIDDLE * (1 - _ZOOM) + _RIGHT, 30 - 34 * _ZOOM + _DOWN
    body.clip(polygon_mask(placed(_TORSO, left, top, _ZOOM)))
    figure.shape(_TORSO, line=LINE, width=1.4)
    _collar(figure)
    _head(figure)
    half.composite(body)
    half.composite(figure)
    return half


def skus(style: Style = Style.STANDARD) -> Image.Image:
    """Draw the master of the Sküs; rotating it by 180 degrees changes nothing."""
    canvas = tarock_background()
    canvas.composite(double_headed(_half(), rounded_mask(*_PANEL, 9), 44))
    left, top, right, bottom = _PANEL
    canvas.box(left - 1, top - 1, right + 1, bottom + 1, 10, line=GOLD_LIGHT, width=2.2)
    tarock_index(canvas, SKUS_INDEX, style, honour=True)
    return rotationally_symmetric(canvas.master(NIGHT_EDGE))
