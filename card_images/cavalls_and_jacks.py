"""The figures of cavalls and jacks, each recognizable by its silhouette. Figure units (see `Canvas`)."""

from __future__ import annotations

from typing import Final

from card_images.canvas import Canvas
from card_images.figures import face, fist, moustache, robe
from card_images.palette import (
    COAT,
    GOLD,
    GOLD_LIGHT,
    IVORY,
    LINE,
    STEEL,
    STEEL_LINE,
    STEEL_SHADE,
    SUIT,
    SUIT_LIGHT,
    WOOD,
    mix,
)  # fmt: skip
from card_images.paths import MIDDLE, Points, mirror, path, placed
from card_images.portraits import PORTRAITS

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
    path("M 125 66 C 104 66 99 84 100 100 C 100 116 98 124 95 130 C 104 136 114 136 125 136")
)
_GORGET: Final = mirror(
    path("M 125 118 C 112 118 104 122 101 128 C 100 140 96 148 90 153 C 102 160 114 162 125 162")
)
_HELMET: Final = mirror(path("M 125 82 C 114 82 106 83 101 88 C 100 66 110 52 125 52"))
_HELMET_SHADE: Final = path("M 125 52 C 140 52 150 66 149 88 C 144 83 136 82 125 82 C 131 72 130 60 125 52")
_HELMET_BAND: Final = mirror(path("M 125 88 C 114 87 106 88 101 93 L 100 86 C 106 81 114 80 125 80"))


_RIDER_BEARD: Final = mirror(
    path("M 125 136 C 113 136 105 126 103.4 104 C 107 111 112 113 118 111.6 C 121 110 123 109.6 125 110.4")
)


def _horse(outline: str) -> Points:
    """Place a part of the horse, drawn in coordinates of its own."""
    return placed(path(outline), 44, 92, 1.0)


_HEAD: Final = _horse(
    "M 104 118 C 108 76 96 42 70 24 L 72 2 L 58 17 C 46 20 38 32 32 46 L 13 70 C 7 78 9 88 18 90 "
    "C 26 93 32 87 37 84 C 43 80 49 80 55 80 C 55 92 44 102 36 118"
)
_NECK: Final = _horse("M 104 118 C 108 76 96 42 70 24 C 84 44 88 72 80 118")
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
_EYE: Final = _horse("M 45 39 C 48 35 53 36 56 40 C 52 43 48 43 45 39")
_STRAPS: Final = (_horse("M 26 56 C 32 64 40 72 45 81"), _horse("M 40 33 C 50 46 56 60 56 80"))
_BITS: Final = _horse("M 45 80 L 55 78")
_REIN: Final = _horse("M 55 79 C 66 92 76 98 86 98")
_NOSTRIL: Final = _horse("M 17.5 78")
_SMILE: Final = _horse("M 14 84 C 20 86 26 84 31 81")

_BLADES: Final = (
    (path("M 78 30 L 84 58 L 78 66 L 72 58"), "#D5D9E0"),
    (path("M 80 66 C 92 60 98 70 99 82 C 94 80 88 84 80 86"), "#B4BBC6"),
    (path("M 76 70 L 66 76 L 76 82"), "#B4BBC6"),
)
_CURLS: Final = ((103, 78), (98, 88), (97, 99), (99, 110), (104, 120), (111, 127))
_JACK_HAIR: Final = {
    "S": mirror(path("M 125 66 C 102 66 96 84 98 104 C 98 118 99 124 103 130 C 110 134 118 134 125 134")),
    "H": mirror(path("M 125 66 C 104 66 100 84 101 104 C 102 114 106 122 112 126 L 125 126")),
    "D": mirror(path("M 125 66 C 103 66 98 80 99 98 C 98 108 99 118 106 126 L 125 126")),
    "C": mirror(
        path(
            "M 125 66 C 101 66 94 84 96 102 C 90 112 98 118 91 128 C 88 134 92 138 96 139 "
            "C 106 142 116 138 125 138"
        )
    ),
}  # fmt: skip
_FRINGE: Final = path("M 103 94 C 101 78 110 66 125 66 C 120 74 112 80 107 82 C 105 88 104 92 103 94")
_GOATEE: Final = mirror(path("M 125 137 C 120 135 117 129 118 123 C 121 124.6 123 125 125 125"))
_CAP: Final = path("M 98 78 C 92 62 106 48 128 48 C 152 48 164 62 160 76 C 146 68 118 70 98 78")
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
    canvas.shape(_HELMET_BAND, GOLD, LINE, 1.1)


def horse(canvas: Canvas, suit: str) -> None:
    """Draw the head of a cavall's horse."""
    coat, shade, mane = COAT[suit]
    canvas.shape(_HEAD, coat, LINE, 1.4)
    canvas.shape(_NECK, shade)
    canvas.shape(_BLAZE, mix(coat, IVORY, 0.75))
    canvas.shape(_HEAD, line=LINE, width=1.4)
    canvas.shape(_MANE, mane, LINE, 1.2)
    for tress in _TRESSES:
        canvas.stroke(tress, mix(mane, coat, 0.5), 1.2)
    canvas.shape(_EAR, shade, LINE, 1.2)
    canvas.shape(_FORELOCK, mane, LINE, 1.0)
    canvas.shape(_EYE, LINE)
    canvas.circle(_EYE[0][0] + 4, _EYE[0][1] - 0.8, 0.8, IVORY)
    canvas.circle(*_NOSTRIL[0], 2.2, LINE)
    canvas.stroke(_SMILE, LINE, 1.0)
    for strap in (*_STRAPS, _REIN):
        canvas.bordered_stroke(strap, GOLD, 2.8, LINE, 0.8)
    for x, y in _BITS:
        canvas.circle(x, y, 3.4, GOLD_LIGHT, LINE)


def _jack_hair(canvas: Canvas, suit: str, hair: str) -> None:
    canvas.shape(_JACK_HAIR[suit], hair, LINE, 1.1)
    for x, y in _CURLS if suit == "H" else ():
        for side in (-1, 1):
            canvas.circle(MIDDLE + side * (MIDDLE - x), y, 6.6, hair, LINE, 0.9)


def jack(canvas: Canvas, suit: str) -> None:
    """Draw a jack, with a feathered flat cap, a ruff and a halberd."""
    portrait = PORTRAITS["J" + suit]
    canvas.bordered_stroke([(78, 60), (78, 240)], WOOD, 4, LINE)
    for blade, fill in _BLADES:
        canvas.shape(blade, fill, LINE, 1.2)
    _jack_hair(canvas, suit, portrait.hair)
    robe(canvas, suit, GOLD_LIGHT)
    face(canvas, portrait)
    if suit == "D":
        moustache(canvas, portrait.hair, curled=True)
    if suit == "C":
        canvas.shape(_GOATEE, portrait.hair, LINE, 0.8)
    for i in range(-4, 5):
        canvas.circle(MIDDLE + i * 7.2, 141 - abs(i) * 0.8 + (abs(i) > 3), 6, IVORY, LINE, 0.9)
    canvas.shape(_FRINGE, portrait.hair)
    canvas.shape(_CAP, SUIT[suit], LINE, 1.3)
    canvas.shape(_BRIM, GOLD, LINE, 1.1)
    canvas.shape(_FEATHER, IVORY, LINE, 1.2)
    canvas.stroke(_QUILL, LINE, 0.9)
    canvas.circle(142, 68, 3.4, SUIT_LIGHT[suit], LINE)
    fist(canvas, 78, 158, IVORY, left=True)
