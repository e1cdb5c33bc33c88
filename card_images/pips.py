"""Suit signs, the index of the suit cards, and the cards that carry only pips. Card units."""

from __future__ import annotations

import math
from typing import Final

from PIL import Image

from card_images.canvas import INDEX_FONT, Canvas
from card_images.palette import FACE, FACE_EDGE, SUIT, SUIT_LIGHT
from card_images.paths import HEIGHT, MIDDLE, WIDTH, Point, Points, ellipse, mirror, path, placed

INDEX_X: Final = 33  # the middle of the index column; it lies within 10..57
INDEX_CAP: Final = 52
INDEX_WIDEST: Final = 47
_RANK_Y: Final = 45
_SIGN_Y: Final = 104

# Each sign in a box of 100 about the origin. Hearts are broad and diamonds narrow, spades stand on a foot and
# clubs are three clear discs: outlines that nobody confuses when they are small, turned over or grey.
_HEART: Final = mirror(
    path("M 0 46 C -10 30 -50 6 -50 -20 C -50 -40 -36 -48 -25 -48 C -12 -48 -3 -40 0 -28"), 0
)
_DIAMOND: Final = mirror(path("M 0 52 C -9 32 -22 14 -37 0 C -22 -14 -9 -32 0 -52"), 0)
_SPADE: Final = mirror(
    path(
        "M 0 -50 C -9 -30 -47 -12 -47 14 C -47 30 -35 37 -25 37 C -16 37 -8 32 -5 25 "
        "C -6 38 -12 46 -22 50 L 0 50"
    ),
    0,
)
_CLUB_STEM: Final = mirror(path("M 0 2 L -6 6 C -5 28 -11 44 -22 50 L 0 50"), 0)
_SIGNS: Final[dict[str, tuple[Points, ...]]] = {
    "S": (_SPADE,),
    "H": (_HEART,),
    "D": (_DIAMOND,),
    "C": (
        ellipse(0, -25, 24), ellipse(-25, 11, 24), ellipse(25, 11, 24),
        ((-9, -8), (9, -8), (12, 12), (-12, 12)), _CLUB_STEM,
    ),
}  # fmt: skip

# The notch that keeps the index free of the panel, and its edge.
NOTCH: Final = path("M 0 0 L 64 0 L 64 122 C 64 129 59 134 52 134 L 0 134")
NOTCH_EDGE: Final = path("M 64 24 L 64 122 C 64 129 59 134 52 134 L 40 134")
PANEL: Final = (40.0, 24.0, 210.0, 376.0)

_SIZES: Final = {1: 92, 2: 74, 3: 66, 4: 55}
_SIZE: Final = 50  # of the seven to the ten
_FEW: Final[dict[int, tuple[Point, ...]]] = {
    1: ((125, 200),),
    2: ((125, 100), (125, 300)),
    3: ((125, 88), (125, 200), (125, 312)),
    4: ((95.5, 92), (154.5, 92), (95.5, 308), (154.5, 308)),
}


def sign(
    canvas: Canvas, suit: str, x: float, y: float, size: float, fill: str,
    *, line: str | None = None, turned: bool = False,
) -> None:  # fmt: skip
    """The sign of a suit about `x`, `y`."""
    for outline in _SIGNS[suit]:
        canvas.shape(placed(outline, x, y, size / 100, math.pi if turned else 0), fill, line)


def index(canvas: Canvas, rank: str, suit: str) -> None:
    """Rank above suit in one column at the left edge, all that a fan shows, and turned at the right."""

    def half(layer: Canvas) -> None:
        layer.text(INDEX_X, _RANK_Y, rank, INDEX_FONT, INDEX_CAP, SUIT[suit], INDEX_WIDEST)
        sign(layer, suit, INDEX_X, _SIGN_Y, 42, SUIT[suit])

    canvas.twice(half)


def notches(canvas: Canvas, line: str, width: float) -> None:
    """Take the places of the two indices out of the panel."""

    def half(layer: Canvas) -> None:
        layer.shape(NOTCH, FACE)
        layer.stroke(NOTCH_EDGE, line, width)

    canvas.twice(half)


def lace(canvas: Canvas, x: float, y: float, radius: float, count: int, line: str, width: float) -> None:
    """A ring woven of `count` ellipses, or of the first multiple of it that is not below eighteen."""
    many = count * max(1, math.ceil(18 / count))
    loop = ellipse(0, 0, radius, radius * 0.42, 120)
    for i in range(many):
        canvas.stroke(placed(loop, x, y, turn=math.pi * i / many), line, width)


def spots(count: int) -> tuple[Point, ...]:
    """Where the pips of a card stand."""
    if count in _FEW:
        return _FEW[count]
    top, bottom, middle = 74.0, 326.0, 200.0
    third = (bottom - top) / 3
    rows = [top, top + third, bottom - third, bottom] if count >= 9 else [top, middle, bottom]
    upper = (MIDDLE, (rows[0] + rows[1]) / 2)
    lower = (MIDDLE, (rows[-2] + rows[-1]) / 2)
    between = {7: [upper], 8: [upper, lower], 9: [(MIDDLE, middle)], 10: [upper, lower]}[count]
    return (*((x, y) for y in rows for x in (93.0, 157.0)), *between)


def pip_card(suit: str, count: int) -> Image.Image:
    """The master of a card from 1 to 4 or from 7 to 10."""
    canvas = Canvas()
    canvas.box(0, 0, WIDTH, HEIGHT, 0, fill=FACE)
    canvas.box(*PANEL, 11, line=SUIT_LIGHT[suit], width=1.6)
    notches(canvas, SUIT_LIGHT[suit], 1.6)
    if count == 1:
        lace(canvas, MIDDLE, 200, 78, 12, SUIT_LIGHT[suit], 0.6)
        canvas.disc(MIDDLE, 200, 62, fill=FACE, line=SUIT_LIGHT[suit], width=1.4)
    for x, y in spots(count):
        sign(canvas, suit, x, y, _SIZES.get(count, _SIZE), SUIT[suit], turned=y > 210)
    index(canvas, str(count), suit)
    return canvas.master(FACE_EDGE)
