"""Contrast, and colour distances in different kinds of colour vision."""

from __future__ import annotations

import math

from PIL import ImageColor

Triple = tuple[float, float, float]

# Machado, Oliveira and Fernandes (2009), full severity, for linear RGB.
EYES: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
_TO_XYZ: tuple[Triple, Triple, Triple] = (
    (0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505),
)  # fmt: skip
_WHITE = (0.9505, 1.0, 1.089)


def _times(matrix: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def _linear(colour: str) -> Triple:
    parts = (value / 255 for value in ImageColor.getrgb(colour)[:3])
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return red, green, blue


def contrast(first: str, second: str) -> float:
    """Return the WCAG contrast ratio of two colours, 1 to 21."""
    light, dark = sorted((_times(_TO_XYZ, _linear(colour))[1] for colour in (first, second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _lab(colour: str, eye: str) -> Triple:
    seen = _times(EYES[eye], _linear(colour))
    clipped = (min(1.0, max(0.0, seen[0])), min(1.0, max(0.0, seen[1])), min(1.0, max(0.0, seen[2])))
    ratios = (value / white for value, white in zip(_times(_TO_XYZ, clipped), _WHITE, strict=True))
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(first: str, second: str, eye: str) -> float:
    """Return the CIE76 distance of two colours as seen with this kind of colour vision."""
    return math.dist(_lab(first, eye), _lab(second, eye))
