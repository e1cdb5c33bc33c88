"""The colours of the deck and the felt, as `#rrggbb`.

Suit cards are light and tarocks dark: this cue is the strongest and survives dimming, small sizes and every
kind of colour vision. Spades and clubs have cool colours, hearts and diamonds warm ones, as the order of the
pips also differs between these two pairs of suits.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from PIL import ImageColor

FACE: Final = "#FDFAF1"
FACE_EDGE: Final = "#B6A88A"
BAND: Final = "#F3EDDC"  # the background of every other row of a score sheet
MUTED: Final = "#756A58"  # an amount of nothing
SUIT: Final = {"S": "#111335", "H": "#850315", "D": "#CA4400", "C": "#107765"}
SUIT_LIGHT: Final = {"S": "#8C95B8", "H": "#EBA9A4", "D": "#F6CB9B", "C": "#9ED4CD"}

NIGHT: Final = "#30204F"  # the background of the tarocks
NIGHT_LACE: Final = "#443172"
NIGHT_DEEP: Final = "#1E1436"
NIGHT_INDEX: Final = "#FFF8E4"
NIGHT_RIM: Final = "#F6E7C0"
NIGHT_EDGE: Final = "#8F7A4C"


class Tone(NamedTuple):
    """The colours of a group of tarocks: the ground, the roundel, and two of the motif."""

    ground: str
    deep: str
    mid: str
    light: str


TONES: Final = (  # of the tarocks I to V, VI to X, XI to XV, XVI to XX, and of the XXI
    Tone("#1B2F6B", "#101C45", "#5B93E6", "#C4DCFA"),
    Tone("#3C2273", "#27154E", "#9A7BEA", "#DCCDFA"),
    Tone("#5A1A56", "#380E36", "#D66BC0", "#F8CDEB"),
    Tone("#641A1E", "#3F0D12", "#EC7F55", "#FBD3B0"),
    Tone("#2B2018", "#17100B", "#C8962E", "#F6E7C0"),
)


def tone(number: int) -> Tone:
    """Return the colours of a tarock by its number: they change every five numbers, from blue to red."""
    return TONES[(number - 1) // 5]


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
SHADE: Final = "#CFCBC6"  # multiplied with a card that may not be played


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
