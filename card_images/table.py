"""The felt that every picture is laid on, and what a finished picture is sent as.

A picture is sent as a PNG of few colours, the same for all pictures: drawn in any colours, then put into the
nearest of the inks. That takes a third of the time and of the bytes of a PNG in full colour.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

from PIL import Image, ImageColor, ImageDraw

from card_images.inks import INKS
from card_images.palette import felt_tones

PICTURE_WIDTH: Final = 1200  # two to three pixels to one of a phone's chat, twice a desktop's
MARGIN: Final = 30
EXTENSION: Final = "png"
_QUICK, _THOROUGH = 4, 6  # levels of compression: six takes twice the time for a tenth of the bytes less
_LARGE: Final = 500_000  # pixels, from which on a picture is written thoroughly at once
_BUDGET: Final = 80_000  # bytes that a smaller one may have; only hands full of courts have more
_CORNER: Final = 28
_EDGES: Final = 8  # steps from nothing to felt along the round corners


@lru_cache(maxsize=8)
def _cloth(width: int, height: int) -> Image.Image:
    """The felt, light in the middle."""
    dark = Image.radial_gradient("L").resize((width * 2, height * 2), Image.Resampling.BICUBIC)
    dark = dark.crop((width // 2, height // 4, width // 2 + width, height // 4 + height))
    tones = felt_tones()
    last = len(tones) - 1
    cloth = dark.point([min(last, round(value * 1.25 / 255 * last)) for value in range(256)])
    cloth.putpalette([part for tone in tones for part in ImageColor.getrgb(tone)])
    return cloth.convert("RGB")


@lru_cache(maxsize=1)
def inks() -> Image.Image:
    """An image that holds the palette of all pictures: the inks, and after them the felt as it fades out."""
    # Of equal colours the first is taken: nothing that is drawn becomes transparent.
    colours = [*INKS, *felt_tones()[-1:] * _EDGES]
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in colours for part in ImageColor.getrgb(colour)[:3]])
    return image


_OPACITY: Final = bytes([255] * len(INKS) + [round(255 * i / _EDGES) for i in range(_EDGES)])


@lru_cache(maxsize=1)
def _corner() -> tuple[Image.Image, Image.Image]:
    """The upper left corner: its fading inks, and a mask of where they go."""
    big = Image.new("L", (_CORNER * 8, _CORNER * 8), 255)
    ImageDraw.Draw(big).pieslice((0, 0, _CORNER * 16, _CORNER * 16), 180, 270, fill=0)
    gone = big.reduce(8)
    kept = gone.point([round((255 - value) / 255 * _EDGES) for value in range(256)])
    fading = kept.point([len(INKS) + value if value < _EDGES else 0 for value in range(256)])
    return fading, kept.point([0 if value >= _EDGES else 255 for value in range(256)])


def _rounded(picture: Image.Image) -> None:
    fading, mask = _corner()
    right, bottom = picture.width - _CORNER, picture.height - _CORNER
    across, down = Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM
    for x, y, turns in (
        (0, 0, ()),
        (right, 0, (across,)),
        (0, bottom, (down,)),
        (right, bottom, (across, down)),
    ):
        ink, where = fading, mask
        for turn in turns:
            ink, where = ink.transpose(turn), where.transpose(turn)
        picture.paste(ink, (x, y), where)


def felt(width: int, height: int) -> Image.Image:
    """An empty table, RGB, of so many pixels."""
    return _cloth(width, height).copy()


def encode(table: Image.Image) -> bytes:
    """The picture as it is sent, its corners round and transparent: right on dark and on light pages."""
    picture = table.quantize(palette=inks(), dither=Image.Dither.NONE)
    _rounded(picture)
    small = picture.width * picture.height < _LARGE
    data = _written(picture, _QUICK if small else _THOROUGH)
    return _written(picture, _THOROUGH) if small and len(data) > _BUDGET else data


def _written(picture: Image.Image, level: int) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=level, transparency=_OPACITY)
    return file.getvalue()
