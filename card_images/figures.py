"""What the people on the court cards share: faces, fists and robes. The units are the figure's own."""

from __future__ import annotations

from typing import Final

from card_images.canvas import Canvas
from card_images.palette import (
    GOLD_DARK,
    HAIR,
    IVORY,
    LINE,
    SKIN,
    SKIN_LINE,
    SKIN_SHADE,
    SUIT,
    SUIT_LIGHT,
)  # fmt: skip
from card_images.paths import MIDDLE, mirror, path
from card_images.pips import sign

_OVAL: Final = mirror(path("M 125 66 C 111 66 104 78 104 94 C 104 112 113 127 125 130"))
_CHEEK: Final = path("M 125 66 C 139 66 146 78 146 94 C 146 112 137 127 125 130 C 131 112 130 84 125 66")
_NECK: Final = path("M 115 120 L 115 140 C 118 148 132 148 135 140 L 135 120")
_NOSE: Final = path("M 125 92 C 124 99 122.5 103 122 106 C 123.5 108 126 108 127.6 107")
_LIPS: Final = path(
    "M 119.5 115.5 C 121.5 113.5 123.5 113.4 125 114.6 C 126.5 113.4 128.5 113.5 130.5 115.5 "
    "C 128.5 119.4 121.5 119.4 119.5 115.5"
)
_MOUTH: Final = path("M 119.5 116.5 C 122.5 118.6 127.5 118.6 130.5 116.5")
_BEARD: Final = mirror(
    path("M 125 154 C 114 152 104 138 103.4 100 C 106 108 111 112 118 111.6 C 121 110 123 109.6 125 110.4")
)
_BEARD_MOUTH: Final = mirror(
    path("M 125 121.5 C 121.5 121.5 118.5 119.6 117.6 117 C 121 115.6 123.4 115.4 125 116")
)
# Which way somebody looks (units to the right) and how long the beard is: the four are not one person.
_GAZE: Final = {"S": 1.3, "H": -1.2, "D": 1.2, "C": -1.4}
_BEARD_LENGTH: Final = {"S": 1.0, "H": 1.14, "D": 0.88, "C": 1.06}

_ROBE: Final = mirror(path("M 125 138 C 112 141 96 146 84 152 C 70 159 64 176 58 214 L 58 280 L 125 280"))
_GOWN: Final = mirror(path("M 125 142 C 114 143 102 148 93 153 C 80 160 70 178 58 222 L 58 280 L 125 280"))
_LAPEL: Final = mirror(path("M 125 146 L 107 143 C 106 170 104 200 101 280 L 125 280"))
_DAMASK: Final = (
    (84, 172), (74, 192), (90, 196), (80, 216), (94, 222), (100, 176),
    (166, 172), (176, 192), (160, 196), (170, 216), (156, 222), (150, 176),
)  # fmt: skip
_ERMINE: Final = (
    (114, 160), (136, 160), (111, 180), (139, 180), (112, 202), (138, 202),
    (125, 170), (125, 192), (125, 214), (113, 224), (137, 224),
)  # fmt: skip


def _eye(canvas: Canvas, x: float, gaze: float, hair: str, *, lady: bool) -> None:
    lid = path(f"M {x - 5.4} 95 C {x - 2.4} 90.8 {x + 2.4} 90.8 {x + 5.4} 95")
    canvas.shape([*lid, *path(f"M {x + 5} 95 C {x + 2} 97.8 {x - 2} 97.8 {x - 5} 95")], IVORY)
    canvas.disc(x + gaze, 94.5, 2.4, LINE)
    canvas.disc(x + gaze + 0.8, 93.7, 0.6, IVORY)
    canvas.stroke(lid, LINE, 1.6 if lady else 1.4)
    rise = 0.8 if lady else 0.0
    brow = path(f"M {x - 6} 87.5 C {x - 2} {85.2 - rise} {x + 3} {85.6 - rise} {x + 6} 87.6")
    canvas.stroke(brow, hair, 1.3 if lady else 2.0)


def _beard(canvas: Canvas, suit: str) -> None:
    length = _BEARD_LENGTH[suit]
    canvas.shape([(x, 110 + (y - 110) * length) for x, y in _BEARD], HAIR[suit], LINE)
    canvas.shape(_BEARD_MOUTH, "#7C3429")
    for dx in (-9, -4.5, 0, 4.5, 9):
        x, low = MIDDLE + dx, 110 + length * 38
        lock = path(f"M {x} 126 C {MIDDLE + dx * 0.8} 134 {MIDDLE + dx * 0.6} 141 {MIDDLE + dx * 0.35} {low}")
        canvas.stroke(lock, LINE, 0.7)


def face(canvas: Canvas, suit: str, *, beard: bool = False, lady: bool = False) -> None:
    """A head without its hair."""
    bare_face(canvas, HAIR[suit], _GAZE[suit], lady=lady)
    if lady:
        canvas.shape(_LIPS, "#B5303A")
        for side in (-1, 1):
            canvas.disc(MIDDLE + side * 12.5, 107, 3.6, "#EBB096")
    else:
        canvas.stroke(_MOUTH, "#8C4436", 1.7)
    if beard:
        _beard(canvas, suit)


def bare_face(canvas: Canvas, hair: str, gaze: float, *, lady: bool = False) -> None:
    """A head with eyes and nose only."""
    canvas.shape(_NECK, SKIN_SHADE)
    canvas.shape(_OVAL, SKIN, LINE, 1.1)
    canvas.shape(_CHEEK, SKIN_SHADE)
    for side in (-1, 1):
        _eye(canvas, MIDDLE + side * 9.2, gaze, hair, lady=lady)
    canvas.stroke(_NOSE, SKIN_LINE, 1.2)


def fist(canvas: Canvas, x: float, y: float, cuff: str, *, left: bool = False) -> None:
    """A fist round a shaft at `x`, knuckles at `y`, with a cuff below."""
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


def robe(canvas: Canvas, suit: str, trim: str, *, lady: bool = False) -> None:
    """Shoulders and sleeves in the suit's colour, strewn with its sign; a trim of ivory is ermine."""
    canvas.shape(_GOWN if lady else _ROBE, SUIT[suit], LINE, 1.2)
    for x, y in _DAMASK:
        sign(canvas, suit, x, y, 9.5, SUIT_LIGHT[suit])
    canvas.shape(_LAPEL, trim, LINE)
    if trim == IVORY:
        for x, y in _ERMINE:
            tail = path(
                f"M {x} {y - 4} C {x + 3} {y + 1} {x + 2} {y + 4} {x} {y + 5} "
                f"C {x - 2} {y + 4} {x - 3} {y + 1} {x} {y - 4}"
            )
            canvas.shape(tail, LINE)
        return
    for i in range(9):
        y = 158 + i * 11
        canvas.stroke([(106, y + 6), (125, y), (144, y + 6)], GOLD_DARK, 0.9)
    for i in range(6):
        canvas.disc(MIDDLE, 164 + i * 12, 2.5, SUIT[suit], LINE, 0.6)
