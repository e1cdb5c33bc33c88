"""The court cards: double-headed figures, divided by a diagonal sash. Card units."""

from __future__ import annotations

import math
from typing import Final

from PIL import Image

from card_images.canvas import Canvas, polygon_mask, rotationally_symmetric, rounded_mask
from card_images.cavalls_and_jacks import horse, jack, rider
from card_images.indices import Style, index, notches
from card_images.kings_and_queens import king, queen
from card_images.palette import FACE, FACE_EDGE, GOLD, GOLD_LIGHT, LINE, SUIT, SUIT_LIGHT, mix
from card_images.paths import HEIGHT, MIDDLE, WIDTH, Point
from card_images.pips import PANEL

_RAYS: Final = 26
_SASH: Final = ((LINE, 9.0), (GOLD, 6.8), (GOLD_LIGHT, 1.6))  # colour and width of its stripes, widest first


def sunburst(canvas: Canvas, hub: Point, rays: int, ground: str, ray: str) -> None:
    """Fill the card with a background and rays from one point."""
    canvas.box(0, 0, WIDTH, HEIGHT, 0, fill=ground)
    x, y = hub
    for i in range(rays):
        start, end = math.tau * i / rays, math.tau * (i + 0.5) / rays
        far = [(x + 400 * math.cos(angle), y + 400 * math.sin(angle)) for angle in (start, end)]
        canvas.shape([hub, *far], ray)


def half_figure(zoom: float, right: float = 0.0, down: float = 0.0) -> Canvas:
    """Return a canvas for a figure enlarged by `zoom` and moved, its head just below the top of the panel."""
    return Canvas(zoom=zoom, left=MIDDLE * (1 - zoom) + right, top=30 - 34 * zoom + down)


def double_headed(half: Canvas, panel: Image.Image, slope: float) -> Canvas:
    """Join a half figure and its rotated copy within the panel; the sash between them falls `slope` units."""
    left, right = (HEIGHT + slope) / 2, (HEIGHT - slope) / 2
    half.clip(polygon_mask([(0, 0), (WIDTH, 0), (WIDTH, right), (0, left)]))
    both = Canvas()
    both.composite(half)
    both.composite(half, rotated=True)
    for colour, width in _SASH:
        rise = width / 2 * math.hypot(1, slope / WIDTH)
        both.shape([(0, left - rise), (WIDTH, right - rise), (WIDTH, right + rise), (0, left + rise)], colour)
    both.clip(panel)
    return both


def _mounted(suit: str, style: Style) -> Canvas:
    """Draw the rider behind the head of his horse, both smaller beside a large index."""
    canvas = Canvas()
    large = style is Style.LARGE
    rider_canvas = half_figure(1.02, right=44, down=10) if large else half_figure(1.12, right=20, down=2)
    horse_canvas = half_figure(0.94, right=22, down=16) if large else half_figure(1.04, right=-2, down=5)
    rider(rider_canvas, suit)
    horse(horse_canvas, suit)
    canvas.composite(rider_canvas)
    canvas.composite(horse_canvas)
    return canvas


def _half(rank: str, suit: str, style: Style) -> Canvas:
    half = Canvas()
    offset = 44 if rank == "C" and style is Style.LARGE else 0  # keeps the rays centred on the head
    sunburst(half, (MIDDLE + offset, 104), _RAYS, "#FFFDF6", mix(FACE, SUIT_LIGHT[suit], 0.4))
    if rank == "C":
        half.composite(_mounted(suit, style))
        return half
    figure = half_figure(1.16)
    {"K": king, "Q": queen, "J": jack}[rank](figure, suit)
    half.composite(figure)
    return half


def court(rank: str, suit: str, style: Style = Style.STANDARD) -> Image.Image:
    """Draw the master of a king, queen, cavall or jack; rotating it by 180 degrees changes nothing."""
    canvas = Canvas()
    canvas.box(0, 0, WIDTH, HEIGHT, 0, fill=FACE)
    canvas.composite(double_headed(_half(rank, suit, style), rounded_mask(*PANEL, 10), 40))
    left, top, right, bottom = PANEL
    canvas.box(left - 1, top - 1, right + 1, bottom + 1, 11, line=SUIT[suit], width=2)
    notches(canvas, SUIT[suit], 2, style)
    index(canvas, rank, suit, style)
    return rotationally_symmetric(canvas.master(FACE_EDGE))
