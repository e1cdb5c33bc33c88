"""The back of a card, identical for the whole deck."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from card_images.palette import GOLD, NIGHT, NIGHT_DEEP, NIGHT_LACE, NIGHT_RIM

_SCALE: Final = 4  # drawn this many times as large, then averaged down
_FRAME: Final = 16  # pixels from the edge to the frame
_MESH: Final = 24  # pixels between the lines of the lattice


@lru_cache(maxsize=2)
def back(width: int, height: int) -> Image.Image:
    """Return the back of a card, RGB, `width` x `height` pixels."""
    big = Image.new("RGB", (width * _SCALE, height * _SCALE), NIGHT)
    pen = ImageDraw.Draw(big)
    mesh, (across, down) = _MESH * _SCALE, big.size
    for start in range(across // 2 % mesh - down - mesh, across + down, mesh):
        pen.line((start, 0, start + down, down), NIGHT_LACE, 2 * _SCALE)
        pen.line((start + down, 0, start, down), NIGHT_LACE, 2 * _SCALE)
    _lozenge(pen, across, down)
    frame = _FRAME * _SCALE
    pen.rectangle((0, 0, across, down), outline=NIGHT_RIM, width=4 * _SCALE)
    inner = (frame, frame, across - frame, down - frame)
    pen.rounded_rectangle(inner, 10 * _SCALE, outline=GOLD, width=3 * _SCALE)
    return big.reduce(_SCALE)


def _lozenge(pen: ImageDraw.ImageDraw, across: int, down: int) -> None:
    """Draw the lozenge in the middle; it has no right way up."""
    x, y = across // 2, down // 2
    for size, colour in ((64, GOLD), (58, NIGHT_DEEP), (34, NIGHT_LACE)):
        wide, high = size * _SCALE, size * _SCALE * 3 // 2
        pen.polygon(((x, y - high), (x + wide, y), (x, y + high), (x - wide, y)), colour)
