"""The front of every card, in card units; the figures of court cards in figure units (see `Canvas`).

Hearts are broad and diamonds narrow, spades have a foot and clubs are three distinct discs: the shapes stay
distinguishable when they are small, upside down or grey. An index is a column at the left edge, repeated
upside down at the right: the rank above the suit sign, all that a fan shows of a card. The large style, for
small screens and low vision, has figures two thirds larger and a smaller picture.

The figures of court cards are double-headed, divided by a diagonal sash. A tarock has its motif at both ends
and its Roman number between them; its ground changes every five numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import Enum
from typing import Final, NamedTuple

from PIL import Image

from card_images.canvas import (
    HEIGHT,
    INDEX_FONT,
    MIDDLE,
    ROMAN_FONT,
    WIDTH,
    Canvas,
    Point,
    Points,
    ellipse,
    mirror,
    path,
    petal,
    placed,
    polygon_mask,
    rotationally_symmetric,
    rounded_mask,
    sign,
    star,
)
from card_images.motifs import MOTIFS
from card_images.palette import (
    BLUSH,
    COAT,
    FACE,
    FACE_EDGE,
    FOOL_GREEN,
    FOOL_RED,
    FOOL_YELLOW,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    HONOUR_INDEX,
    IVORY,
    LEAF,
    LINE,
    LIPS,
    LIPS_PALE,
    NIGHT,
    NIGHT_EDGE,
    NIGHT_INDEX,
    NIGHT_RIM,
    SKIN,
    SKIN_LINE,
    SKIN_SHADE,
    STEEL,
    STEEL_LINE,
    STEEL_SHADE,
    SUIT,
    SUIT_LIGHT,
    WOOD,
    mix,
    tone,
)

_TWIG_LEAVES: Final = (  # height on the stem, angle (radians), length
    (16, -1.0, 17), (16, 1.0, 17), (29, -0.9, 17), (29, 0.9, 17), (42, -0.75, 14), (42, 0.75, 14),
    (46, 0, 17),
)  # fmt: skip


def lace(canvas: Canvas, x: float, y: float, radius: float, count: int, line: str, width: float) -> None:
    """Draw a ring of interlaced ellipses: `count` of them, or its smallest multiple that is at least 12."""
    many = count * max(1, math.ceil(12 / count))
    loop = ellipse(0, 0, radius, radius * 0.42, 120)
    for i in range(many):
        canvas.stroke(placed(loop, x, y, turn=math.pi * i / many), line, width)


def spray(canvas: Canvas, x: float, y: float, colour: str, *, turn: float = 0.0, scale: float = 1.0) -> None:
    """Draw a twig with seven leaves, upwards from `x`, `y` or rotated clockwise by `turn` radians."""
    canvas.stroke(placed([(0, -4), (0, -48)], x, y, scale, turn), colour, 1.6 * scale)
    for up, side, length in _TWIG_LEAVES:
        leaf = placed(petal(8, length), 0, -up, 1.0, side)
        canvas.shape(placed(leaf, x, y, scale, turn), colour)


SKUS_INDEX: Final = "*"  # drawn as a star


class Style(Enum):
    """The size of the indices, chosen by the player."""

    STANDARD = "standard"
    LARGE = "large"


class Column(NamedTuple):
    """The geometry of an index: centre of the column, rank and sign, and the notch cut out around them."""

    x: float
    cap: float
    widest: float
    rank_y: float
    sign_y: float
    sign: float
    wide: float
    deep: float

    def outline(self, left: float, top: float) -> Points:
        """The outline of the notch; `left`, `top` is its upper left corner; the lower right one is round."""
        w, d = self.wide, self.deep
        round_ = f"L {w} {d - 12} C {w} {d - 5} {w - 5} {d} {w - 12} {d}"
        return path(f"M {left} {top} L {w} {top} {round_} L {left} {d}")

    def edge(self, left: float, top: float) -> Points:
        """The two edges of the notch that lie within the card."""
        w, d = self.wide, self.deep
        return path(f"M {w} {top} L {w} {d - 12} C {w} {d - 5} {w - 5} {d} {w - 12} {d} L {left} {d}")


_ON_FACE: Final = {
    Style.STANDARD: Column(33, 52, 47, 45, 104, 42, 64, 134),
    Style.LARGE: Column(40, 88, 62, 60, 150, 56, 78, 188),
}
_ON_NIGHT: Final = {
    Style.STANDARD: Column(36.5, 52, 45, 47, 102, 30, 62, 130),
    Style.LARGE: Column(44, 88, 56, 62, 131, 32, 78, 156),
}
LEFT: Final = {Style.STANDARD: (10, 60), Style.LARGE: (9, 72)}  # the left and right edges of the index
LOWEST: Final = {Style.STANDARD: 126, Style.LARGE: 180}


def notches(canvas: Canvas, line: str, width: float, style: Style) -> None:
    column = _ON_FACE[style]

    def half(layer: Canvas) -> None:
        layer.shape(column.outline(0, 0), FACE)
        layer.stroke(column.edge(40, 24), line, width)

    canvas.at_both_ends(half)


def index(canvas: Canvas, rank: str, suit: str, style: Style) -> None:
    column = _ON_FACE[style]

    def half(layer: Canvas) -> None:
        layer.text(column.x, column.rank_y, rank, INDEX_FONT, column.cap, SUIT[suit], column.widest)
        sign(layer, suit, column.x, column.sign_y, column.sign, SUIT[suit])

    canvas.at_both_ends(half)


def _plate(canvas: Canvas, column: Column) -> None:
    w, d = column.wide, column.deep
    sides = f"L {w} {d - 12} C {w} {d - 5} {w - 5} {d} {w - 12} {d} L 12 {d}"
    canvas.shape(path(f"M 19 12 L {w} 12 {sides} L 12 19 C 12 15 15 12 19 12"), GOLD_LIGHT)
    canvas.stroke(column.edge(12, 12), GOLD, 1.6)


def tarock_index(canvas: Canvas, label: str, style: Style, *, honour: bool) -> None:
    """Draw the index of a tarock, an Arabic number above a star, for the honours on a gold plate."""
    column = _ON_NIGHT[style]
    ink = HONOUR_INDEX if honour else NIGHT_INDEX

    def half(layer: Canvas) -> None:
        if honour:
            _plate(layer, column)
        if label == SKUS_INDEX:
            tips = star(5, column.widest * 0.52, column.widest * 0.215)
            layer.shape(placed(tips, column.x, column.rank_y + 1), ink)
        else:
            layer.text(column.x, column.rank_y, label, INDEX_FONT, column.cap, ink, column.widest)
        small = star(4, column.sign * 0.5, column.sign * 0.2)
        layer.shape(placed(small, column.x, column.sign_y), NIGHT if honour else GOLD_LIGHT)

    canvas.at_both_ends(half)


PANEL: Final = (40.0, 24.0, 210.0, 376.0)
_SIZES: Final = {1: 104, 2: 84, 3: 70, 4: 64}  # of a pip, on the cards from 1 to 4
_SIZE: Final = 48  # of a pip, on the cards from 7 to 10
_LARGE_STYLE_SIZE: Final = 88  # of the single sign that the large style has room for
_POSITIONS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((125, 200),),
    2: ((125, 96), (125, 304)),
    3: ((125, 84), (125, 200), (125, 316)),
    4: ((125, 84), (82, 200), (168, 200), (125, 316)),
}
# Twigs that fill the cards with few pips: x and y of the root, and the direction in eighths of a turn.
_TWIGS: Final[dict[int, tuple[tuple[float, float, float], ...]]] = {
    1: ((125, 112, 0), (125, 112, -1), (125, 112, 1)),
    2: ((125, 186, -1.5), (125, 186, 1.5), (125, 190, 0)),
    3: ((72, 198, 0), (178, 198, 0), (178, 128, 0)),
    4: ((125, 192, 0), (178, 150, 0), (178, 150, -1)),
}


def pip_positions(count: int) -> tuple[Point, ...]:
    if count in _POSITIONS:
        return _POSITIONS[count]
    top, bottom, middle = 74.0, 326.0, 200.0
    third = (bottom - top) / 3
    rows = [top, top + third, bottom - third, bottom] if count >= 9 else [top, middle, bottom]
    upper = (MIDDLE, (rows[0] + rows[1]) / 2)
    lower = (MIDDLE, (rows[-2] + rows[-1]) / 2)
    between = {7: [upper], 8: [upper, lower], 9: [(MIDDLE, middle)], 10: [upper, lower]}[count]
    return (*((x, y) for y in rows for x in (96.0, 154.0)), *between)


def _twigs(canvas: Canvas, suit: str, count: int) -> None:
    colour = mix(FACE, SUIT_LIGHT[suit], 0.55)

    def half(layer: Canvas) -> None:
        for x, y, eighths in _TWIGS[count]:
            spray(layer, x, y, colour, turn=eighths * math.tau / 8)

    canvas.at_both_ends(half)


def _ring(canvas: Canvas, suit: str) -> None:
    lace(canvas, MIDDLE, HEIGHT / 2, 82, 12, SUIT_LIGHT[suit], 0.6)
    canvas.circle(MIDDLE, HEIGHT / 2, 66, fill=FACE, line=SUIT_LIGHT[suit], width=1.4)


def pip_card(suit: str, count: int, style: Style = Style.STANDARD) -> Image.Image:
    """Draw the master of a card from 1 to 4 or from 7 to 10."""
    canvas = Canvas()
    canvas.box(0, 0, WIDTH, HEIGHT, 0, fill=FACE)
    canvas.box(*PANEL, 11, line=SUIT_LIGHT[suit], width=1.6)
    notches(canvas, SUIT_LIGHT[suit], 1.6, style)
    if style is Style.LARGE:
        sign(canvas, suit, MIDDLE, HEIGHT / 2, _LARGE_STYLE_SIZE, SUIT[suit])
    else:
        if count in _TWIGS:
            _twigs(canvas, suit, count)
        if count == 1:
            _ring(canvas, suit)
        for x, y in pip_positions(count):
            sign(canvas, suit, x, y, _SIZES.get(count, _SIZE), SUIT[suit], turned=y > 210)
    index(canvas, str(count), suit, style)
    return canvas.master(FACE_EDGE)


class Portrait(NamedTuple):
    """The features of a face."""

    hair: str  # colour of the hair, brows and beard
    gaze: float  # offset of the pupils to the right
    wide: float = 1.0  # width, as a factor
    brow: float = 0.0  # height of the outer ends of the brows above the inner ones
    lid: float = 1.0  # how wide the eyes are open, as a factor
    smile: float = 2.0  # depth of the middle of the mouth below its corners
    nose: float = 3.0  # how far the nose points to its side
    lips: str = LIPS_PALE
    grooves: bool = False  # wrinkles at both sides of the mouth
    head: str = "C"  # the rank whose outline the head has


PORTRAITS: Final = {
    "KS": Portrait("#2F2420", 1.3, 1.0, brow=2.6, lid=0.85, smile=0.0, nose=4.0, grooves=True, head="K"),
    "KH": Portrait("#D8D3C8", -1.2, 1.05, brow=-1.6, lid=0.9, smile=2.4, nose=4.6, grooves=True, head="K"),
    "KD": Portrait("#C9A24B", 1.2, 1.07, brow=0.4, lid=1.05, smile=2.6, nose=3.0, head="K"),
    "KC": Portrait("#7A3B1C", -1.4, 0.95, brow=1.6, lid=1.0, smile=1.0, nose=4.2, head="K"),
    "QS": Portrait("#2A2023", 1.2, 0.96, brow=2.4, lid=0.86, smile=1.0, nose=2.4, lips="#8E1F35", head="Q"),
    "QH": Portrait("#9A4A1E", -1.2, 1.02, brow=0.6, lid=1.08, smile=3.0, nose=2.2, lips=LIPS, head="Q"),
    "QD": Portrait("#D3AC55", 0.2, 1.05, brow=-0.8, lid=1.14, smile=3.4, nose=2.6, lips="#C8553F", head="Q"),
    "QC": Portrait("#5E3824", -1.5, 0.98, brow=1.2, lid=0.94, smile=1.8, nose=3.2, lips="#A23A44", head="Q"),
    "CS": Portrait("#3B2A22", -1.4, 1.0, brow=2.2, lid=0.88, smile=0.6, nose=4.4, grooves=True),
    "CH": Portrait("#8A4A1D", -1.0, 0.98, brow=0.2, lid=1.1, smile=2.8, nose=3.0),
    "CD": Portrait("#C9A24B", 1.2, 1.05, brow=-0.8, lid=0.96, smile=2.0, nose=3.6),
    "CC": Portrait("#4A2A1A", -1.3, 0.96, brow=1.4, lid=0.95, smile=1.2, nose=4.2),
    "JS": Portrait("#3B2A22", 1.3, 0.98, brow=1.4, lid=0.96, smile=1.4, nose=3.2),
    "JH": Portrait("#A5541F", -1.2, 1.04, brow=-0.8, lid=1.16, smile=3.6, nose=2.6),
    "JD": Portrait("#D0A64A", 1.2, 0.96, brow=1.0, lid=0.9, smile=1.8, nose=4.0),
    "JC": Portrait("#5A3320", -1.4, 1.0, brow=0.2, lid=1.02, smile=2.6, nose=3.4),
}


_HEADS: Final = {  # the left half of the outline by rank: broad, heart-shaped, narrow
    "K": "M 125 64 C 108 64 101 76 101 94 C 101 112 104 130 125 134",
    "Q": "M 125 66 C 110 66 103 78 104 92 C 105 108 117 122 125 131",
    "C": "M 125 66 C 111 66 105 78 105 94 C 105 114 114 128 125 131",
}
_SHADED: Final = path("M 125 132 C 131 112 130 84 125 66")  # the inner edge of the shade on the right cheek
_NECK: Final = path("M 115 120 L 115 140 C 118 148 132 148 135 140 L 135 120")
_GROOVES: Final = (
    path("M 112.5 106 C 111.5 109 111 112 111.5 115"),
    path("M 137.5 106 C 138.5 109 139 112 138.5 115"),
)
_MOUSTACHE: Final = mirror("M 125 110.6 C 119 107.8 112 110.4 105.5 118 C 112 117.2 119 118.6 125 115")
_CURLED: Final = mirror("M 125 110.6 C 119 108.4 113 111.6 108 114.4 C 104 116.4 100.6 114.4 101.4 110.6 "
         "C 98 114.6 101 120 107.6 119.4 C 114 119 120 117.6 125 114.8"
)  # fmt: skip

_ROBE: Final = mirror("M 125 138 C 112 141 96 146 84 152 C 70 159 64 176 58 214 L 58 280 L 125 280")
_GOWN: Final = mirror("M 125 142 C 114 143 102 148 93 153 C 80 160 70 178 58 222 L 58 280 L 125 280")
_LAPEL: Final = mirror("M 125 146 L 107 143 C 106 170 104 200 101 280 L 125 280")
_DAMASK: Final = (
    (84, 172), (74, 192), (90, 196), (80, 216), (94, 222), (100, 176),
    (166, 172), (176, 192), (160, 196), (170, 216), (156, 222), (150, 176),
)  # fmt: skip
_ERMINE: Final = (
    (114, 160), (136, 160), (111, 180), (139, 180), (112, 202), (138, 202),
    (125, 170), (125, 192), (125, 214), (113, 224), (137, 224),
)  # fmt: skip


def _widened(points: Points, factor: float) -> Points:
    return [(MIDDLE + (x - MIDDLE) * factor, y) for x, y in points]


def _eye(canvas: Canvas, side: int, portrait: Portrait, *, lady: bool) -> None:
    x = MIDDLE + side * 9.2 * portrait.wide
    high = 4.2 * portrait.lid
    lid = path(f"M {x - 5.4} 95 C {x - 2.6} {95 - high} {x + 2.6} {95 - high} {x + 5.4} 95")
    canvas.shape([*lid, *path(f"M {x + 5} 95 C {x + 2} 97.9 {x - 2} 97.9 {x - 5} 95")], IVORY)
    canvas.circle(x + portrait.gaze, 94.5, 2.3, LINE)
    canvas.circle(x + portrait.gaze + 0.8, 93.7, 0.6, IVORY)
    canvas.stroke(lid, LINE, 1.6 if lady else 1.4)
    if lady:
        canvas.stroke([(x + side * 5, 94.6), (x + side * 7.4, 92.8)], LINE, 1.2)
    inner, outer = (x - side * 6, 88.2), (x + side * 6.4, 88.2 - portrait.brow)
    top = 85.4 - (1.0 if lady else 0.0) - max(0.0, portrait.brow) * 0.7
    brow = path(f"M {inner[0]} {inner[1]} C {x - side * 2} {top} {x + side * 3} {top} {outer[0]} {outer[1]}")
    dark = mix(portrait.hair, LINE, 0.35)
    canvas.stroke(brow, dark, 1.3 if lady else 2.1)


def _mouth(canvas: Canvas, portrait: Portrait, *, lady: bool) -> None:
    corner, low = 116.6 - portrait.smile * 0.3, 116.6 + portrait.smile
    if lady:
        upper = f"M 119 {corner} C 121.5 113.4 123.5 113.3 125 114.5 C 126.5 113.3 128.5 113.4 131 {corner}"
        canvas.shape(path(f"{upper} C 128.5 {low + 2.4} 121.5 {low + 2.4} 119 {corner}"), portrait.lips)
        canvas.stroke(
            path(f"M 119.6 {corner} C 122.5 {low - 0.6} 127.5 {low - 0.6} 130.4 {corner}"), LINE, 0.6
        )
    else:
        mouth = path(f"M 118.6 {corner} C 122 {low} 128 {low} 131.4 {corner}")
        canvas.stroke(mouth, portrait.lips, 1.8)
        canvas.stroke([(123, low + 3.4), (127, low + 3.4)], SKIN_LINE, 0.8)


def face(canvas: Canvas, portrait: Portrait, *, lady: bool = False) -> None:
    """Draw a head without hair and beard."""
    bare_face(canvas, portrait, lady=lady)
    for side in (-1, 1) if lady else ():
        canvas.circle(MIDDLE + side * 12.5 * portrait.wide, 107, 3.6, BLUSH)
    for groove in _GROOVES if portrait.grooves else ():
        canvas.stroke(groove, SKIN_LINE, 0.9)
    _mouth(canvas, portrait, lady=lady)


def bare_face(canvas: Canvas, portrait: Portrait, *, lady: bool = False) -> None:
    """Draw a head with eyes and nose, but without a mouth."""
    oval = mirror(_HEADS[portrait.head])
    canvas.shape(_NECK, SKIN_SHADE)
    canvas.shape(_widened(oval, portrait.wide), SKIN, LINE, 1.1)
    canvas.shape(_widened([*oval[len(oval) // 2 :][::-1], *_SHADED], portrait.wide), SKIN_SHADE)
    canvas.shape(_widened(oval, portrait.wide), line=LINE, width=1.1)
    for side in (-1, 1):
        _eye(canvas, side, portrait, lady=lady)
    out = portrait.nose * (-1 if portrait.gaze < 0 else 1)
    nose = f"M 125 91 C {125 - out * 0.2} 98 {125 - out * 1.1} 103 {125 - out} 106 C {125 - out * 0.4} 108.4"
    canvas.stroke(path(f"{nose} 126 108 {125 + out * 0.7} 107"), SKIN_LINE, 1.3)


def moustache(canvas: Canvas, hair: str, *, curled: bool = False) -> None:
    """Draw a moustache, drooping or with curled ends."""
    canvas.shape(_CURLED if curled else _MOUSTACHE, hair, LINE, 0.8)


def fist(canvas: Canvas, x: float, y: float, cuff: str, *, left: bool = False) -> None:
    """Draw a fist around a vertical shaft at `x`, its knuckles at `y`, with a cuff below."""
    outline = path(
        f"M {x - 13} {y + 8} C {x - 13} {y - 2} {x + 12} {y - 2} {x + 13} {y + 7} "
        f"C {x + 14} {y + 18} {x + 10} {y + 23} {x - 1} {y + 23} "
        f"C {x - 12} {y + 23} {x - 15} {y + 17} {x - 13} {y + 8}"
    )
    canvas.shape(outline, SKIN, LINE, 1.1)
    inset = 2 if left else 0
    for down in (8, 13, 18):
        canvas.stroke([(x - 8 - inset, y + down), (x + 10 - inset, y + down)], SKIN_LINE, 0.9)
    canvas.shape([(x - 17, y + 23), (x + 15, y + 23), (x + 19, y + 35), (x - 21, y + 35)], cuff, LINE, 1.1)


def _ermine(canvas: Canvas, tails: Iterable[Point]) -> None:
    for x, y in tails:
        tail = path(
            f"M {x} {y - 4} C {x + 3} {y + 1} {x + 2} {y + 4} {x} {y + 5} "
            f"C {x - 2} {y + 4} {x - 3} {y + 1} {x} {y - 4}"
        )
        canvas.shape(tail, LINE)


def _cape(canvas: Canvas) -> None:
    canvas.shape(_CAPE, IVORY, LINE, 1.1)
    _ermine(canvas, _CAPE_TAILS)


def robe(canvas: Canvas, suit: str, trim: str, *, lady: bool = False) -> None:
    """Draw shoulders and sleeves in the suit's colour, patterned with its sign; an ivory trim is ermine."""
    canvas.shape(_GOWN if lady else _ROBE, SUIT[suit], LINE, 1.2)
    for x, y in _DAMASK:
        sign(canvas, suit, x, y, 9.5, SUIT_LIGHT[suit])
    canvas.shape(_LAPEL, trim, LINE)
    if trim == IVORY:
        _ermine(canvas, _ERMINE)
        return
    for i in range(9):
        y = 158 + i * 11
        canvas.stroke([(106, y + 6), (125, y), (144, y + 6)], GOLD_DARK, 0.9)
    for i in range(6):
        canvas.circle(MIDDLE, 164 + i * 12, 2.5, SUIT[suit], LINE, 0.6)


