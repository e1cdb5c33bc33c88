"""Outlines as lists of points, in card units: a card is 250 wide and 400 high, y grows downwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

Point = tuple[float, float]
Points = Sequence[Point]

WIDTH: Final = 250
HEIGHT: Final = 400
MIDDLE: Final = WIDTH / 2
_STEPS: Final = 28  # line segments per curve


def _curve(start: Point, first: Point, second: Point, end: Point) -> Iterator[Point]:
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        u = 1 - t
        a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
        yield (
            a * start[0] + b * first[0] + c * second[0] + d * end[0],
            a * start[1] + b * first[1] + c * second[1] + d * end[1],
        )


def path(text: str) -> list[Point]:
    """Parse an SVG path with absolute commands: `M x y`, `L x y ...`, `C x1 y1 x2 y2 x y ...`.

    Raises:
        ValueError: If a number is missing or malformed.
    """
    points: list[Point] = []
    letter = "M"
    words = iter(text.split())
    for word in words:
        if word in "MLC":
            letter = word
            first = float(next(words, ""))
        else:
            first = float(word)
        numbers = [first, *(float(next(words, "")) for _ in range(5 if letter == "C" else 1))]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        points.extend(_curve(points[-1], *pairs) if letter == "C" else pairs)
    return points


def mirror(half: Points, x: float = MIDDLE) -> list[Point]:
    """Complete a half outline with its reflection in the vertical line at `x`."""
    return [*half, *((2 * x - a, b) for a, b in reversed(half))]


def placed(points: Iterable[Point], x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> list[Point]:
    """Scale an outline, rotate it clockwise by `turn` radians and move its origin to `x`, `y`."""
    cosine, sine = math.cos(turn) * scale, math.sin(turn) * scale
    return [(x + a * cosine - b * sine, y + a * sine + b * cosine) for a, b in points]


def ellipse(x: float, y: float, across: float, down: float | None = None, points: int = 96) -> list[Point]:
    """Return an ellipse with the semi-axes `across` and `down`; a circle if `down` is `None`."""
    down = across if down is None else down
    angles = [math.tau * i / points for i in range(points + 1)]
    return [(x + across * math.cos(a), y + down * math.sin(a)) for a in angles]


def star(tips: int, outer: float, inner: float) -> list[Point]:
    """Return a star centred on the origin, with one tip upwards."""
    return [
        ((inner if i % 2 else outer) * math.sin(math.pi * i / tips),
         -(inner if i % 2 else outer) * math.cos(math.pi * i / tips))
        for i in range(2 * tips)
    ]  # fmt: skip


def petal(count: int, length: float) -> list[Point]:
    """Return one petal of a flower with `count` petals, pointing up from the origin."""
    wide = length * min(0.34, 0.92 * math.sin(math.pi / max(count, 3)))
    near, far = -0.34 * length, -0.74 * length
    return path(
        f"M 0 0 C {1.25 * wide} {near} {1.05 * wide} {far} 0 {-length} "
        f"C {-1.05 * wide} {far} {-1.25 * wide} {near} 0 0"
    )
