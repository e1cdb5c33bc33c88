"""Avatars of people, which are checked, made small and kept, and the badges that show them. Pixels.

A person is known by a number, an avatar by its key, which changes with the picture.
"""

from __future__ import annotations

import io
import logging
import os
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple, TypeAlias

from PIL import Image, ImageDraw, UnidentifiedImageError

from card_images.cache import Cache, image_bytes, write_whole
from card_images.encoding import palette_image
from card_images.lettering import initials, legible, write
from card_images.palette import GOLD_LIGHT, IVORY, SEATS

AVATAR_SIZE: Final = 128  # pixels, of its width and height
MOST_BYTES: Final = 512_000  # the size of an avatar that is accepted
_MOST_PIXELS: Final = 1024 * 1024
MOST_AVATARS: Final = 5_000
KEPT_SECONDS: Final = 90 * 24 * 60 * 60  # an avatar is deleted this long after it was last renewed
_FILE: Final = re.compile(r"avatar-(\d+)-([0-9A-Za-z_]{1,64})\.png")
_log = logging.getLogger(__name__)


class Avatar(NamedTuple):
    """The avatar of a person: PNG, `AVATAR_SIZE` wide and high."""

    key: str
    data: bytes

    def picture(self) -> Image.Image:
        with Image.open(io.BytesIO(self.data), formats=["PNG"]) as image:
            return image.convert("RGBA")


def small(data: bytes) -> bytes | None:
    """Return a foreign picture as a small PNG; `None` if it is none, or too large."""
    if len(data) > MOST_BYTES:
        return None
    try:
        with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
            image.verify()  # half a picture can often be decoded
        with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
            if image.width * image.height > _MOST_PIXELS:
                return None
            fitted = image.convert("RGBA").resize((AVATAR_SIZE, AVATAR_SIZE), Image.Resampling.LANCZOS)
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError):
        return None
    file = io.BytesIO()
    fitted.save(file, "PNG")
    return file.getvalue()


class Avatars:
    """A thread-safe store of avatars, in memory and, unless `folder` is `None`, on disk.

    The disk has the latest `MOST_AVATARS`. If the folder cannot be written, one warning is logged, and
    avatars are kept in memory only.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = Lock()
        self._known: dict[int, Avatar | None] = {}

    def of(self, person: int) -> Avatar | None:
        with self._lock:
            if person not in self._known:
                self._remember(person, self._read(person))
            return self._known[person]

    def keep(self, person: int, key: str, data: bytes) -> bool:
        """Keep a picture as the avatar of a person; return `False` if it is none that may be kept."""
        avatar = small(data)
        if avatar is None or not _FILE.fullmatch(_name(person, key)):
            return False
        with self._lock:
            self._remove(person)
            self._remember(person, Avatar(key, avatar))
            self._write(_name(person, key), avatar)
        return True

    def forget(self, person: int) -> None:
        with self._lock:
            self._remove(person)
            self._remember(person, None)

    def renew(self, person: int) -> None:
        """Start again to count how long the avatar of a person is kept."""
        with self._lock, _reported():
            for file in self._files(f"avatar-{person}-*.png"):
                os.utime(file)

    def tidy(self) -> None:
        """Delete avatars that have not been renewed for long, or are too many."""
        with self._lock, _reported():
            newest = sorted(self._files("avatar-*.png"), key=_renewed, reverse=True)
            for number, file in enumerate(newest):
                if number >= MOST_AVATARS or _renewed(file) < time.time() - KEPT_SECONDS:
                    file.unlink(missing_ok=True)

    def _remember(self, person: int, avatar: Avatar | None) -> None:
        self._known[person] = avatar
        if len(self._known) > MOST_AVATARS:
            del self._known[next(iter(self._known))]

    def _files(self, pattern: str) -> Iterable[Path]:
        return self._folder.glob(pattern) if self._folder else ()

    def _read(self, person: int) -> Avatar | None:
        for file in filter(Path.is_file, self._files(f"avatar-{person}-*.png")):
            named = _FILE.fullmatch(file.name)
            try:
                data = small(file.read_bytes())
            except OSError:
                continue
            if named and data:
                return Avatar(named[2], data)
        return None

    def _remove(self, person: int) -> None:
        with _reported():
            for file in self._files(f"avatar-{person}-*.png"):
                file.unlink(missing_ok=True)

    def _write(self, name: str, data: bytes) -> None:
        if self._folder is None:
            return
        try:
            write_whole(self._folder / name, data)
        except OSError as error:
            _log.warning("Avatars are kept in memory only: %s", error.strerror)
            self._folder = None


@contextmanager
def _reported() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        _log.warning("An avatar could not be changed or deleted: %s", error.strerror)


def _name(person: int, key: str) -> str:
    return f"avatar-{person}-{key}.png"


def _renewed(file: Path) -> float:
    return file.stat().st_mtime


_SCALE: Final = 4  # drawn this many times as large, then averaged down
_CACHED_BYTES: Final = 4_000_000
_NO_SEAT: Final = "#4F5465"


class Badge(NamedTuple):
    """A person's or a computer's badge, and the name next to it."""

    name: str
    seat: int | None = None
    """From 0; `None` on a leaderboard."""
    person: int | None = None
    """The person whose avatar it shows, if there is one; `None` for a computer."""
    computer: bool = False

    @property
    def label(self) -> str:
        """The letters of the name that can be written; `""` if too few can."""
        return legible(self.name)

    @property
    def colour(self) -> str:
        return _NO_SEAT if self.seat is None else SEATS[self.seat]


Face: TypeAlias = tuple[Badge, str]
"""What decides the looks of a badge: the badge, and the key of its avatar or `""`."""


class Badges:
    """Draws badges; thread-safe."""

    def __init__(self, avatars: Avatars) -> None:
        self._avatars = avatars
        self._drawn: Cache[tuple[Face, int], Image.Image] = Cache(_CACHED_BYTES, image_bytes)

    @property
    def cached_bytes(self) -> int:
        return self._drawn.size

    def face(self, badge: Badge) -> Face:
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
    elif text := initials(badge.label) or ("" if badge.seat is None else str(badge.seat + 1)):
        write(draw, middle, middle, text, round(full * (0.66 if len(text) == 1 else 0.54)), IVORY, "m")
    else:
        _person(draw, middle, unit)
    sent = image.reduce(_SCALE).quantize(palette=palette_image(), dither=Image.Dither.FLOYDSTEINBERG)
    small = sent.convert("RGB")
    small.putalpha(_disc(size, 49.5))
    return small


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
    shoulders = (middle - 25 * unit, middle + 8 * unit, middle + 25 * unit, middle + 58 * unit)
    draw.chord(shoulders, 180, 360, IVORY)


def _free(size: int) -> Image.Image:
    full = size * _SCALE
    layer = Image.new("RGBA", (full, full), GOLD_LIGHT)
    ring, edge = Image.new("L", layer.size), 0.04 * full
    draw = ImageDraw.Draw(ring)
    for dash in range(0, 360, 30):
        draw.arc((edge, edge, full - edge, full - edge), dash, dash + 17, 255, round(edge * 1.2))
    for bar in ((0.3, 0.47, 0.7, 0.53), (0.47, 0.3, 0.53, 0.7)):
        draw.rectangle([round(part * full) for part in bar], 255)
    layer.putalpha(ring)
    return layer.reduce(_SCALE)