_CAPE_TAILS: Final = ((88, 156), (102, 154), (110, 163), (140, 163), (148, 154), (162, 156))
_CAPE: Final = mirror("M 125 139 C 106 141 90 146 76 157 C 82 166 104 170 125 170")
_BAGS: Final = (
    path("M 110 99.5 C 113 101.5 117 101.5 120 99.5"),
    path("M 130 99.5 C 133 101.5 137 101.5 140 99.5"),
)
_KING_HAIR: Final = mirror("M 125 62 C 104 60 96 78 97 100 C 97 118 92 130 88 138 C 96 146 112 146 125 146")
_CROWN: Final = mirror("M 125 78 C 116 78 107 76 101 73 L 95 42 L 108 56 L 114 36 L 125 53")
_CROWN_BAND: Final = mirror("M 125 79 C 116 79 107 77 101 74 L 100 66 C 108 69 116 71 125 71")
_CROWN_PEARLS: Final = ((95, 41), (114, 35), (136, 35), (155, 41))
_CROWN_STONES: Final = ((125, 75, 2.6), (111, 73, 2), (139, 73, 2))

# Each king's beard, from the tip to the lips: pointed, long and wavy, short, forked.
_LIPS: Final = "C 106 108 111 112 118 111.6 C 121 110 123 109.6 125 110.4"
_BEARDS: Final = {
    "S": mirror(f"M 125 156 C 114 152 104 138 103.4 100 {_LIPS}"),
    "H": mirror(
            "M 125 166 C 118 168 112 160 108 161 C 108 152 100 150 101 140 C 96 130 101 118 102 100 " + _LIPS
    ),
    "D": mirror(f"M 125 139 C 112 139 104 130 102 100 {_LIPS}"),
    "C": mirror(f"M 125 137 C 123 150 117 160 109 164 C 110 152 104 138 104.4 100 {_LIPS}"),
}  # fmt: skip
_LOCKS: Final = {"S": (-9, -4.5, 0, 4.5, 9), "H": (-12, -7, 0, 7, 12), "D": (-11, 11), "C": (-9, -5, 5, 9)}
_LOCK_ENDS: Final = {"S": 148, "H": 156, "D": 133, "C": 150}
_BEARD_MOUTH: Final = mirror(
    "M 125 121.5 C 121.5 121.5 118.5 119.6 117.6 117 C 121 115.6 123.4 115.4 125 116"
)

