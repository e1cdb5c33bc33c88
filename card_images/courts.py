"""The court cards: a figure, its twin turned by half a circle, and a sash between them. Card units."""

from __future__ import annotations

import math
from typing import Final

from PIL import Image

from card_images.canvas import Canvas, polygon, rounded, same_from_both_ends
from card_images.indices import Style, index, notches
from card_images.palette import FACE, FACE_EDGE, GOLD, GOLD_LIGHT, LINE, SUIT, SUIT_LIGHT, mix
from card_images.paths import HEIGHT, MIDDLE, WIDTH, Point
from card_images.pips import PANEL
from card_images.retinue import horse, jack, rider
from card_images.royals import king, queen

_RAYS: Final = 26
_SASH: Final = ((LINE, 9.0), (GOLD, 6.8), (GOLD_LIGHT, 1.6))  # colour and width, widest first


def burst(canvas: Canvas, hub: Point, rays: int, ground: str, ray: str) -> None:
    """Fill the card with a ground and rays from one point."""
    canvas.box(0, 0, WIDTH, HEIGHT, 0, fill=ground)
    x, y = hub
    for i in range(rays):
        start, end = math.tau * i / rays, math.tau * (i + 0.5) / rays
        far = [(x + 400 * math.cos(angle), y + 400 * math.sin(angle)) for angle in (start, end)]
        canvas.shape([hub, *far], ray)


def half_figure(zoom: float, right: float = 0.0, down: float = 0.0) -> Canvas:
    """A canvas on which a figure stands `zoom` times as large, its head below the upper edge of the panel."""
    return Canvas(zoom=zoom, left=MIDDLE * (1 - zoom) + right, top=30 - 34 * zoom + down)


def double_headed(half: Canvas, panel: Image.Image, slope: float) -> Canvas:
    """The half figure and its turned twin in their panel, with a sash between that falls `slope` units."""
    left, right = (HEIGHT + slope) / 2, (HEIGHT - slope) / 2
    half.clip(polygon([(0, 0), (WIDTH, 0), (WIDTH, right), (0, left)]))
    both = Canvas()
    both.stamp(half)
    both.stamp(half, turned=True)
    for colour, width in _SASH:
        rise = width / 2 * math.hypot(1, slope / WIDTH)
        both.shape([(0, left - rise), (WIDTH, right - rise), (WIDTH, right + rise), (0, left + rise)], colour)
    both.clip(panel)
    return both


def _mounted(suit: str, style: Style) -> Canvas:
    """The rider behind his horse's head; beside a large index both are smaller."""
    canvas = Canvas()
    large = style is Style.LARGE
    man = half_figure(1.02, right=44, down=10) if large else half_figure(1.12, right=20, down=2)
    beast = half_figure(0.94, right=22, down=16) if large else half_figure(1.04, right=-2, down=5)
    rider(man, suit)
    horse(beast, suit)
    canvas.stamp(man)
    canvas.stamp(beast)
    return canvas


def _half(rank: str, suit: str, style: Style) -> Canvas:
    half = Canvas()
    aside = 44 if rank == "C" and style is Style.LARGE else 0  # the rays come from behind the head
    burst(half, (MIDDLE + aside, 104), _RAYS, "#FFFDF6", mix(FACE, SUIT_LIGHT[suit], 0.4))
    if rank == "C":
        half.stamp(_mounted(suit, style))
        return half
    figure = half_figure(1.16)
    {"K": king, "Q": queen, "J": jack}[rank](figure, suit)
    half.stamp(figure)
    return half


def court(rank: str, suit: str, style: Style = Style.STANDARD) -> Image.Image:
    """The master of a king, queen, cavall or jack; turned by half a circle it is the same picture."""
    canvas = Canvas()
    canvas.box(0, 0, WIDTH, HEIGHT, 0, fill=FACE)
    canvas.stamp(double_headed(_half(rank, suit, style), rounded(*PANEL, 10), 40))
    left, top, right, bottom = PANEL
    canvas.box(left - 1, top - 1, right + 1, bottom + 1, 11, line=SUIT[suit], width=2)
    notches(canvas, SUIT[suit], 2, style)
    index(canvas, rank, suit, style)
    return same_from_both_ends(canvas.master(FACE_EDGE))
