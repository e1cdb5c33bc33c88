"""The avatars of people, checked, made small, and kept beside the deck. They come from outside.

A person is known by a number, an avatar by its key, which changes with the picture.
"""

from __future__ import annotations

import io
import logging
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from PIL import Image, UnidentifiedImageError

from card_images.files import write_whole

AVATAR_SIZE: Final = 128  # pixels, of its width and height
MOST_BYTES: Final = 512_000
"""The size of an avatar that is accepted."""
_MOST_PIXELS: Final = 1024 * 1024
_MOST_AVATARS: Final = 5_000
_KEPT_SECONDS: Final = 90 * 24 * 60 * 60
"""An avatar is deleted so long after it was last renewed."""
_FILE: Final = re.compile(r"avatar-(\d+)-([0-9A-Za-z_]{1,64})\.png")
_log = logging.getLogger(__name__)


class Avatar(NamedTuple):
    """The avatar of a person: PNG, `AVATAR_SIZE` wide and high."""

    key: str
    data: bytes

    def picture(self) -> Image.Image:
        """Return it as RGBA."""
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

    On disk are at most `_MOST_AVATARS`, the latest; in memory those used since the start. If the folder
    cannot be written, one warning is logged, and avatars are kept in memory only.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = Lock()
        self._known: dict[int, Avatar | None] = {}

    def of(self, person: int) -> Avatar | None:
        """Return the avatar of a person, or `None`."""
        with self._lock:
            if person not in self._known:
                self._remember(person, self._read(person))
            return self._known[person]

    def keep(self, person: int, key: str, data: bytes) -> bool:
        """Keep a picture as the avatar of a person. Return `False` if it is no picture that may be kept."""
        avatar = small(data)
        if avatar is None or not _FILE.fullmatch(_name(person, key)):
            return False
        with self._lock:
            self._remove(person)
            self._remember(person, Avatar(key, avatar))
            self._write(_name(person, key), avatar)
        return True

    def forget(self, person: int) -> None:
        """Delete the avatar of a person."""
        with self._lock:
            self._remove(person)
            self._remember(person, None)

    def renew(self, person: int) -> None:
        """Count from now on for how long the avatar of a person is kept."""
        with self._lock, _reported():
            for file in self._files(f"avatar-{person}-*.png"):
                os.utime(file)

    def tidy(self) -> None:
        """Delete avatars that have not been renewed for long, or are too many."""
        with self._lock, _reported():
            newest = sorted(self._files("avatar-*.png"), key=_renewed, reverse=True)
            for number, file in enumerate(newest):
                if number >= _MOST_AVATARS or _renewed(file) < time.time() - _KEPT_SECONDS:
                    file.unlink(missing_ok=True)

    def _remember(self, person: int, avatar: Avatar | None) -> None:
        self._known[person] = avatar
        if len(self._known) > _MOST_AVATARS:
            del self._known[next(iter(self._known))]

    def _files(self, pattern: str) -> Iterator[Path]:
        return (file for file in self._folder.glob(pattern)) if self._folder else iter(())

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
        """Write a file; on failure stop using the folder."""
        if self._folder is None:
            return
        try:
            write_whole(self._folder / name, data)
        except OSError as error:
            _log.warning("Avatars are kept in memory only: %s", error.strerror)
            self._folder = None


@contextmanager
def _reported() -> Iterator[None]:
    """Log that a file could not be changed or deleted."""
    try:
        yield
    except OSError as error:
        _log.warning("An avatar could not be changed or deleted: %s", error.strerror)


def _name(person: int, key: str) -> str:
    return f"avatar-{person}-{key}.png"


def _renewed(file: Path) -> float:
    return file.stat().st_mtime
