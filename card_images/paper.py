"""A sheet of paper on the felt, the canvas of charts and score sheets. Pixels."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from card_images.badges import Badge, Badges
from card_images.felt import MARGIN, PICTURE_WIDTH, felt
from card_images.lettering import write
from card_images.palette import FACE, FACE_EDGE, SEATS
from card_images.paths import Points, ellipse, placed, star

_SCALE: Final = 2  # drawn this many times as large, then averaged down
_MARKS: Final[tuple[Points, ...]] = (
    ellipse(0, 0, 48),
    ((-44, -44), (44, -44), (44, 44), (-44, 44)),
    ((0, -62), (62, 0), (0, 62), (-62, 0)),
    ((0, -60), (58, 44), (-58, 44)),
    star(5, 64, 28),
)
"""The mark of each seat on its line, which tells the lines apart besides their colours."""


def plain(value: int) -> str:
    """Format a number, with a typographic minus sign."""
    return str(value).replace("-", "\u2212")


def signed(value: int) -> str:
    """Format a gain with a plus and a loss with a minus sign."""
    return f"+{value}" if value > 0 else plain(value)


class Paper:
    """A canvas for lines, boxes, marks, texts and badges; coordinates are pixels of the picture.

    Args:
        height: Height of the picture, which has the sheet of paper and a margin of felt around it.
        badges: Draws the badges on it.
    """

    def __init__(self, height: int, badges: Badges) -> None:
        self._height = height
        self._badges = badges
        self._laid: list[Callable[[Image.Image], None]] = []
        """What is laid on the finished sheet, whose edges are smooth already."""
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

    def mark(self, seat: int, x: float, y: float, size: float) -> None:
        """Draw the mark of a seat centred on a point, on a light halo."""
        for ring, colour in ((1.4, FACE), (1.0, SEATS[seat])):
            self._draw.polygon(self._scaled(placed(_MARKS[seat], x, y, size * ring / 100)), fill=colour)

    def text(self, x: float, y: float, text: str, colour: str, anchor: str, size: int) -> None:
        """Write a line whose capitals are centred on `y`; anchors are those of `lettering.write`."""
        write(self._draw, x * _SCALE, y * _SCALE, text, size * _SCALE, colour, anchor)

    def badge(self, badge: Badge, x: float, y: float, size: int) -> None:
        """Draw a badge centred on a point."""
        self._laid.append(lambda image: self._badges.lay(image, badge, x, y, size))

    def finished(self) -> Image.Image:
        """Return the sheet on the felt, RGB."""
        image = felt(PICTURE_WIDTH, self._height)
        image.paste(self._paper.reduce(_SCALE), (0, 0), _mask(self._height))
        for lay in self._laid:
            lay(image)
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
