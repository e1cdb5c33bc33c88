"""The felt, and the cards on it: 240 x 384 pixels, bright or dimmed, upright or rotated.

A card is pasted as a tile through a mask. The tile is the face of the card, surrounded by the colour of its
shadow; the mask is opaque within the card and fades out around it, so that one paste draws both the card and
its shadow. All cards share the masks.

Rotating a card takes as long as all else about a hand. So there are few angles, and the rotated cards are
kept in the colours of the PNG palette, one byte for a pixel: every card at every angle then fits the cache.
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
from card_images.encoding import palette_image
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
_WITHIN: Final = _PADDING - BLEED - 1  # a tile is this much smaller than its mask on every side
_DESATURATION: Final = 0.5  # of a dimmed card, 0 to 1
_MEGABYTE: Final = 1_000_000
_TURN: Final = 3  # half degrees from one angle to the next; neighbours in a fan differ by more
_TileKey: TypeAlias = tuple[Card, Style, int]
"""Card, style, and angle in half degrees."""


def turned(angle: float) -> int:
    """Return the nearest angle of a tile, in half degrees, to an angle in radians."""
    return round(2 * math.degrees(angle) / _TURN) * _TURN


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


def _turned_about_middle(image: Image.Image, half_degrees: int, width: int, height: int) -> Image.Image:
    """Rotate an image about its centre into `width` x `height` pixels."""
    angle = math.radians(half_degrees / 2)
    cosine, sine = math.cos(angle), math.sin(angle)
    x = (image.width - cosine * width - sine * height) / 2
    y = (image.height + sine * width - cosine * height) / 2
    inverse = (cosine, sine, x, -sine, cosine, y)
    return image.transform((width, height), Image.Transform.AFFINE, inverse, Image.Resampling.BILINEAR)


@lru_cache(maxsize=1)
def _dimmed_palette() -> bytes:
    colours = palette_image().getpalette() or []
    return dimmed(Image.frombytes("RGB", (len(colours) // 3, 1), bytes(colours))).tobytes()


class Tiles:
    """A thread-safe cache of at most 81 MB of tiles, made on first use."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._faces: Cache[tuple[Card, Style], Image.Image] = Cache(6 * _MEGABYTE, image_bytes)
        self._tiles: Cache[_TileKey, Image.Image] = Cache(72 * _MEGABYTE, image_bytes)
        self._masks: Cache[int, Image.Image] = Cache(3 * _MEGABYTE, image_bytes)

    @property
    def cached_bytes(self) -> int:
        return self._faces.size + self._tiles.size + self._masks.size

    def face(self, card: Card, style: Style = Style.STANDARD) -> Image.Image:
        """Draw an upright bright card, RGB, with `BLEED` pixels more on every side."""
        master = self._deck.master(card, style)
        edge = NIGHT_EDGE if card.suit == TAROCK else FACE_EDGE
        opaque = Image.new("RGBA", master.size, edge)
        opaque.alpha_composite(master)
        small = opaque.convert("RGB").resize((CARD_WIDTH, CARD_HEIGHT), Image.Resampling.LANCZOS)
        face = Image.new("RGB", _bleed_mask().size, edge)
        face.paste(small, (BLEED, BLEED))
        return face

    def _tile(self, key: _TileKey, width: int, height: int) -> Image.Image:
        card, style, half_degrees = key
        face = self._faces.get((card, style), lambda: _in_palette(self.face(card, style)))
        return _in_palette(_turned_about_middle(_shaded(face.convert("RGB")), half_degrees, width, height))

    def lay(
        self, image: Image.Image, card: Card, x: float, y: float,
        *, half_degrees: int = 0, dim: bool = False, glow: bool = False, style: Style = Style.STANDARD,
    ) -> None:  # fmt: skip
        """Paste a card centred on `x`, `y` into an RGB image; only an upright card may glow.

        `half_degrees` is an angle that `turned` returns.
        """
        mask = self._masks.get(half_degrees, lambda: _rotated(_card_mask(), half_degrees))
        key = (card, style, half_degrees)
        across, down = mask.width - 2 * _WITHIN, mask.height - 2 * _WITHIN
        tile = self._tiles.get(key, lambda: self._tile(key, across, down))
        left, top = _corner(mask, x, y)
        rows = min(mask.height, image.height - top)  # those below the picture are not seen
        shown = tile.crop((0, 0, across, min(down, rows)))
        if dim:
            shown.putpalette(_dimmed_palette())
        shaded = Image.new("RGB", (mask.width, rows), FELT_SHADOW)
        shaded.paste(shown.convert("RGB"), (_WITHIN, _WITHIN))
        if glow:
            image.paste(GOLD_LIGHT, _corner(_glow_mask(), x, y), _glow_mask())
        image.paste(shaded, (left, top), mask.crop((0, 0, mask.width, rows)))

    def lay_back(self, image: Image.Image, x: float, y: float, *, dim: bool = False) -> None:
        """Paste a card face down, centred on `x`, `y`, into an RGB image."""
        face = back(CARD_WIDTH + 2 * BLEED, CARD_HEIGHT + 2 * BLEED)
        image.paste(_shaded(dimmed(face) if dim else face), _corner(_card_mask(), x, y), _card_mask())


def _shaded(face: Image.Image) -> Image.Image:
    """Return an upright face surrounded by the colour of its shadow."""
    shaded = Image.new("RGB", (CARD_WIDTH + 2 * _PADDING, CARD_HEIGHT + 2 * _PADDING), FELT_SHADOW)
    shaded.paste(face, (_PADDING - BLEED, _PADDING - BLEED), _bleed_mask())
    return shaded


def _in_palette(image: Image.Image) -> Image.Image:
    return image.quantize(palette=palette_image(), dither=Image.Dither.NONE)


@lru_cache(maxsize=1)
def _bleed_mask() -> Image.Image:
    """The mask of an upright card with its bleed."""
    size = (CARD_WIDTH + 2 * BLEED, CARD_HEIGHT + 2 * BLEED)
    mask = Image.new("L", size)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), CORNER * UNIT + BLEED, fill=255)
    return mask


def _corner(image: Image.Image, x: float, y: float) -> tuple[int, int]:
    return round(x - image.width / 2), round(y - image.height / 2)
