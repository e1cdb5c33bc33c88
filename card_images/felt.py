"""The green felt behind every picture, and the measures that all pictures share. Pixels."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageColor

from card_images.palette import felt_tones

PICTURE_WIDTH: Final = 1200  # two to three times the width of a chat on a phone, twice that on a desktop
MARGIN: Final = 30
# Discord lays a button with the description over the lower left corner: what must be read lies elsewhere.


@lru_cache(maxsize=8)
def _cloth(width: int, height: int) -> Image.Image:
    """The felt, brightest in the middle, RGB."""
    dark = Image.radial_gradient("L").resize((width * 2, height * 2), Image.Resampling.BICUBIC)
    dark = dark.crop((width // 2, height // 4, width // 2 + width, height // 4 + height))
    tones = felt_tones()
    last = len(tones) - 1
    cloth = dark.point([min(last, round(value * 1.25 / 255 * last)) for value in range(256)])
    cloth.putpalette([part for tone in tones for part in ImageColor.getrgb(tone)])
    return cloth.convert("RGB")


def felt(width: int, height: int) -> Image.Image:
    """Return a new image of plain felt, RGB, `width` x `height` pixels."""
    return _cloth(width, height).copy()
