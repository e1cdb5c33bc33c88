"""A sheet of paper on the felt, the canvas of charts and score sheets. Pixels.

Pictures contain no names: a seat is identified by the sign of a suit and, redundantly, by its colour.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from card_images.canvas import FONTS, INDEX_FONT
from card_images.felt import MARGIN, PICTURE_WIDTH, felt
from card_images.palette import FACE, FACE_EDGE, FLOWERS, SUIT
from card_images.paths import Points, placed
from card_images.signs import STAR, outlines

SEATS: Final = f"SHDC{STAR}"
"""The sign that identifies each seat: a suit, and a star for the fifth seat."""
SEAT_COLOURS: Final = {**SUIT, STAR: FLOWERS[4][0]}
_SCALE: Final = 2  # drawn this many times as large, then averaged down
_DIGITS: Final = 30  # cap height


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont:
    path = FONTS / f"{INDEX_FONT}.ttf"
    return ImageFont.truetype(path, round(size / 0.7), layout_engine=ImageFont.Layout.BASIC)


def plain(value: int) -> str:
    """Format a number, with a typographic minus sign."""
    return str(value).replace("-", "\u2212")


def signed(value: int) -> str:
    """Format a gain with a plus and a loss with a minus sign."""
    return f"+{value}" if value > 0 else plain(value)


class Paper:
    """A canvas for lines, boxes, signs and numbers; coordinates are pixels of the picture.

    Args:
        height: Height of the picture, which has the sheet of paper and a margin of felt around it.
    """

    def __init__(self, height: int) -> None:
        self._height = height
        self._paper = Image.new("RGB", (PICTURE_WIDTH * _SCALE, height * _SCALE), FACE)
        self._draw = ImageDraw.Draw(self._paper)
        self._draw.rounded_rectangle(_outline(height), 20 * _SCALE, outline=FACE_EDGE, width=2 * _SCALE)

    def _scaled(self, points: Points) -> list[tuple[float, float]]:
        return [(x * _SCALE, y * _SCALE) for x, y in points]

    def line(self, points: Points, colour: str, width: float) -> None:
        """Draw a line through the points."""
        self._draw.line(self._scaled(points), fill=colour, width=round(width * _SCALE), joint="curve")

    def box(self, left: float, top: float, right: float, bottom: float, colour: str) -> None:
        """Draw a filled rectangle with rounded corners."""
        corners = (
            left * _SCALE,
            top * _SCALE,
            right * _SCALE,
            bottom * _SCALE,
        )
        self._draw.rounded_rectangle(corners, 6 * _SCALE, fill=colour)

    def sign(self, suit: str, x: float, y: float, size: float) -> None:
        """Draw the sign of a seat centred on a point."""
        for ring in (1.4, 1.0):  # first a light halo, so that overlapping signs stay distinct
            for outline in outlines(suit):
                colour = SEAT_COLOURS[suit] if ring == 1.0 else FACE
                self._draw.polygon(self._scaled(placed(outline, x, y, size * ring / 100)), fill=colour)

    def number(self, x: float, y: float, text: str, colour: str, anchor: str, size: int = _DIGITS) -> None:
        """Draw a number with cap height `size`; `anchor` is a text anchor of Pillow."""
        self._draw.text((x * _SCALE, y * _SCALE), text, colour, _font(size * _SCALE), anchor)

    def finished(self) -> Image.Image:
        """Return the sheet on the felt, RGB."""
        image = felt(PICTURE_WIDTH, self._height)
        image.paste(self._paper.reduce(_SCALE), (0, 0), _mask(self._height))
        return image


def _outline(height: int) -> tuple[int, int, int, int]:
    """The box of the sheet on a picture of this height, in supersampled pixels."""
    edge = MARGIN * _SCALE
    return edge, edge, PICTURE_WIDTH * _SCALE - edge, height * _SCALE - edge


@lru_cache(maxsize=8)
def _mask(height: int) -> Image.Image:
    """The mask of the sheet on a picture of this height."""
    mask = Image.new("L", (PICTURE_WIDTH * _SCALE, height * _SCALE))
    ImageDraw.Draw(mask).rounded_rectangle(_outline(height), 20 * _SCALE, fill=255)
    return mask.reduce(_SCALE)
