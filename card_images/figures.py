"""Parts that the court figures share: faces, fists and robes. Figure units (see `Canvas`)."""

from __future__ import annotations

from typing import Final

from card_images.canvas import Canvas
from card_images.palette import (
    BLUSH,
    GOLD_DARK,
    IVORY,
    LINE,
    SKIN,
    SKIN_LINE,
    SKIN_SHADE,
    SUIT,
    SUIT_LIGHT,
    mix,
)  # fmt: skip
from card_images.paths import MIDDLE, Points, mirror, path
from card_images.portraits import Portrait
from card_images.signs import sign

_OVAL: Final = mirror(path("M 125 66 C 111 66 104 78 104 94 C 104 112 113 127 125 130"))
_CHEEK: Final = path("M 125 66 C 139 66 146 78 146 94 C 146 112 137 127 125 130 C 131 112 130 84 125 66")
_NECK: Final = path("M 115 120 L 115 140 C 118 148 132 148 135 140 L 135 120")
_GROOVES: Final = (
    path("M 112.5 106 C 111.5 109 111 112 111.5 115"),
    path("M 137.5 106 C 138.5 109 139 112 138.5 115"),
)
_MOUSTACHE: Final = mirror(path("M 125 110.6 C 119 107.8 112 110.4 105.5 118 C 112 117.2 119 118.6 125 115"))
_CURLED: Final = mirror(
    path("M 125 110.6 C 119 108.4 113 111.6 108 114.4 C 104 116.4 100.6 114.4 101.4 110.6 "
         "C 98 114.6 101 120 107.6 119.4 C 114 119 120 117.6 125 114.8")
)  # fmt: skip

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


def _widened(points: Points, factor: float) -> Points:
    """Scale an outline horizontally about the middle of the card."""
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
    canvas.shape(_NECK, SKIN_SHADE)
    canvas.shape(_widened(_OVAL, portrait.wide), SKIN, LINE, 1.1)
    canvas.shape(_widened(_CHEEK, portrait.wide), SKIN_SHADE)
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


def robe(canvas: Canvas, suit: str, trim: str, *, lady: bool = False) -> None:
    """Draw shoulders and sleeves in the suit's colour, patterned with its sign; an ivory trim is ermine."""
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
        canvas.circle(MIDDLE, 164 + i * 12, 2.5, SUIT[suit], LINE, 0.6)
