"""The colours of the deck and the felt, as `#rrggbb`.

Suit cards are light and tarocks dark: this cue is the strongest and survives dimming, small sizes and every
kind of colour vision. Spades and clubs have cool colours, hearts and diamonds warm ones, as the order of the
pips also differs between these two pairs of suits.
"""

from __future__ import annotations

import colorsys
from functools import cache
from typing import Final

from PIL import ImageColor

FACE: Final = "#FDFAF1"
FACE_EDGE: Final = "#B6A88A"
SUIT: Final = {"S": "#151C36", "H": "#9E0F28", "D": "#DD5408", "C": "#14807B"}
SUIT_LIGHT: Final = {"S": "#8C95B8", "H": "#EBA9A4", "D": "#F6CB9B", "C": "#9ED4CD"}

NIGHT: Final = "#30204F"  # the background of the tarocks
NIGHT_LACE: Final = "#443172"
NIGHT_DEEP: Final = "#1E1436"
NIGHT_INDEX: Final = "#FFF8E4"
NIGHT_RIM: Final = "#F6E7C0"
NIGHT_EDGE: Final = "#8F7A4C"


def _hsv(hue: float, saturation: float, value: float) -> str:
    parts = colorsys.hsv_to_rgb(hue % 1, saturation, value)
    return "#" + bytes(round(part * 255) for part in parts).hex().upper()


FLOWERS: Final = tuple(  # of the tarocks: a mid and a light tone for every three numbers
    (_hsv(hue, 0.62, 0.80), _hsv(hue, 0.30, 0.96)) for hue in (0.50 + i * 0.088 for i in range(7))
)

GOLD: Final = "#C8962E"
GOLD_LIGHT: Final = "#EBCB7A"
GOLD_DARK: Final = "#8A6114"
HONOUR_INDEX: Final = "#2A1406"  # on light gold

LINE: Final = "#2A1E22"  # the outline of every figure
SKIN: Final = "#F1CFAE"
SKIN_SHADE: Final = "#E0B48E"
SKIN_LINE: Final = "#A9764F"
IVORY: Final = "#FFF9EA"
LIPS: Final = "#B5303A"
LIPS_PALE: Final = "#8C4436"
BLUSH: Final = "#EBB096"
COAT: Final = {  # of the cavalls' horses: the coat, its shade, the mane
    "S": ("#9AA1AE", "#7C8493", "#3A3F4C"),
    "H": ("#F7EFDF", "#DCCFB6", "#8A4A1D"),
    "D": ("#B5733F", "#935A2E", "#F1DDB4"),
    "C": ("#6E4F40", "#553B30", "#221A1C"),
}
STEEL: Final = "#C9CED6"
STEEL_SHADE: Final = "#A3ABB8"
STEEL_LINE: Final = "#6F7885"
LEAF: Final = "#3F7D4C"
WOOD: Final = "#9A6B3F"

FOOL_RED: Final = "#B3122B"
FOOL_YELLOW: Final = "#E9B949"
FOOL_GREEN: Final = "#14807B"

SEATS: Final = ("#2D9B8B", "#DD6408", "#8446DF", "#0B1240", "#5A2A0C")
"""The colour of each seat: distinct from each other and from the felt in every kind of colour vision."""

FELT_LIGHT: Final = "#2F6B52"
FELT_DARK: Final = "#123126"
FELT_SHADOW: Final = "#04140E"
_FELT_STEPS: Final = 24  # tones from light to dark, close enough to show no banding
_CELL: Final = 4  # Pillow quantizes colours in cells of this width
SHADE: Final = "#97A8A0"  # multiplied with a card that may not be played


def mix(first: str, second: str, share: float) -> str:
    """Interpolate between two colours; `share` runs from 0 (the first) to 1 (the second)."""
    pairs = zip(ImageColor.getrgb(first)[:3], ImageColor.getrgb(second)[:3], strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


@cache
def felt_tones() -> tuple[str, ...]:
    """Return the tones of the felt, lightest first.

    Each lies in the centre of its quantization cell, so that it is sent exactly as drawn.
    """
    steps = (mix(FELT_LIGHT, FELT_DARK, step / (_FELT_STEPS - 1)) for step in range(_FELT_STEPS))
    return tuple(dict.fromkeys(map(_centred, steps)))


def _centred(colour: str) -> str:
    parts = (part // _CELL * _CELL + _CELL // 2 for part in ImageColor.getrgb(colour)[:3])
    return "#" + "".join(f"{part:02X}" for part in parts)