_QUEEN_HAIR: Final = {
    "S": mirror("M 125 58 C 98 56 88 84 92 112 C 95 134 84 150 80 176 C 96 172 108 160 112 140 L 125 140"
    ),
    "H": mirror(
            "M 125 58 C 98 56 89 78 92 96 C 83 102 92 114 86 122 C 79 131 90 140 82 150 "
            "C 75 160 84 168 77 180 C 94 182 109 166 112 140 L 125 140"
    ),
    "D": mirror("M 125 60 C 101 58 94 82 97 106 C 97 116 98 126 102 132 L 125 134"),
    "C": mirror("M 125 60 C 101 58 96 80 98 100 C 99 112 104 118 108 122 L 125 124"),
}  # fmt: skip
_PLAIT: Final = tuple((98.0 - i * 1.0, 124.0 + i * 6.5) for i in range(11))
_PARTING: Final = mirror(
    "M 125 64 C 112 64 102 78 103.5 98 C 103.5 102 104 105 104.5 108 C 105 108 107 104 108 98 "
    "C 110 82 116 72 125 64"
)
_NECKLINE: Final = mirror("M 125 168 C 116 162 108 152 105 142 C 112 138 118 137 125 137")
_TIARA: Final = mirror("M 125 70 C 114 70 106 72 100 77 C 97 70 98 64 101 59 C 111 60 119 54 125 44")
_TIARA_PEARLS: Final = ((101, 58, 2.6), (113, 56, 2.4), (137, 56, 2.4), (149, 58, 2.6), (125, 43, 3.4))
_COLLAR_WING: Final = path("M 107 143 C 101 130 92 114 78 105 C 68 117 64 136 70 152 C 84 155 97 152 107 143")
_LACE: Final = tuple(
    path(f"M 105 143 C 98 136 {x + 6} {y + 8} {x} {y}") for x, y in ((80, 112), (72, 126), (70, 140))
)
_STEM: Final = path("M 172 96 C 176 120 170 150 168 200")
_ROSE_LEAVES: Final = (
    path("M 172 130 C 182 122 188 124 190 122 C 188 134 180 138 172 136"),
    path("M 171 146 C 162 138 156 140 153 138 C 156 150 164 153 171 151"),
)


