"""Cards at the size of the pictures (240 x 384 pixels), bright or dimmed, upright or turned.

A turned card is a tile, its face amid the colour of its shadow, and a stencil that says how much of the tile
covers what lies below: all of it within the card, less and less of it about the card. So one paste lays down
both the card and its shadow. Stencils are the same for all cards; angles are whole half degrees so that they
meet again.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bot.rules.cards import TAROCK, Card
from card_images.backs import back
from card_images.caches import Cache
from card_images.canvas import CORNER
from card_images.deck import Deck
from card_images.indices import Style
from card_images.palette import FACE_EDGE, FELT_SHADOW, GOLD_LIGHT, NIGHT_EDGE, SHADE
from card_images.paths import HEIGHT, WIDTH

CARD_WIDTH: Final = 240
CARD_HEIGHT: Final = CARD_WIDTH * HEIGHT // WIDTH
UNIT: Final = CARD_WIDTH / WIDTH  # pixels to a card unit
BLEED: Final = 2  # the edge's colour goes on this far, so that turning mixes no black into the edge
_SPREAD: Final = 23  # room for shadow and glow
_GREYER: Final = 0.22
_MEGABYTE: Final = 1_000_000
_ROWS: Final = 24
_Key: TypeAlias = tuple[Card, bool, Style, int, int]
"""A card, whether it is dimmed, its style, its angle, and how many rows of it there are."""


def dimmed(image: Image.Image) -> Image.Image:
    """A card that may not be played: a little greyer, then multiplied by a shade.

    Multiplied, not mixed with the felt: that would take the contrast from the index.
    """
    grey = Image.blend(image, image.convert("L").convert("RGB"), _GREYER)
    return ImageChops.multiply(grey, Image.new("RGB", image.size, SHADE))


def _outline(margin: int) -> Image.Image:
    """The mask of an upright card with a margin, in pixels."""
    big = Image.new("L", ((CARD_WIDTH + 2 * margin) * 4, (CARD_HEIGHT + 2 * margin) * 4))
    box = (margin * 4, margin * 4, (margin + CARD_WIDTH) * 4 - 1, (margin + CARD_HEIGHT) * 4 - 1)
    ImageDraw.Draw(big).rounded_rectangle(box, CORNER * UNIT * 4, fill=255)
    return big.reduce(4)


def _turned(image: Image.Image, half_degrees: int) -> Image.Image:
    if half_degrees == 0:
        return image
    return image.rotate(-half_degrees / 2, Image.Resampling.BILINEAR, expand=True)


@lru_cache(maxsize=1)
def _upright() -> Image.Image:
    """How much an upright card covers, its shadow included."""
    blurred = ImageChops.offset(_outline(_SPREAD), -4, 2).filter(ImageFilter.GaussianBlur(6))
    return ImageChops.lighter(_outline(_SPREAD), blurred.point(lambda value: value * 0.55))


@lru_cache(maxsize=1)
def _glow() -> Image.Image:
    return _outline(_SPREAD).filter(ImageFilter.MaxFilter(13)).filter(ImageFilter.GaussianBlur(6))


def _turned_to(image: Image.Image, half_degrees: int, width: int, height: int, rows: int) -> Image.Image:
    """The upper `rows` of an image turned about its middle and laid into `width` x `height` pixels."""
    if half_degrees == 0:
        return image.crop((0, 0, width, rows))
    turn = math.radians(half_degrees / 2)
    cosine, sine = math.cos(turn), math.sin(turn)
    x = (image.width - cosine * width - sine * height) / 2
    y = (image.height + sine * width - cosine * height) / 2
    way = (cosine, sine, x, -sine, cosine, y)
    return image.transform((width, rows), Image.Transform.AFFINE, way, Image.Resampling.BILINEAR)


def _image_bytes(image: Image.Image) -> int:
    return image.width * image.height * (1 if image.mode == "L" else 4)


class Tiles:
    """The tiles of a deck, made when needed and held within 76 MB; safe in several threads."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._faces: Cache[tuple[Card, Style], Image.Image] = Cache(28 * _MEGABYTE, _image_bytes)
        self._turned: Cache[_Key, Image.Image] = Cache(38 * _MEGABYTE, _image_bytes)
        self._stencils: Cache[int, Image.Image] = Cache(10 * _MEGABYTE, _image_bytes)

    @property
    def weight(self) -> int:
        """The bytes of all that is held."""
        return self._faces.weight + self._turned.weight + self._stencils.weight

    def face(self, card: Card, style: Style = Style.STANDARD) -> Image.Image:
        """The upright bright card, RGB, `BLEED` pixels larger than the card on every side."""
        return self._faces.get((card, style), lambda: self._scaled(card, style))

    def _scaled(self, card: Card, style: Style) -> Image.Image:
        master = self._deck.master(card, style)
        edge = NIGHT_EDGE if card.suit == TAROCK else FACE_EDGE
        ground = Image.new("RGBA", master.size, edge)
        ground.alpha_composite(master)
        small = ground.convert("RGB").resize((CARD_WIDTH, CARD_HEIGHT), Image.Resampling.LANCZOS)
        tile = Image.new("RGB", _grown().size, edge)
        tile.paste(small, (BLEED, BLEED))
        return tile

    def _tile(self, key: _Key, size: tuple[int, int]) -> Image.Image:
        card, dim, style, half_degrees, rows = key
        return _turned_to(_shaded(self.face(card, style), dim=dim), half_degrees, *size, rows)

    def lay(
        self, table: Image.Image, card: Card, x: float, y: float,
        *, half_degrees: int = 0, dim: bool = False, glow: bool = False, style: Style = Style.STANDARD,
    ) -> None:  # fmt: skip
        """Lay a card on an RGB table, its middle at `x`, `y` (pixels), turned, or upright with a glow."""
        stencil = self._stencils.get(half_degrees, lambda: _turned(_upright(), half_degrees))
        left, top = _corner(stencil, x, y)
        # What lies below the picture is not turned; in steps, so that tiles are met again.
        rows = min(stencil.height, -(-(table.height - top) // _ROWS) * _ROWS)
        key = (card, dim, style, half_degrees, rows)
        tile = self._turned.get(key, lambda: self._tile(key, stencil.size))
        if glow:
            table.paste(GOLD_LIGHT, _corner(_glow(), x, y), _glow())
        table.paste(tile, (left, top), stencil.crop((0, 0, stencil.width, rows)))

    def lay_back(self, table: Image.Image, x: float, y: float, *, dim: bool = False) -> None:
        """Lay a card face down on an RGB table, its middle at `x`, `y` (pixels)."""
        face = back(CARD_WIDTH + 2 * BLEED, CARD_HEIGHT + 2 * BLEED)
        table.paste(_shaded(face, dim=dim), _corner(_upright(), x, y), _upright())


def _shaded(face: Image.Image, *, dim: bool) -> Image.Image:
    """An upright face amid the colour of its shadow."""
    shaded = Image.new("RGB", (CARD_WIDTH + 2 * _SPREAD, CARD_HEIGHT + 2 * _SPREAD), FELT_SHADOW)
    shaded.paste(dimmed(face) if dim else face, (_SPREAD - BLEED, _SPREAD - BLEED), _grown())
    return shaded


@lru_cache(maxsize=1)
def _grown() -> Image.Image:
    """The mask of a card that has grown by its bleed."""
    size = (CARD_WIDTH + 2 * BLEED, CARD_HEIGHT + 2 * BLEED)
    mask = Image.new("L", size)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), CORNER * UNIT + BLEED, fill=255)
    return mask


def _corner(image: Image.Image, x: float, y: float) -> tuple[int, int]:
    return round(x - image.width / 2), round(y - image.height / 2)
