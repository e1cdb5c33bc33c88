"""The felt that every picture is laid on, and what a finished picture is sent as."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from card_images.palette import FELT_DARK, FELT_LIGHT

PICTURE_WIDTH: Final = 1200  # two to three pixels to one of a phone's chat, twice a desktop's
MARGIN: Final = 30
EXTENSION: Final = "webp"
# WebP: half the bytes of a PNG with a palette, without its torn petals and bands in the felt. Method 2 takes
# half the time of 4 for the same size. Two rows of cards are many edges: they get a quality that keeps a
# hand of sixteen below 100 kB, and twice enlarged still looks the same.
_QUALITY: Final = 80
_QUALITY_OF_LARGE: Final = 66
_LARGE: Final = 600_000  # pixels
_METHOD: Final = 2
_CORNER: Final = 28


@lru_cache(maxsize=4)
def _cloth(width: int, height: int) -> Image.Image:
    light = Image.radial_gradient("L").resize((width * 2, height * 2), Image.Resampling.BICUBIC)
    light = light.crop((width // 2, height // 4, width // 2 + width, height // 4 + height))
    dark = light.point(lambda value: min(255, value * 1.25))
    return Image.composite(
        Image.new("RGB", (width, height), FELT_DARK), Image.new("RGB", (width, height), FELT_LIGHT), dark
    )


@lru_cache(maxsize=4)
def _shape(width: int, height: int) -> Image.Image:
    mask = Image.new("L", (width * 4, height * 4))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width * 4 - 1, height * 4 - 1), _CORNER * 4, fill=255)
    return mask.reduce(4)


def felt(width: int, height: int) -> Image.Image:
    """An empty table, RGB, of so many pixels."""
    return _cloth(width, height).copy()


def encode(table: Image.Image) -> bytes:
    """The picture as it is sent, its corners round and transparent: right on dark and on light pages."""
    table.putalpha(_shape(*table.size))
    file = io.BytesIO()
    quality = _QUALITY if table.width * table.height < _LARGE else _QUALITY_OF_LARGE
    table.save(file, EXTENSION, quality=quality, method=_METHOD)
    return file.getvalue()
