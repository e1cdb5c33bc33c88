"""The pip cards, 1 to 4 and 7 to 10. Card units."""

from __future__ import annotations

import math
from typing import Final

from PIL import Image

from card_images.canvas import Canvas
from card_images.indices import Style, index, notches
from card_images.palette import FACE, FACE_EDGE, SUIT, SUIT_LIGHT, mix
from card_images.paths import HEIGHT, MIDDLE, WIDTH, Point
from card_images.signs import lace, sign, spray

PANEL: Final = (40.0, 24.0, 210.0, 376.0)
_CENTRE: Final = HEIGHT / 2
_SIZES: Final = {1: 104, 2: 84, 3: 70, 4: 64}  # of a pip, on the cards from 1 to 4
_SIZE: Final = 48  # of a pip, on the cards from 7 to 10
_LARGE_STYLE_SIZE: Final = 88  # of the single sign that the large style has room for
_POSITIONS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((125, 200),),
    2: ((125, 96), (125, 304)),
    3: ((125, 84), (125, 200), (125, 316)),
    4: ((125, 84), (82, 200), (168, 200), (125, 316)),
}
# Twigs that fill the cards with few pips: x and y of the root, and the direction in eighths of a turn.
_TWIGS: Final[dict[int, tuple[tuple[float, float, float], ...]]] = {
    1: ((125, 112, 0), (125, 112, -1), (125, 112, 1)),
    2: ((125, 186, -1.5), (125, 186, 1.5), (125, 190, 0)),
    3: ((72, 198, 0), (178, 198, 0), (178, 128, 0)),
    4: ((125, 192, 0), (178, 150, 0), (178, 150, -1)),
}


def pip_positions(count: int) -> tuple[Point, ...]:
    """Return the centres of the pips of a card."""
    if count in _POSITIONS:
        return _POSITIONS[count]
    top, bottom, middle = 74.0, 326.0, 200.0
    third = (bottom - top) / 3
    rows = [top, top + third, bottom - third, bottom] if count >= 9 else [top, middle, bottom]
    upper = (MIDDLE, (rows[0] + rows[1]) / 2)
    lower = (MIDDLE, (rows[-2] + rows[-1]) / 2)
    between = {7: [upper], 8: [upper, lower], 9: [(MIDDLE, middle)], 10: [upper, lower]}[count]
    return (*((x, y) for y in rows for x in (96.0, 154.0)), *between)


def _twigs(canvas: Canvas, suit: str, count: int) -> None:
    colour = mix(FACE, SUIT_LIGHT[suit], 0.55)

    def half(layer: Canvas) -> None:
        for x, y, eighths in _TWIGS[count]:
            spray(layer, x, y, colour, turn=eighths * math.tau / 8)

    canvas.at_both_ends(half)


def _ring(canvas: Canvas, suit: str) -> None:
    lace(canvas, MIDDLE, _CENTRE, 82, 12, SUIT_LIGHT[suit], 0.6)
    canvas.circle(MIDDLE, _CENTRE, 66, fill=FACE, line=SUIT_LIGHT[suit], width=1.4)


def pip_card(suit: str, count: int, style: Style = Style.STANDARD) -> Image.Image:
    """Draw the master of a card from 1 to 4 or from 7 to 10."""
    canvas = Canvas()
    canvas.box(0, 0, WIDTH, HEIGHT, 0, fill=FACE)
    canvas.box(*PANEL, 11, line=SUIT_LIGHT[suit], width=1.6)
    notches(canvas, SUIT_LIGHT[suit], 1.6, style)
    if style is Style.LARGE:
        sign(canvas, suit, MIDDLE, _CENTRE, _LARGE_STYLE_SIZE, SUIT[suit])
    else:
        if count in _TWIGS:
            _twigs(canvas, suit, count)
        if count == 1:
            _ring(canvas, suit)
        for x, y in pip_positions(count):
            sign(canvas, suit, x, y, _SIZES.get(count, _SIZE), SUIT[suit], turned=y > 210)
    index(canvas, str(count), suit, style)
    return canvas.master(FACE_EDGE)
