"""The badge of a player: avatar, initials or the seat's number, in the colour of the seat. Pixels."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from card_images.avatars import Avatar, Avatars
from card_images.cache import Cache
from card_images.encoding import palette_image
from card_images.lettering import initials, legible, write
from card_images.palette import GOLD_LIGHT, IVORY, SEATS

_SCALE: Final = 4  # drawn this many times as large, then averaged down
_CACHED_BYTES: Final = 4_000_000
_NO_SEAT: Final = "#4F5465"
"""The colour of a person who has no seat, as on a leaderboard."""


class Badge(NamedTuple):
    """Whose badge, and the name beside it."""

    name: str
    seat: int | None = None
    """From 0; `None` for a person who has no seat, as on a leaderboard."""
    person: int | None = None
    """The person whose avatar it shows, if there is one; `None` for a computer."""
    computer: bool = False

    @property
    def label(self) -> str:
        """The name as far as it can be written; `""` if it cannot."""
        return legible(self.name)

    @property
    def colour(self) -> str:
        """The colour of the seat."""
        return _NO_SEAT if self.seat is None else SEATS[self.seat]


Face: TypeAlias = tuple[Badge, str]
"""A badge, and the key of the avatar that it shows; `""` if it shows none."""


class Badges:
    """Draws badges; thread-safe."""

    def __init__(self, avatars: Avatars) -> None:
        self._avatars = avatars
        self._drawn: Cache[tuple[Face, int], Image.Image] = Cache(_CACHED_BYTES, _bytes)

    @property
    def cached_bytes(self) -> int:
        """The bytes of all cached images."""
        return self._drawn.size

    def face(self, badge: Badge) -> Face:
        """Return what decides the looks of a badge now."""
        avatar = self._avatar(badge)
        return badge, avatar.key if avatar else ""

    def lay(self, image: Image.Image, badge: Badge | None, x: float, y: float, size: int) -> None:
        """Paste a badge of `size` pixels centred on `x`, `y` into an RGB image; `None` is a free seat."""
        drawn = _free(size) if badge is None else self._of(badge, size)
        image.paste(drawn, (round(x - size / 2), round(y - size / 2)), drawn)

    def _of(self, badge: Badge, size: int) -> Image.Image:
        avatar = self._avatar(badge)
        key = (badge, avatar.key if avatar else ""), size
        return self._drawn.get(key, lambda: _drawn(badge, avatar, size))

    def _avatar(self, badge: Badge) -> Avatar | None:
        return None if badge.person is None or badge.computer else self._avatars.of(badge.person)


def _bytes(image: Image.Image) -> int:
    return 4 * image.width * image.height


def _drawn(badge: Badge, avatar: Avatar | None, size: int) -> Image.Image:
    full = size * _SCALE
    unit, middle = full / 100, full / 2
    image = Image.new("RGB", (full, full), badge.colour)
    draw = ImageDraw.Draw(image)
    draw.circle((middle, middle), 50 * unit, IVORY)
    draw.circle((middle, middle), 46 * unit, badge.colour)
    if badge.computer:
        _robot(draw, middle, unit, badge.colour)
    elif avatar is not None:
        _portrait(image, avatar.picture())
    elif text := initials(badge.label) or _seat_number(badge):
        write(draw, middle, middle, text, round(full * (0.66 if len(text) == 1 else 0.54)), IVORY, "m")
    else:
        _person(draw, middle, unit)
    sent = image.reduce(_SCALE).quantize(palette=palette_image(), dither=Image.Dither.FLOYDSTEINBERG)
    small = sent.convert("RGB")
    small.putalpha(_disc(size, 49.5))
    return small


def _seat_number(badge: Badge) -> str:
    return "" if badge.seat is None else str(badge.seat + 1)


def _disc(size: int, radius: float) -> Image.Image:
    """The mask of a disc; `radius` is a hundredth of `size`."""
    mask = Image.new("L", (size * _SCALE, size * _SCALE))
    middle = size * _SCALE / 2
    ImageDraw.Draw(mask).circle((middle, middle), radius * size * _SCALE / 100, 255)
    return mask.reduce(_SCALE)


def _portrait(image: Image.Image, picture: Image.Image) -> None:
    """Paste an avatar within the ring of the seat's colour; what is transparent in it shows the colour."""
    inner = round(image.width * 0.76)
    fitted = picture.resize((inner, inner), Image.Resampling.LANCZOS)
    round_ = Image.composite(fitted.getchannel("A"), Image.new("L", fitted.size), _disc(inner, 50))
    left = (image.width - inner) // 2
    image.paste(fitted.convert("RGB"), (left, left), round_)


def _robot(draw: ImageDraw.ImageDraw, middle: float, unit: float, colour: str) -> None:
    """The face of all computers."""
    x, y = middle, middle + 4 * unit
    draw.line((x, y - 20 * unit, x, y - 32 * unit), IVORY, round(4 * unit))
    draw.circle((x, y - 33 * unit), 5 * unit, IVORY)
    draw.rounded_rectangle((x - 28 * unit, y - 21 * unit, x + 28 * unit, y + 24 * unit), 9 * unit, IVORY)
    for side in (-1, 1):
        draw.circle((x + side * 12 * unit, y - 3 * unit), 6.5 * unit, colour)
    draw.line((x - 12 * unit, y + 13 * unit, x + 12 * unit, y + 13 * unit), colour, round(4.5 * unit))


def _person(draw: ImageDraw.ImageDraw, middle: float, unit: float) -> None:
    """Head and shoulders of a person whose name cannot be written."""
    draw.circle((middle, middle - 11 * unit), 14 * unit, IVORY)
    draw.chord(
        (middle - 25 * unit, middle + 8 * unit, middle + 25 * unit, middle + 58 * unit), 180, 360, IVORY
    )


def _free(size: int) -> Image.Image:
    """A seat that is free: a dashed ring."""
    full = size * _SCALE
    layer = Image.new("RGBA", (full, full), GOLD_LIGHT)
    ring, edge = Image.new("L", layer.size), 0.04 * full
    draw = ImageDraw.Draw(ring)
    for dash in range(0, 360, 30):
        draw.arc((edge, edge, full - edge, full - edge), dash, dash + 17, 255, round(edge * 1.2))
    layer.putalpha(ring)
    return layer.reduce(_SCALE)