def _crown(canvas: Canvas, suit: str) -> None:
    canvas.shape(_CROWN, GOLD, LINE, 1.3)
    canvas.shape(_CROWN_BAND, GOLD_LIGHT, LINE)
    for x, y in _CROWN_PEARLS:
        canvas.circle(x, y, 3.2, IVORY, LINE)
    for x, y, radius in _CROWN_STONES:
        canvas.circle(x, y, radius, SUIT[suit])
    cross = ([(125, 52), (125, 40)], [(120, 45), (130, 45)])
    for bar in cross:
        canvas.stroke(bar, LINE, 4.4)
    for bar in cross:
        canvas.stroke(bar, GOLD_LIGHT, 2.4)


def _beard(canvas: Canvas, suit: str, hair: str) -> None:
    canvas.shape(_BEARDS[suit], hair, LINE)
    canvas.shape(_BEARD_MOUTH, "#7C3429")
    end = _LOCK_ENDS[suit]
    for dx in _LOCKS[suit]:
        root, bend, tip = (MIDDLE + dx * share for share in (0.8, 1.2, 0.5))
        lock = path(f"M {root} 127 C {bend} 134 {tip} 142 {tip} {end}")
        canvas.stroke(lock, mix(hair, LINE, 0.5), 0.9)
    if suit in "HD":
        moustache(canvas, hair, curled=suit == "D")


def king(canvas: Canvas, suit: str) -> None:
    """Draw a king, with a tall crown, a beard, ermine, and a sceptre with the suit sign."""
    portrait = PORTRAITS["K" + suit]
    canvas.shape(_KING_HAIR, portrait.hair, LINE, 1.1)
    robe(canvas, suit, IVORY)
    _cape(canvas)
    face(canvas, portrait)
    for bag in _BAGS:
        canvas.stroke(bag, SKIN_LINE, 0.9)
    _beard(canvas, suit, portrait.hair)
    _crown(canvas, suit)
    canvas.bordered_stroke([(172, 72), (172, 240)], GOLD, 4, LINE)
    sign(canvas, suit, 172, 60, 26, GOLD_LIGHT, line=LINE)
    canvas.circle(172, 78, 4.2, GOLD_LIGHT, LINE)
    fist(canvas, 172, 146, IVORY)


