"""The colours of the deck and the table, as `#rrggbb`.

Suit cards are light and tarocks dark: of all cues this is the strongest, and it outlasts dimming, small sizes
and every kind of colour vision. Spades and clubs are the cool suits, hearts and diamonds the warm ones: the
two families that the rules know by the order of their pips.
"""

from __future__ import annotations

from typing import Final

from PIL import ImageColor

FACE: Final = "#FDFAF1"
FACE_EDGE: Final = "#B6A88A"
SUIT: Final = {"S": "#151C36", "H": "#9E0F28", "D": "#DD5408", "C": "#14807B"}
SUIT_LIGHT: Final = {"S": "#8C95B8", "H": "#EBA9A4", "D": "#F6CB9B", "C": "#9ED4CD"}

NIGHT: Final = "#2A1B45"  # the ground of the tarocks
NIGHT_GLOW: Final = "#4A3780"
NIGHT_LACE: Final = "#443172"
NIGHT_DEEP: Final = "#1E1436"
NIGHT_INDEX: Final = "#FFF8E4"
NIGHT_RIM: Final = "#F6E7C0"
NIGHT_EDGE: Final = "#8F7A4C"

GOLD: Final = "#C8962E"
GOLD_LIGHT: Final = "#EBCB7A"
GOLD_DARK: Final = "#8A6114"
HONOUR_INDEX: Final = "#2A1406"  # on light gold

LINE: Final = "#2A1E22"  # the outline of every figure
SKIN: Final = "#F1CFAE"
SKIN_SHADE: Final = "#E0B48E"
SKIN_LINE: Final = "#A9764F"
IVORY: Final = "#FFF9EA"
HAIR: Final = {"S": "#3B2A22", "H": "#8A4A1D", "D": "#C9A24B", "C": "#5A3320"}
STEEL: Final = "#C9CED6"
STEEL_SHADE: Final = "#A3ABB8"
STEEL_LINE: Final = "#6F7885"
LEAF: Final = "#3F7D4C"
WOOD: Final = "#9A6B3F"

FOOL_RED: Final = "#B3122B"
FOOL_YELLOW: Final = "#E9B949"
FOOL_GREEN: Final = "#14807B"

FELT_LIGHT: Final = "#2F6B52"
FELT_DARK: Final = "#123126"
FELT_SHADOW: Final = "#04140E"
SHADE: Final = "#97A8A0"  # what a card that may not be played is multiplied by


def mix(first: str, second: str, share: float) -> str:
    """The colour that lies `share` (0 to 1) of the way from the first to the second."""
    pairs = zip(ImageColor.getrgb(first)[:3], ImageColor.getrgb(second)[:3], strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)
