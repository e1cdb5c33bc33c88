"""The avatars of the playground's people: small portraits, drawn here."""

from __future__ import annotations

import math
import struct
import zlib
from functools import lru_cache
from hashlib import blake2s
from typing import Final, NamedTuple

SIZE: Final = 256
"""Pixels, of the width and height of an avatar."""

Colour = tuple[int, int, int]


class Ellipse(NamedTuple):
    """A filled ellipse, as far as it lies below a line. A portrait has 100 units across and down."""

    x: float
    y: float
    across: float
    down: float
    colour: Colour
    below: float = 0.0

    def span(self, y: float) -> tuple[float, float] | None:
        """The ends of the ellipse at a height, or `None`."""
        depth = 1 - ((y - self.y) / self.down) ** 2
        half = self.across * math.sqrt(max(depth, 0.0))
        return (self.x - half, self.x + half) if half and y >= self.below else None


class Portrait(NamedTuple):
    """The colours of a portrait, and whether its hair is long and whether it has a beard."""

    wall: Colour
    hair: Colour
    skin: Colour
    coat: Colour
    long: bool = False
    beard: bool = False

    @property
    def key(self) -> str:
        """What Discord calls the hash of an avatar."""
        return blake2s(repr(self).encode(), digest_size=16).hexdigest()

    def ellipses(self) -> list[Ellipse]:
        """What it is made of, the hindmost first."""
        dark, lips = (40, 30, 34), (176, 62, 66)
        behind = [Ellipse(50, 56, 29, 40, self.hair)] if self.long else []
        beard = [Ellipse(50, 52, 20.5, 24, self.hair, below=57)] if self.beard else []
        return [
            *behind,
            Ellipse(50, 108, 40, 32, self.coat),
            Ellipse(50, 76, 8, 14, self.skin),
            Ellipse(50, 40, 24, 26, self.hair),
            Ellipse(50, 50, 19, 23, self.skin),
            *beard,
            Ellipse(50, 62, 7, 2.2, lips),
            Ellipse(42, 47, 2.6, 3.4, dark),
            Ellipse(58, 47, 2.6, 3.4, dark),
        ]


PORTRAITS: Final = {
    "anna_k": Portrait((244, 202, 120), (122, 59, 36), (250, 216, 188), (158, 15, 40), long=True),
    "clara.m": Portrait((158, 212, 205), (230, 190, 96), (246, 208, 176), (74, 64, 112), long=True),
    "daisuke": Portrait((170, 197, 225), (34, 26, 28), (238, 200, 160), (21, 79, 72), beard=True),
}
"""By user name. Who is not listed has no avatar, like many people on Discord."""


def key_of(username: str) -> str | None:
    """The hash of a person's avatar, `None` without one."""
    return PORTRAITS[username].key if username in PORTRAITS else None


@lru_cache(maxsize=len(PORTRAITS))
def avatar_png(key: str) -> bytes | None:
    """Draw the avatar with this hash as a PNG; `None` if there is none."""
    portrait = next((each for each in PORTRAITS.values() if each.key == key), None)
    if portrait is None:
        return None
    # Each row of a PNG begins with the number of its filter: 0 for none.
    rows = b"".join(b"\0" + _row(portrait, (row + 0.5) * 100 / SIZE) for row in range(SIZE))
    header = struct.pack(">2I5B", SIZE, SIZE, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in chunks)


def _row(portrait: Portrait, y: float) -> bytes:
    """The pixels of the row at a height."""
    row = bytearray(bytes(portrait.wall) * SIZE)
    for ellipse in portrait.ellipses():
        if span := ellipse.span(y):
            left, right = (max(0, min(SIZE, round(end * SIZE / 100))) for end in span)
            row[3 * left : 3 * right] = bytes(ellipse.colour) * (right - left)
    return bytes(row)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
