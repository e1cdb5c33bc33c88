"""The felt, and the cards on it: 240 x 384 pixels, bright or dimmed, upright or rotated.

A card is pasted as a tile through a mask. The tile is the face of the card, surrounded by the colour of its
shadow; the mask is opaque within the card and fades out around it, so that one paste draws both the card and
its shadow. All cards share the masks. Angles are rounded to half degrees so that tiles and masks can be
cached.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFilter

from bot.rules.cards import TAROCK, Card
from card_images.cache import Cache, image_bytes
from card_images.canvas import CORNER, HEIGHT, WIDTH
from card_images.deck import Deck, back
from card_images.faces import Style
from card_images.palette import FACE_EDGE, FELT_SHADOW, GOLD_LIGHT, NIGHT_EDGE, SHADE, felt_tones

PICTURE_WIDTH: Final = 1200  # two to three times the width of a chat on a phone, twice that on a desktop
MARGIN: Final = 30


def covered(width: float) -> tuple[float, float]:
    """Return the width and height of the corner of a picture that Discord's ALT badge covers, lower left.

    With its margin the badge has 40 x 25 pixels on a phone, where the picture is 290 wide.
    """
    return width * 40 / 290, width * 25 / 290


@lru_cache(maxsize=8)
def _cloth(width: int, height: int) -> Image.Image:
    dark = Image.radial_gradient("L").resize((width * 2, height * 2), Image.Resampling.BICUBIC)
    dark = dark.crop((width // 2, height // 4, width // 2 + width, height // 4 + height))
    tones = felt_tones()
    last = len(tones) - 1
    cloth = dark.point([min(last, round(value * 1.25 / 255 * last)) for value in range(256)])
    cloth.putpalette([part for tone in tones for part in ImageColor.getrgb(tone)])
    return cloth.convert("RGB")


def felt(width: int, height: int) -> Image.Image:
    return _cloth(width, height).copy()


CARD_WIDTH: Final = 240
CARD_HEIGHT: Final = CARD_WIDTH * HEIGHT // WIDTH
UNIT: Final = CARD_WIDTH / WIDTH  # pixels per card unit
BLEED: Final = 2  # the colour of the edge continues this far, so that rotation blends no black into it
_PADDING: Final = 23  # room for shadow and glow around a card
_DESATURATION: Final = 0.5  # of a dimmed card, 0 to 1
_MEGABYTE: Final = 1_000_000
_ROW_STEP: Final = 24  # tile heights are rounded up to multiples of this
_TileKey: TypeAlias = tuple[Card, bool, Style, int, int]
"""Card, whether it is dimmed, style, angle in half degrees, and height in pixels."""


def dimmed(image: Image.Image) -> Image.Image:
    """Dim a card that may not be played: take half of its saturation, and some light.

    Blending with the felt would lose the contrast of the index.
    """
    grey = Image.blend(image, image.convert("L").convert("RGB"), _DESATURATION)
    return ImageChops.multiply(grey, Image.new("RGB", image.size, SHADE))


def _outline(margin: int) -> Image.Image:
    big = Image.new("L", ((CARD_WIDTH + 2 * margin) * 4, (CARD_HEIGHT + 2 * margin) * 4))
    box = (margin * 4, margin * 4, (margin + CARD_WIDTH) * 4 - 1, (margin + CARD_HEIGHT) * 4 - 1)
    ImageDraw.Draw(big).rounded_rectangle(box, CORNER * UNIT * 4, fill=255)
    return big.reduce(4)


def _rotated(image: Image.Image, half_degrees: int) -> Image.Image:
    if half_degrees == 0:
        return image
    return image.rotate(-half_degrees / 2, Image.Resampling.BILINEAR, expand=True)


@lru_cache(maxsize=1)
def _card_mask() -> Image.Image:
    """The mask of an upright card and its shadow."""
    blurred = ImageChops.offset(_outline(_PADDING), -4, 2).filter(ImageFilter.GaussianBlur(6))
    return ImageChops.lighter(_outline(_PADDING), blurred.point(lambda value: value * 0.55))


@lru_cache(maxsize=1)
def _glow_mask() -> Image.Image:
    return _outline(_PADDING).filter(ImageFilter.MaxFilter(13)).filter(ImageFilter.GaussianBlur(6))


def _rotated_rows(image: Image.Image, half_degrees: int, width: int, height: int, rows: int) -> Image.Image:
    """Rotate an image about its centre into `width` x `height` pixels; return only the upper `rows`."""
    if half_degrees == 0:
        return image.crop((0, 0, width, rows))
    angle = math.radians(half_degrees / 2)
    cosine, sine = math.cos(angle), math.sin(angle)
    x = (image.width - cosine * width - sine * height) / 2
    y = (image.height + sine * width - cosine * height) / 2
    inverse = (cosine, sine, x, -sine, cosine, y)
    return image.transform((width, rows), Image.Transform.AFFINE, inverse, Image.Resampling.BILINEAR)


class Tiles:
    """A thread-safe cache of at most 76 MB of tiles, made on first use."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._faces: Cache[tuple[Card, Style], Image.Image] = Cache(28 * _MEGABYTE, image_bytes)
        self._rotated: Cache[_TileKey, Image.Image] = Cache(38 * _MEGABYTE, image_bytes)
        self._masks: Cache[int, Image.Image] = Cache(10 * _MEGABYTE, image_bytes)

    @property
    def cached_bytes(self) -> int:
        return self._faces.size + self._rotated.size + self._masks.size

    def face(self, card: Card, style: Style = Style.STANDARD) -> Image.Image:
        """Return an upright bright card, RGB, with `BLEED` pixels more on every side."""
        return self._faces.get((card, style), lambda: self._scaled(card, style))

    def _scaled(self, card: Card, style: Style) -> Image.Image:
        master = self._deck.master(card, style)
        edge = NIGHT_EDGE if card.suit == TAROCK else FACE_EDGE
        opaque = Image.new("RGBA", master.size, edge)
        opaque.alpha_composite(master)
        small = opaque.convert("RGB").resize((CARD_WIDTH, CARD_HEIGHT), Image.Resampling.LANCZOS)
        tile = Image.new("RGB", _bleed_mask().size, edge)
        tile.paste(small, (BLEED, BLEED))
        return tile

    def _tile(self, key: _TileKey, size: tuple[int, int]) -> Image.Image:
        card, dim, style, half_degrees, rows = key
        return _rotated_rows(_shaded(self.face(card, style), dim=dim), half_degrees, *size, rows)

    def lay(
        self, image: Image.Image, card: Card, x: float, y: float,
        *, half_degrees: int = 0, dim: bool = False, glow: bool = False, style: Style = Style.STANDARD,
    ) -> None:  # fmt: skip
        """Paste a card centred on `x`, `y` into an RGB image; only an upright card may glow."""
        mask = self._masks.get(half_degrees, lambda: _rotated(_card_mask(), half_degrees))
        left, top = _corner(mask, x, y)
        # Rows below the picture are not rotated; the height is rounded so that tiles can be cached.
        rows = min(mask.height, -(-(image.height - top) // _ROW_STEP) * _ROW_STEP)
        key = (card, dim, style, half_degrees, rows)
        tile = self._rotated.get(key, lambda: self._tile(key, mask.size))
        if glow:
            image.paste(GOLD_LIGHT, _corner(_glow_mask(), x, y), _glow_mask())
        image.paste(tile, (left, top), mask.crop((0, 0, mask.width, rows)))

    def lay_back(self, image: Image.Image, x: float, y: float, *, dim: bool = False) -> None:
        """Paste a card face down, centred on `x`, `y`, into an RGB image."""
        face = back(CARD_WIDTH + 2 * BLEED, CARD_HEIGHT + 2 * BLEED)
        image.paste(_shaded(face, dim=dim), _corner(_card_mask(), x, y), _card_mask())


def _shaded(face: Image.Image, *, dim: bool) -> Image.Image:
    """Return an upright face surrounded by the colour of its shadow."""
    shaded = Image.new("RGB", (CARD_WIDTH + 2 * _PADDING, CARD_HEIGHT + 2 * _PADDING), FELT_SHADOW)
    shaded.paste(dimmed(face) if dim else face, (_PADDING - BLEED, _PADDING - BLEED), _bleed_mask())
    return shaded


@lru_cache(maxsize=1)
def _bleed_mask() -> Image.Image:
    """The mask of an upright card with its bleed."""
    size = (CARD_WIDTH + 2 * BLEED, CARD_HEIGHT + 2 * BLEED)
    mask = Image.new("L", size)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), CORNER * UNIT + BLEED, fill=255)
    return mask


def _corner(image: Image.Image, x: float, y: float) -> tuple[int, int]:
    return round(x - image.width / 2), round(y - image.height / 2)
