"""A sheet of paper on the felt, on which numbers stand: charts, score sheets. Pixels.

A seat is known by the sign and the colour of a suit: no names stand in pictures, and whoever cannot tell the
colours has the signs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from card_images.canvas import FONTS, INDEX_FONT
from card_images.palette import FACE, FACE_EDGE, FLOWERS, SUIT
from card_images.paths import Points, placed
from card_images.signs import STAR, outlines
from card_images.table import MARGIN, PICTURE_WIDTH, felt

SEATS: Final = f"SHDC{STAR}"
"""The suit whose sign and colour a seat has, the first seat first; a fifth has a star."""
SEAT_COLOURS: Final = {**SUIT, STAR: FLOWERS[4][0]}
_FINE: Final = 2  # drawn so many times as large and averaged down
_DIGITS: Final = 30  # height of capitals


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont:
    path = FONTS / f"{INDEX_FONT}.ttf"
    return ImageFont.truetype(path, round(size / 0.7), layout_engine=ImageFont.Layout.BASIC)


def plain(value: int) -> str:
    """A number as it stands in pictures."""
    return str(value).replace("-", "\u2212")


def signed(value: int) -> str:
    """A gain with its plus, a loss with its minus."""
    return f"+{value}" if value > 0 else plain(value)


class Paper:
    """A sheet as wide as a picture: lines, boxes, signs and numbers, placed in pixels of the picture.

    Args:
        height: the height of the picture; the sheet leaves a margin of felt all around.
    """

    def __init__(self, height: int) -> None:
        self._height = height
        self._paper = Image.new("RGB", (PICTURE_WIDTH * _FINE, height * _FINE), FACE)
        self._draw = ImageDraw.Draw(self._paper)
        self._draw.rounded_rectangle(_outline(height), 20 * _FINE, outline=FACE_EDGE, width=2 * _FINE)

    def _fine(self, points: Points) -> list[tuple[float, float]]:
        return [(x * _FINE, y * _FINE) for x, y in points]

    def line(self, points: Points, colour: str, width: float) -> None:
        """A line through points."""
        self._draw.line(self._fine(points), fill=colour, width=round(width * _FINE), joint="curve")

    def box(self, left: float, top: float, right: float, bottom: float, colour: str) -> None:
        """A filled box with round corners."""
        corners = (left * _FINE, top * _FINE, right * _FINE, bottom * _FINE)
        self._draw.rounded_rectangle(corners, 6 * _FINE, fill=colour)

    def sign(self, suit: str, x: float, y: float, size: float) -> None:
        """The sign of a seat about a point."""
        for ring in (1.4, 1.0):  # light about it, so that signs that meet stay apart
            for outline in outlines(suit):
                colour = SEAT_COLOURS[suit] if ring == 1.0 else FACE
                self._draw.polygon(self._fine(placed(outline, x, y, size * ring / 100)), fill=colour)

    def number(self, x: float, y: float, text: str, colour: str, anchor: str, size: int = _DIGITS) -> None:
        """A number whose capitals are so high; the anchor is one of Pillow's."""
        self._draw.text((x * _FINE, y * _FINE), text, colour, _font(size * _FINE), anchor)

    def finished(self) -> Image.Image:
        """The sheet on the felt, RGB."""
        table = felt(PICTURE_WIDTH, self._height)
        table.paste(self._paper.reduce(_FINE), (0, 0), _cut(self._height))
        return table


def _outline(height: int) -> tuple[int, int, int, int]:
    """Where a sheet lies on a picture so high, in fine pixels."""
    return MARGIN * _FINE, MARGIN * _FINE, (PICTURE_WIDTH - MARGIN) * _FINE, (height - MARGIN) * _FINE


@lru_cache(maxsize=8)
def _cut(height: int) -> Image.Image:
    """The mask of a sheet on a picture so high."""
    mask = Image.new("L", (PICTURE_WIDTH * _FINE, height * _FINE))
    ImageDraw.Draw(mask).rounded_rectangle(_outline(height), 20 * _FINE, fill=255)
    return mask.reduce(_FINE)
