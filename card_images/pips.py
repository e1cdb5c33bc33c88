"""The plain suit cards, and what all cards share: suit signs, ornaments and corner indices. Card units.

Hearts are broad and diamonds narrow, spades stand on a foot and clubs are three distinct discs: the shapes
stay distinguishable when they are small, upside down or grey. An index is a column at the left edge, repeated
upside down at the right: the rank above the suit sign, all that a fan shows of a card. The large style, for
small screens and low vision, has figures two thirds larger and a smaller picture.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import Final, NamedTuple

from PIL import Image

from card_images.canvas import (
    HEIGHT,
    INDEX_FONT,
    MIDDLE,
    WIDTH,
    Canvas,
    Point,
    Points,
    ellipse,
    mirror,
    path,
    petal,
    placed,
    star,
)
from card_images.palette import (
    FACE,
    FACE_EDGE,
    GOLD,
    GOLD_LIGHT,
    HONOUR_INDEX,
    NIGHT,
    NIGHT_INDEX,
    SUIT,
    SUIT_LIGHT,
    mix,
)  # fmt: skip

# Each fits a square of 100 units centred on the origin.
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
_LEAVES: Final = (  # height on the stem, angle (radians), length
    (16, -1.0, 17), (16, 1.0, 17), (29, -0.9, 17), (29, 0.9, 17), (42, -0.75, 14), (42, 0.75, 14),
    (46, 0, 17),
)  # fmt: skip


def outlines(suit: str) -> tuple[Points, ...]:
    """Return the outlines of a suit sign; they fit a square of 100 units about the origin."""
    return _SIGNS[suit]


def sign(
    canvas: Canvas, suit: str, x: float, y: float, size: float, fill: str,
    *, line: str | None = None, turned: bool = False,
) -> None:  # fmt: skip
    for outline in outlines(suit):
        canvas.shape(placed(outline, x, y, size / 100, math.pi if turned else 0), fill, line)


def lace(canvas: Canvas, x: float, y: float, radius: float, count: int, line: str, width: float) -> None:
    """Draw a ring of interlaced ellipses: `count` of them, or its smallest multiple that is at least 12."""
    many = count * max(1, math.ceil(12 / count))
    loop = ellipse(0, 0, radius, radius * 0.42, 120)
    for i in range(many):
        canvas.stroke(placed(loop, x, y, turn=math.pi * i / many), line, width)


def spray(canvas: Canvas, x: float, y: float, colour: str, *, turn: float = 0.0, scale: float = 1.0) -> None:
    """Draw a twig with seven leaves, upwards from `x`, `y` or rotated clockwise by `turn` radians."""
    canvas.stroke(placed([(0, -4), (0, -48)], x, y, scale, turn), colour, 1.6 * scale)
    for up, side, length in _LEAVES:
        leaf = placed(petal(8, length), 0, -up, 1.0, side)
        canvas.shape(placed(leaf, x, y, scale, turn), colour)


SKUS_INDEX: Final = "*"  # drawn as a star


class Style(Enum):
    """The size of the indices, chosen by the player."""

    STANDARD = "standard"
    LARGE = "large"


class Column(NamedTuple):
    """The geometry of an index: centre of the column, rank and sign, and the notch cut out around them."""

    x: float
    cap: float
    widest: float
    rank_y: float
    sign_y: float
    sign: float
    wide: float
    deep: float

    def outline(self, left: float, top: float) -> Points:
        """The outline of the notch; `left`, `top` is its upper left corner; the lower right one is round."""
        w, d = self.wide, self.deep
        round_ = f"L {w} {d - 12} C {w} {d - 5} {w - 5} {d} {w - 12} {d}"
        return path(f"M {left} {top} L {w} {top} {round_} L {left} {d}")

    def edge(self, left: float, top: float) -> Points:
        """The two edges of the notch that lie within the card."""
        w, d = self.wide, self.deep
        return path(f"M {w} {top} L {w} {d - 12} C {w} {d - 5} {w - 5} {d} {w - 12} {d} L {left} {d}")


_ON_FACE: Final = {
    Style.STANDARD: Column(33, 52, 47, 45, 104, 42, 64, 134),
    Style.LARGE: Column(40, 88, 62, 60, 150, 56, 78, 188),
}
_ON_NIGHT: Final = {
    Style.STANDARD: Column(36.5, 52, 45, 47, 102, 30, 62, 130),
    Style.LARGE: Column(44, 88, 56, 62, 131, 32, 78, 156),
}
LEFT: Final = {Style.STANDARD: (10, 60), Style.LARGE: (9, 73)}
"""The left and right edges of the index."""
LOWEST: Final = {Style.STANDARD: 126, Style.LARGE: 180}
"""The lower edge of the index."""


def notches(canvas: Canvas, line: str, width: float, style: Style) -> None:
    """Cut the places of the two indices out of the panel."""
    column = _ON_FACE[style]

    def half(layer: Canvas) -> None:
        layer.shape(column.outline(0, 0), FACE)
        layer.stroke(column.edge(40, 24), line, width)

    canvas.at_both_ends(half)


def index(canvas: Canvas, rank: str, suit: str, style: Style) -> None:
    column = _ON_FACE[style]

    def half(layer: Canvas) -> None:
        layer.text(column.x, column.rank_y, rank, INDEX_FONT, column.cap, SUIT[suit], column.widest)
        sign(layer, suit, column.x, column.sign_y, column.sign, SUIT[suit])

    canvas.at_both_ends(half)


def _plate(canvas: Canvas, column: Column) -> None:
    w, d = column.wide, column.deep
    sides = f"L {w} {d - 12} C {w} {d - 5} {w - 5} {d} {w - 12} {d} L 12 {d}"
    canvas.shape(path(f"M 19 12 L {w} 12 {sides} L 12 19 C 12 15 15 12 19 12"), GOLD_LIGHT)
    canvas.stroke(column.edge(12, 12), GOLD, 1.6)


def tarock_index(canvas: Canvas, label: str, style: Style, *, honour: bool) -> None:
    """Draw the index of a tarock, an Arabic number above a star, for the honours on a gold plate."""
    column = _ON_NIGHT[style]
    ink = HONOUR_INDEX if honour else NIGHT_INDEX

    def half(layer: Canvas) -> None:
        if honour:
            _plate(layer, column)
        if label == SKUS_INDEX:
            tips = star(5, column.widest * 0.52, column.widest * 0.215)
            layer.shape(placed(tips, column.x, column.rank_y + 1), ink)
        else:
            layer.text(column.x, column.rank_y, label, INDEX_FONT, column.cap, ink, column.widest)
        small = star(4, column.sign * 0.5, column.sign * 0.2)
        layer.shape(placed(small, column.x, column.sign_y), NIGHT if honour else GOLD_LIGHT)

    canvas.at_both_ends(half)


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