def _jewels(canvas: Canvas, suit: str) -> None:
    for i in range(-4, 5):
        drop = 1 if abs(i) == 4 else 0
        canvas.circle(MIDDLE + i * 4.6, 148.5 - abs(i) * 1.5 - drop, 2.3, IVORY, LINE, 0.7)
    canvas.circle(125, 153.5, 3.4, SUIT[suit], LINE, 0.8)
    for side in (-1, 1):
        canvas.circle(MIDDLE + side * 22, 112, 2.6, GOLD_LIGHT, LINE, 0.8)
    canvas.shape(_TIARA, GOLD, LINE, 1.3)
    for x, y, radius in _TIARA_PEARLS:
        canvas.circle(x, y, radius, IVORY, LINE, 0.9)
    canvas.circle(125, 61, 4, SUIT[suit], LINE, 0.8)
    for x in (111, 139):
        canvas.circle(x, 66, 2.2, SUIT[suit])


def _hairdo(canvas: Canvas, suit: str, hair: str) -> None:
    """Draw the hair in front of the gown: two plaits (diamonds) or two buns in gold nets (clubs)."""
    for side in (-1, 1):
        for x, y in _PLAIT if suit == "D" else ():
            canvas.circle(MIDDLE + side * (MIDDLE - x), y, 5.2, hair, LINE, 0.8)
        if suit == "D":
            x, y = _PLAIT[-1]
            canvas.circle(MIDDLE + side * (MIDDLE - x), y + 7, 3.4, SUIT[suit], LINE, 0.8)
        if suit == "C":
            x = MIDDLE + side * 28
            canvas.circle(x, 100, 13.5, hair, LINE, 1.2)
            for step in (-6, 0, 6):
                canvas.stroke([(x - 10, 100 + step - 3), (x + 10, 100 + step + 3)], GOLD_LIGHT, 0.8)
                canvas.stroke([(x - 10, 100 + step + 3), (x + 10, 100 + step - 3)], GOLD_LIGHT, 0.8)
            canvas.circle(x, 100, 13.5, line=GOLD, width=1.6)


def _rose(canvas: Canvas, suit: str) -> None:
    canvas.bordered_stroke(_STEM, LEAF, 2.8, LINE, 0.9)
    for leaf in _ROSE_LEAVES:
        canvas.shape(leaf, LEAF, LINE, 0.9)
    bloom = "#FFF1E2" if suit == "H" else "#D5455A"  # a red rose would not stand out on a red gown
    for i in range(5):
        turn = i * math.tau / 5
        canvas.circle(172 + 8.5 * math.sin(turn), 84 - 8.5 * math.cos(turn), 8, bloom, LINE)
    canvas.circle(172, 84, 6, GOLD_LIGHT, LINE)


def _lace_collar(canvas: Canvas) -> None:
    for side in (-1, 1):
        wing, *threads = (
            [(MIDDLE + side * (MIDDLE - x), y) for x, y in part] for part in (_COLLAR_WING, *_LACE)
        )
        canvas.shape(wing, IVORY, LINE, 1.1)
        for thread in threads:
            canvas.stroke(thread, GOLD, 1.2)


def queen(canvas: Canvas, suit: str) -> None:
    """Draw a queen, with a tiara, pearls and a rose; each suit has its own hairstyle."""
    portrait = PORTRAITS["Q" + suit]
    canvas.shape(_QUEEN_HAIR[suit], portrait.hair, LINE, 1.1)
    robe(canvas, suit, GOLD_LIGHT, lady=True)
    canvas.shape(_NECKLINE, SKIN, LINE)
    _lace_collar(canvas)
    face(canvas, portrait, lady=True)
    canvas.shape(_PARTING, portrait.hair)
    _hairdo(canvas, suit, portrait.hair)
    _jewels(canvas, suit)
    _rose(canvas, suit)
    fist(canvas, 170, 148, GOLD_LIGHT)


_PLUME: Final = path(
    "M 122 58 C 128 34 150 24 176 34 C 184 38 184 48 176 50 C 184 54 182 64 172 64 C 176 72 168 78 158 74 "
    "C 146 72 134 70 126 66"
)
_BARBS: Final = (
    path("M 128 58 C 140 42 158 36 174 41"),
    path("M 130 62 C 146 50 160 50 174 54"),
    path("M 134 66 C 148 60 158 62 168 67"),
)
_RIDER_HAIR: Final = mirror(
    "M 125 66 C 104 66 99 84 100 100 C 100 116 98 124 95 130 C 104 136 114 136 125 136"
)
_GORGET: Final = mirror(
    "M 125 118 C 112 118 104 122 101 128 C 100 140 96 148 90 153 C 102 160 114 162 125 162"
)
_HELMET: Final = mirror("M 125 82 C 114 82 106 83 101 88 C 100 66 110 52 125 52")
_HELMET_SHADE: Final = path("M 125 52 C 140 52 150 66 149 88 C 144 83 136 82 125 82 C 131 72 130 60 125 52")
_HELMET_BAND: Final = mirror("M 125 88 C 114 87 106 88 101 93 L 100 86 C 106 81 114 80 125 80")
_NASAL: Final = [(121.5, 82), (128.5, 82), (127.5, 105), (125, 107.5), (122.5, 105)]
_CHEEK_GUARDS: Final = (
    path("M 100 90 C 97 106 99 122 108 133 C 114 134 115 127 113 119 C 109 110 108 100 110 89"),
    path("M 150 90 C 153 106 151 122 142 133 C 136 134 135 127 137 119 C 141 110 142 100 140 89"),
)


_RIDER_BEARD: Final = mirror(
    "M 125 136 C 113 136 105 126 103.4 104 C 107 111 112 113 118 111.6 C 121 110 123 109.6 125 110.4"
)


def _horse(outline: str) -> Points:
    """Place a part of the horse, drawn in coordinates of its own."""
    return placed(path(outline), 44, 92, 1.0)


