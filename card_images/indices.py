"""The index of a card: its rank above its suit sign, all that a fan shows of a card. Card units.

An index is a column at the left edge, repeated upside down at the right. The large style, for small screens
and low vision, has figures two thirds larger and a smaller picture.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from card_images.canvas import INDEX_FONT, Canvas
from card_images.palette import (
    FACE,
    GOLD,
    GOLD_LIGHT,
    HONOUR_INDEX,
    NIGHT,
    NIGHT_INDEX,
    SUIT,
)  # fmt: skip
from card_images.paths import Points, path, placed, star
from card_images.signs import sign

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
    """Draw the index of a suit card, in the suit's colour."""
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
