"""The signs of the four suits, and ornaments. Card units.

Hearts are broad and diamonds narrow, spades stand on a foot and clubs are three distinct discs: the shapes
stay distinguishable when they are small, upside down or grey.
"""

from __future__ import annotations

import math
from typing import Final

from card_images.canvas import Canvas
from card_images.paths import Points, ellipse, mirror, path, petal, placed

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
_STAR: Final = tuple(
    (math.sin(math.pi * i / 5) * radius, -math.cos(math.pi * i / 5) * radius)
    for i in range(10)
    for radius in ((52, 22)[i % 2],)
)
STAR: Final = "T"
"""The sign of the fifth seat; the first four have the signs of the suits."""
_SIGNS: Final[dict[str, tuple[Points, ...]]] = {
    "S": (_SPADE,),
    "H": (_HEART,),
    "D": (_DIAMOND,),
    "C": (
        ellipse(0, -25, 24), ellipse(-25, 11, 24), ellipse(25, 11, 24),
        ((-9, -8), (9, -8), (12, 12), (-12, 12)), _CLUB_STEM,
    ),
    "T": (_STAR,),
}  # fmt: skip
_LEAVES: Final = (  # height on the stem, angle (radians), length
    (16, -1.0, 17), (16, 1.0, 17), (29, -0.9, 17), (29, 0.9, 17), (42, -0.75, 14), (42, 0.75, 14),
    (46, 0, 17),
)  # fmt: skip


def outlines(suit: str) -> tuple[Points, ...]:
    """Return the outlines of a suit sign or the star; they fit a square of 100 units about the origin."""
    return _SIGNS[suit]


def sign(
    canvas: Canvas, suit: str, x: float, y: float, size: float, fill: str,
    *, line: str | None = None, turned: bool = False,
) -> None:  # fmt: skip
    """Draw a suit sign centred on `x`, `y`."""
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
