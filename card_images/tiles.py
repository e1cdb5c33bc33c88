"""Cards at the size of the pictures (240 x 384 pixels), bright or dimmed, upright or turned.

A turned card is an opaque face, a mask and a shadow. Masks and shadows are the same for all cards and
turned once for each angle; angles are whole half degrees so that they meet again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bot.rules.cards import TAROCK, Card
from card_images.backs import back
from card_images.caches import Cache
from card_images.canvas import CORNER
from card_images.deck import Deck
from card_images.palette import FACE_EDGE, FELT_SHADOW, GOLD_LIGHT, NIGHT_EDGE, SHADE
from card_images.paths import HEIGHT, WIDTH

CARD_WIDTH: Final = 240
CARD_HEIGHT: Final = CARD_WIDTH * HEIGHT // WIDTH
UNIT: Final = CARD_WIDTH / WIDTH  # pixels to a card unit
_BLEED: Final = 2  # the edge's colour goes on this far, so that turning mixes no black into the edge
_SPREAD: Final = 28  # room for shadow and glow
_GREYER: Final = 0.22
_MEGABYTE: Final = 1_000_000


@dataclass(frozen=True)
class Stencil:
    """Where a card turned by one angle lies (mask), and the shadow about it; grey images."""

    mask: Image.Image
    shadow: Image.Image


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
def _upright() -> Stencil:
    shadow = ImageChops.offset(_outline(_SPREAD), -4, 2).filter(ImageFilter.GaussianBlur(7))
    return Stencil(_outline(_BLEED), shadow.point(lambda value: value * 0.62))


@lru_cache(maxsize=1)
def _glow() -> Image.Image:
    return _outline(_SPREAD).filter(ImageFilter.MaxFilter(9)).filter(ImageFilter.GaussianBlur(6))


def _stencil(half_degrees: int) -> Stencil:
    upright = _upright()
    return Stencil(_turned(upright.mask, half_degrees), _turned(upright.shadow, half_degrees))


def _image_bytes(image: Image.Image) -> int:
    return image.width * image.height * (1 if image.mode == "L" else 4)


def _stencil_bytes(stencil: Stencil) -> int:
    return _image_bytes(stencil.mask) + _image_bytes(stencil.shadow)


class Tiles:
    """The tiles of a deck, made when needed and held within 72 MB; safe in several threads."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._faces: Cache[tuple[Card, bool], Image.Image] = Cache(28 * _MEGABYTE, _image_bytes)
        self._turned: Cache[tuple[Card, bool, int], Image.Image] = Cache(32 * _MEGABYTE, _image_bytes)
        self._stencils: Cache[int, Stencil] = Cache(12 * _MEGABYTE, _stencil_bytes)

    @property
    def weight(self) -> int:
        """The bytes of all that is held."""
        return self._faces.weight + self._turned.weight + self._stencils.weight

    def face(self, card: Card, *, dim: bool) -> Image.Image:
        """The upright card, RGB, `_BLEED` pixels larger than the card on every side."""
        return self._faces.get((card, dim), lambda: self._scaled(card, dim=dim))

    def _scaled(self, card: Card, *, dim: bool) -> Image.Image:
        if dim:
            return dimmed(self.face(card, dim=False))
        master = self._deck.master(card)
        edge = NIGHT_EDGE if card.suit == TAROCK else FACE_EDGE
        ground = Image.new("RGBA", master.size, edge)
        ground.alpha_composite(master)
        small = ground.convert("RGB").resize((CARD_WIDTH, CARD_HEIGHT), Image.Resampling.LANCZOS)
        tile = Image.new("RGB", (CARD_WIDTH + 2 * _BLEED, CARD_HEIGHT + 2 * _BLEED), edge)
        tile.paste(small, (_BLEED, _BLEED))
        return tile

    def lay(
        self, table: Image.Image, card: Card, x: float, y: float,
        *, half_degrees: int = 0, dim: bool = False, glow: bool = False,
    ) -> None:  # fmt: skip
        """Lay a card on an RGB table, its middle at `x`, `y` (pixels), turned, or upright with a glow."""
        stencil = self._stencils.get(half_degrees, lambda: _stencil(half_degrees))
        key = (card, dim, half_degrees)
        face = self._turned.get(key, lambda: _turned(self.face(card, dim=dim), half_degrees))
        table.paste(FELT_SHADOW, _corner(stencil.shadow, x, y), stencil.shadow)
        if glow:
            table.paste(GOLD_LIGHT, _corner(_glow(), x, y), _glow())
        table.paste(face, _corner(face, x, y), stencil.mask)

    def lay_back(self, table: Image.Image, x: float, y: float, *, dim: bool = False) -> None:
        """Lay a card face down on an RGB table, its middle at `x`, `y` (pixels)."""
        stencil = self._stencils.get(0, lambda: _stencil(0))
        face = back(CARD_WIDTH + 2 * _BLEED, CARD_HEIGHT + 2 * _BLEED)
        table.paste(FELT_SHADOW, _corner(stencil.shadow, x, y), stencil.shadow)
        table.paste(dimmed(face) if dim else face, _corner(face, x, y), stencil.mask)


def _corner(image: Image.Image, x: float, y: float) -> tuple[int, int]:
    return round(x - image.width / 2), round(y - image.height / 2)