_HORSE_HEAD: Final = _horse(
    "M 104 118 C 108 76 96 42 70 24 L 72 2 L 58 17 C 46 20 38 32 32 46 L 13 70 C 7 78 9 88 18 90 "
    "C 26 93 32 87 37 84 C 43 80 49 80 55 80 C 55 92 44 102 36 118"
)
_HORSE_NECK: Final = _horse("M 104 118 C 108 76 96 42 70 24 C 84 44 88 72 80 118")
_BLAZE: Final = _horse("M 52 24 C 42 32 36 44 33 50 L 20 68 C 24 70 27 70 30 68 C 38 56 48 42 56 32")
_MANE: Final = _horse(
    "M 70 4 C 84 12 104 34 106 58 C 112 62 112 72 106 76 C 112 84 110 92 104 96 C 108 104 106 112 102 118 "
    "L 92 118 C 98 84 92 50 70 26"
)
_TRESSES: Final = (
    _horse("M 76 14 C 92 34 98 46 99 60"),
    _horse("M 80 30 C 94 48 100 66 100 78"),
    _horse("M 92 62 C 98 78 98 90 97 100"),
)
_FORELOCK: Final = _horse("M 70 4 C 60 10 50 20 44 34 C 54 32 62 28 68 20")
_EAR: Final = _horse("M 72 0 L 59 16 L 69 26")
_HORSE_EYE: Final = _horse("M 45 39 C 48 35 53 36 56 40 C 52 43 48 43 45 39")
_STRAPS: Final = (_horse("M 26 56 C 32 64 40 72 45 81"), _horse("M 40 33 C 50 46 56 60 56 80"))
_BITS: Final = _horse("M 45 80 L 55 78")
_REIN: Final = _horse("M 55 79 C 66 92 76 98 86 98")
_NOSTRIL: Final = _horse("M 17.5 78")
_HORSE_SMILE: Final = _horse("M 14 84 C 20 86 26 84 31 81")

_BLADES: Final = (
    (path("M 78 30 L 84 58 L 78 66 L 72 58"), "#D5D9E0"),
    (path("M 80 66 C 92 60 98 70 99 82 C 94 80 88 84 80 86"), "#B4BBC6"),
    (path("M 76 70 L 66 76 L 76 82"), "#B4BBC6"),
)
_PROFILE: Final = path(
    "M 134 64 L 112 72 C 107 79 106 85 107.4 91 C 104 97 100 101 96.6 106 C 96 109 99 110.4 103.4 110.4 "
    "C 103.6 112.4 102.6 113.4 100.6 115.4 C 100 117 101.6 118 103.4 118 C 101.4 119.4 101.4 121.4 103 122.6 "
    "C 104 124.6 102.4 127 103 130 C 104.6 135.6 112 137.4 119 134 C 126 131 132 127 136 120 L 146 96"
)
_PROFILE_SHADE: Final = path("M 132 70 C 124 90 124 112 110 136 C 122 135 132 127 136 120 L 146 96")
_PROFILE_NECK: Final = path("M 114 126 L 112 150 L 142 150 L 142 112")
_PROFILE_EYE: Final = path("M 107.6 96 C 109 92.4 113.4 91.6 117.4 94.6 C 114.4 97.4 111 98 107.6 96")
_PROFILE_EAR: Final = path("M 130 94 C 136 92 139 98 136 103 C 134 108 130 109 129 105")
_PROFILE_MOUTH: Final = path("M 101.6 118 C 104 118.6 106.6 118 109 116.4")
_PROFILE_HAIR: Final = {  # behind the ear, by suit: straight, curls, short, long waves
    "S": path(
        "M 112 74 C 120 80 128 84 130 94 C 136 92 140 98 136 106 L 136 136 L 154 136 C 160 110 158 84 148 66"
    ),
    "H": path("M 112 74 C 120 80 128 84 129 94 C 133 100 134 108 132 116 L 146 124 C 158 108 158 82 148 66"),
    "D": path("M 112 74 C 122 80 128 86 130 94 C 137 92 139 99 136 106 L 138 118 C 148 118 154 92 148 66"),
    "C": path(
        "M 112 74 C 120 80 128 84 130 94 C 136 96 136 106 134 112 C 140 120 134 128 140 138 "
        "C 150 142 162 138 162 130 C 156 122 162 114 156 104 C 160 88 156 74 148 66"
    ),
}
_CURLS: Final = ((136, 88), (146, 80), (152, 92), (140, 100), (152, 105), (138, 112), (148, 117), (140, 124))
_PROFILE_MOUSTACHE: Final = path("M 99.6 112 C 104 109.6 110 110.6 117 116.6 C 110 118 105 116.4 99.6 114.6")
_GOATEE: Final = path(
    "M 103 124 C 106 128 112 130 118 129 C 117 135 108 146 98 142 C 103 138 102 132 101.6 127"
)
_JACK_CAP: Final = path("M 98 78 C 92 62 106 48 128 48 C 152 48 164 62 160 76 C 146 68 118 70 98 78")
_BRIM: Final = path("M 98 80 C 118 70 146 69 161 78 L 160 71 C 146 63 116 64 97 73")
_FEATHER: Final = path(
    "M 140 66 C 148 46 164 38 186 42 C 180 48 178 50 180 56 C 172 58 170 62 170 68 C 160 66 152 68 146 70"
)
_QUILL: Final = path("M 144 67 C 154 54 166 48 182 44")


def rider(canvas: Canvas, suit: str) -> None:
    """Draw the rider of a cavall, with a steel helmet and a plume in the suit's colour."""
    portrait = PORTRAITS["C" + suit]
    canvas.shape(_PLUME, SUIT[suit], LINE, 1.2)
    for barb in _BARBS:
        canvas.stroke(barb, SUIT_LIGHT[suit], 1.2)
    canvas.shape(_RIDER_HAIR, portrait.hair, LINE, 1.1)
    robe(canvas, suit, GOLD_LIGHT)
    canvas.shape(_GORGET, STEEL_SHADE, LINE, 1.2)
    for y in (136, 144, 152):
        canvas.stroke(path(f"M 100 {y} C 112 {y + 6} 138 {y + 6} 150 {y}"), STEEL_LINE, 0.9)
    face(canvas, portrait)
    if suit == "D":
        canvas.shape(_RIDER_BEARD, portrait.hair, LINE, 0.9)
        canvas.stroke([(119, 117), (131, 117)], portrait.lips, 1.8)
    if suit in "SC":
        moustache(canvas, portrait.hair, curled=suit == "C")
    canvas.shape(_HELMET, STEEL, LINE, 1.3)
    canvas.shape(_HELMET_SHADE, STEEL_SHADE)
    canvas.stroke([(125, 51), (125, 82)], LINE)
    canvas.shape(_NASAL, STEEL, LINE, 1.1)
    for guard in _CHEEK_GUARDS:
        canvas.shape(guard, STEEL, LINE, 1.2)
    canvas.shape(_HELMET_BAND, GOLD, LINE, 1.1)


def horse(canvas: Canvas, suit: str) -> None:
    coat, shade, mane = COAT[suit]
    canvas.shape(_HORSE_HEAD, coat, LINE, 1.4)
    canvas.shape(_HORSE_NECK, shade)
    canvas.shape(_BLAZE, mix(coat, IVORY, 0.75))
    canvas.shape(_HORSE_HEAD, line=LINE, width=1.4)
    canvas.shape(_MANE, mane, LINE, 1.2)
    for tress in _TRESSES:
        canvas.stroke(tress, mix(mane, coat, 0.5), 1.2)
    canvas.shape(_EAR, shade, LINE, 1.2)
    canvas.shape(_FORELOCK, mane, LINE, 1.0)
    canvas.shape(_HORSE_EYE, LINE)
    canvas.circle(_HORSE_EYE[0][0] + 4, _HORSE_EYE[0][1] - 0.8, 0.8, IVORY)
    canvas.circle(*_NOSTRIL[0], 2.2, LINE)
    canvas.stroke(_HORSE_SMILE, LINE, 1.0)
    for strap in (*_STRAPS, _REIN):
        canvas.bordered_stroke(strap, GOLD, 2.8, LINE, 0.8)
    for x, y in _BITS:
        canvas.circle(x, y, 3.4, GOLD_LIGHT, LINE)


def _profile(canvas: Canvas, suit: str) -> None:
    """Draw the head of a jack, which looks to the left."""
    portrait = PORTRAITS["J" + suit]
    canvas.shape(_PROFILE_NECK, SKIN_SHADE)
    canvas.shape(_PROFILE, SKIN)
    canvas.shape(_PROFILE_SHADE, SKIN_SHADE)
    canvas.shape(_PROFILE, line=LINE, width=1.2)
    canvas.shape(_PROFILE_EAR, SKIN, SKIN_LINE, 1.2)
    canvas.shape(_PROFILE_EYE, IVORY)
    canvas.circle(110.6, 94.8, 2.3, LINE)
    canvas.stroke(_PROFILE_EYE[: len(_PROFILE_EYE) // 2 + 1], LINE, 1.5)
    dark = mix(portrait.hair, LINE, 0.35)
    top = 86 - portrait.brow
    canvas.stroke(path(f"M 105.6 89.4 C 109 {top} 115 {top} 119.6 89"), dark, 2.1)
    canvas.stroke(path("M 102.6 108 C 105 105.6 106.6 106 106.4 109"), SKIN_LINE, 1.1)
    canvas.stroke(_PROFILE_MOUTH, portrait.lips, 1.9)
    if suit == "D":
        canvas.shape(_PROFILE_MOUSTACHE, portrait.hair, LINE, 0.8)
    if suit == "C":
        canvas.shape(_GOATEE, portrait.hair, LINE, 0.8)
    canvas.shape(_PROFILE_HAIR[suit], portrait.hair, LINE, 1.1)
    for x, y in _CURLS if suit == "H" else ():
        canvas.circle(x, y, 7, portrait.hair, LINE, 0.9)


def jack(canvas: Canvas, suit: str) -> None:
    """Draw a jack in profile, with a feathered flat cap, a ruff and a halberd."""
    canvas.bordered_stroke([(78, 60), (78, 240)], WOOD, 4, LINE)
    for blade, fill in _BLADES:
        canvas.shape(blade, fill, LINE, 1.2)
    robe(canvas, suit, GOLD_LIGHT)
    _profile(canvas, suit)
    for i in range(-4, 5):
        canvas.circle(MIDDLE + i * 7.2, 144 - abs(i) * 0.8 + (abs(i) > 3), 6, IVORY, LINE, 0.9)
    canvas.shape(_JACK_CAP, SUIT[suit], LINE, 1.3)
    canvas.shape(_BRIM, GOLD, LINE, 1.1)
    canvas.shape(_FEATHER, IVORY, LINE, 1.2)
    canvas.stroke(_QUILL, LINE, 0.9)
    canvas.circle(142, 68, 3.4, SUIT_LIGHT[suit], LINE)
    fist(canvas, 78, 158, IVORY, left=True)


_RAYS: Final = 16
_SASH: Final = ((LINE, 9.0), (GOLD, 6.8), (GOLD_LIGHT, 1.6))  # colour and width of its stripes, widest first


def sunburst(canvas: Canvas, hub: Point, rays: int, ground: str, ray: str) -> None:
    """Fill the card with a background and rays from one point."""
    canvas.box(0, 0, WIDTH, HEIGHT, 0, fill=ground)
    x, y = hub
    for i in range(rays):
        start, end = math.tau * i / rays, math.tau * (i + 0.5) / rays
        far = [(x + 400 * math.cos(angle), y + 400 * math.sin(angle)) for angle in (start, end)]
        canvas.shape([hub, *far], ray)


def half_figure(zoom: float, right: float = 0.0, down: float = 0.0) -> Canvas:
    """Return a canvas for a figure enlarged by `zoom` and moved, its head just below the top of the panel."""
    return Canvas(zoom=zoom, left=MIDDLE * (1 - zoom) + right, top=30 - 34 * zoom + down)


def double_headed(half: Canvas, panel: Image.Image, slope: float) -> Canvas:
    """Join a half figure and its rotated copy within the panel; the sash between them falls `slope` units."""
    left, right = (HEIGHT + slope) / 2, (HEIGHT - slope) / 2
    half.clip(polygon_mask([(0, 0), (WIDTH, 0), (WIDTH, right), (0, left)]))
    both = Canvas()
    both.composite(half)
    both.composite(half, rotated=True)
    for colour, width in _SASH:
        rise = width / 2 * math.hypot(1, slope / WIDTH)
        both.shape([(0, left - rise), (WIDTH, right - rise), (WIDTH, right + rise), (0, left + rise)], colour)
    both.clip(panel)
    return both


def _mounted(suit: str, style: Style) -> Canvas:
    """Draw the rider behind the head of his horse, both smaller next to a large index."""
    canvas = Canvas()
    large = style is Style.LARGE
    rider_canvas = half_figure(1.02, right=44, down=10) if large else half_figure(1.12, right=20, down=2)
    horse_canvas = half_figure(0.94, right=22, down=16) if large else half_figure(1.04, right=-2, down=5)
    rider(rider_canvas, suit)
    horse(horse_canvas, suit)
    canvas.composite(rider_canvas)
    canvas.composite(horse_canvas)
    return canvas


def _court_half(rank: str, suit: str, style: Style) -> Canvas:
    half = Canvas()
    offset = 44 if rank == "C" and style is Style.LARGE else 0  # keeps the rays centred on the head
    sunburst(half, (MIDDLE + offset, 104), _RAYS, "#FFFDF6", mix(FACE, SUIT_LIGHT[suit], 0.4))
    if rank == "C":
        half.composite(_mounted(suit, style))
        return half
    figure = half_figure(1.16)
    {"K": king, "Q": queen, "J": jack}[rank](figure, suit)
    half.composite(figure)
    return half


def court(rank: str, suit: str, style: Style = Style.STANDARD) -> Image.Image:
    """Draw the master of a king, queen, cavall or jack; rotating it by 180 degrees changes nothing."""
    canvas = Canvas()
    canvas.box(0, 0, WIDTH, HEIGHT, 0, fill=FACE)
    canvas.composite(double_headed(_court_half(rank, suit, style), rounded_mask(*PANEL, 10), 40))
    left, top, right, bottom = PANEL
    canvas.box(left - 1, top - 1, right + 1, bottom + 1, 11, line=SUIT[suit], width=2)
    notches(canvas, SUIT[suit], 2, style)
    index(canvas, rank, suit, style)
    return rotationally_symmetric(canvas.master(FACE_EDGE))


ROMAN: Final = (
    "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI",
    "XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI",
)  # fmt: skip
HONOURS: Final = (1, 21)  # with the Sküs, the cards of the trull
_ROUNDEL: Final = {Style.STANDARD: (152.0, 92.0, 70.0), Style.LARGE: (162.0, 90.0, 64.0)}  # x, y, radius
_NUMBER_BAND: Final = (174.0, 226.0)  # the upper and lower edge of the band with the Roman number


def tarock_background(ground: str) -> Canvas:
    """Return a canvas with the background of all tarocks, the Sküs included."""
    canvas = Canvas()
    canvas.box(0, 0, WIDTH, HEIGHT, 0, fill=NIGHT_RIM)
    canvas.box(7, 7, WIDTH - 7, HEIGHT - 7, 13, fill=ground)
    canvas.box(11, 11, WIDTH - 11, HEIGHT - 11, 10, line=GOLD, width=1.3)
    return canvas


def _motif(canvas: Canvas, number: int, style: Style) -> None:
    """Draw the motif of a tarock in a roundel, twice: it is double-headed as the figures are."""
    x, y, radius = _ROUNDEL[style]
    colours = tone(number)
    layer = Canvas(zoom=radius / 70, left=x, top=y)
    layer.circle(0, 0, 70, colours.deep, GOLD, 2.4)
    layer.circle(0, 0, 65, line=mix(colours.deep, GOLD, 0.5), width=1)
    MOTIFS[number - 1](layer, colours)
    canvas.composite(layer)
    canvas.composite(layer, rotated=True)


def tarock(number: int, style: Style = Style.STANDARD) -> Image.Image:
    canvas = tarock_background(tone(number).ground)
    upper, lower = _NUMBER_BAND
    for y in _NUMBER_BAND:
        canvas.stroke([(24, y), (WIDTH - 24, y)], GOLD, 1.3)
        canvas.shape(placed(star(4, 6, 2.4), MIDDLE, y), GOLD_LIGHT)
    _motif(canvas, number, style)
    canvas.text(MIDDLE, (upper + lower) / 2, ROMAN[number - 1], ROMAN_FONT, 34, GOLD_LIGHT, 190)
    tarock_index(canvas, str(number), style, honour=number in HONOURS)
    return canvas.master(NIGHT_EDGE)


_FOOL: Final = Portrait("#5A2A18", -1.3, brow=-0.4, lid=1.08, nose=3.4)
_SKUS_PANEL: Final = (20.0, 20.0, 230.0, 380.0)
_SKUS_ZOOM: Final = 1.14
_SKUS_RIGHT: Final = 19.0
_SKUS_DOWN: Final = 12.0
_TORSO: Final = mirror("M 125 146 C 104 147 82 152 70 164 C 56 178 50 204 46 300 L 125 300")
_MOTLEY: Final = (FOOL_RED, FOOL_YELLOW, FOOL_GREEN)
_COLLAR: Final = ((82, FOOL_RED), (103, FOOL_YELLOW), (125, FOOL_GREEN), (147, FOOL_RED), (168, FOOL_YELLOW))
_LEFT_HORN: Final = path(
    "M 104 92 C 98 70 104 58 94 50 C 82 42 70 54 68 78 C 62 76 58 72 56 66 C 54 38 78 24 99 32 "
    "C 113 37 121 50 125 58 L 125 92"
)
_RIGHT_HORN: Final = [(2 * MIDDLE - x, y) for x, y in _LEFT_HORN]
_PEAK: Final = path("M 107 86 C 106 60 112 44 125 34 C 138 44 144 60 143 86")
_CAP: Final = ((_LEFT_HORN, FOOL_RED), (_RIGHT_HORN, FOOL_GREEN), (_PEAK, FOOL_YELLOW))
_BELLS: Final = ((62, 78), (188, 78), (125, 30))
_LAUGH: Final = path("M 114 113 C 119 116 131 116 136 113 C 133 124 117 124 114 113")
_TEETH: Final = path("M 117.5 114.6 C 121 116 129 116 132.5 114.6 C 130 118 120 118 117.5 114.6")
_BAND: Final = path("M 102.5 92 C 112 84 138 84 147.5 92 L 147 83 C 138 75 112 75 103 83")


def _motley(canvas: Canvas) -> None:
    for row in range(-2, 12):
        for column in range(-5, 6):
            x, y = MIDDLE + column * 26 + 13 * (row % 2), 150 + row * 18
            lozenge = [(x, y - 18), (x + 13, y), (x, y + 18), (x - 13, y)]
            canvas.shape(lozenge, _MOTLEY[(column - row // 2 + row % 2) % 3], LINE, 0.9)


def _bell(canvas: Canvas, x: float, y: float, radius: float) -> None:
    canvas.circle(x, y, radius, GOLD_LIGHT, LINE, 1.2)
    canvas.stroke([(x - radius * 0.62, y + radius * 0.2), (x + radius * 0.62, y + radius * 0.2)], LINE, 1.1)
    canvas.circle(x, y + radius * 0.52, radius * 0.18, LINE)


def _collar(canvas: Canvas) -> None:
    for i, (x, colour) in enumerate(_COLLAR):
        tip = (x + (x - MIDDLE) * 0.3, 172 - abs(i - 2) * 6)
        canvas.shape([(x - 16, 143), (x + 16, 143), tip], colour, LINE, 1.2)
        _bell(canvas, tip[0], tip[1] + 4, 4.6)
    for i in range(-4, 5):
        canvas.circle(MIDDLE + i * 9, 139 - abs(i) * 0.8, 7.6, IVORY, LINE)


def _skus_head(canvas: Canvas) -> None:
    for outline, colour in _CAP:
        canvas.shape(outline, colour, LINE, 1.3)
    for x, y in _BELLS:
        _bell(canvas, x, y, 7)
    bare_face(canvas, _FOOL)
    canvas.shape(_LAUGH, "#8C2230", LINE)
    canvas.shape(_TEETH, IVORY)
    for side in (-1, 1):
        canvas.circle(MIDDLE + side * 13.5, 107, 4, "#E79A86")
    canvas.shape(_BAND, IVORY, LINE, 1.2)
    for i in range(6):
        left, low = 104.3 + i * 6.9, 84.2 if i in {2, 3} else 85.6
        triangle = [(left, low), (left + 3.45, low - 5.6), (left + 6.9, low)]
        canvas.shape(triangle, (FOOL_RED, FOOL_GREEN)[i % 2])


def _skus_half() -> Canvas:
    half = Canvas()
    sunburst(half, (138, 112), 32, "#F8E9BF", "#EFCF79")
    body, figure = (half_figure(_SKUS_ZOOM, _SKUS_RIGHT, _SKUS_DOWN) for _ in range(2))
    _motley(body)
    left, top = MIDDLE * (1 - _SKUS_ZOOM) + _SKUS_RIGHT, 30 - 34 * _SKUS_ZOOM + _SKUS_DOWN
    body.clip(polygon_mask(placed(_TORSO, left, top, _SKUS_ZOOM)))
    figure.shape(_TORSO, line=LINE, width=1.4)
    _collar(figure)
    _skus_head(figure)
    half.composite(body)
    half.composite(figure)
    return half


def skus(style: Style = Style.STANDARD) -> Image.Image:
    """Draw the master of the Sküs; rotating it by 180 degrees changes nothing."""
    canvas = tarock_background(NIGHT)
    canvas.composite(double_headed(_skus_half(), rounded_mask(*_SKUS_PANEL, 9), 44))
    left, top, right, bottom = _SKUS_PANEL
    canvas.box(left - 1, top - 1, right + 1, bottom + 1, 10, line=GOLD_LIGHT, width=2.2)
    tarock_index(canvas, SKUS_INDEX, style, honour=True)
    return rotationally_symmetric(canvas.master(NIGHT_EDGE))
