"""The figures of kings and queens, each recognizable by its silhouette. Figure units (see `Canvas`)."""

from __future__ import annotations

import math
from typing import Final

from card_images.canvas import Canvas
from card_images.figures import face, fist, moustache, robe
from card_images.palette import GOLD, GOLD_LIGHT, IVORY, LEAF, LINE, SKIN, SUIT, mix
from card_images.paths import MIDDLE, mirror, path
from card_images.portraits import PORTRAITS
from card_images.signs import sign

_KING_HAIR: Final = mirror(
    path("M 125 62 C 104 60 96 78 97 100 C 97 118 92 130 88 138 C 96 146 112 146 125 146")
)
_CROWN: Final = mirror(path("M 125 78 C 116 78 107 76 101 73 L 95 42 L 108 56 L 114 36 L 125 53"))
_CROWN_BAND: Final = mirror(path("M 125 79 C 116 79 107 77 101 74 L 100 66 C 108 69 116 71 125 71"))
_CROWN_PEARLS: Final = ((95, 41), (114, 35), (136, 35), (155, 41))
_CROWN_STONES: Final = ((125, 75, 2.6), (111, 73, 2), (139, 73, 2))

# Each king's beard, from the tip to the lips: pointed, long and wavy, short, forked.
_LIPS: Final = "C 106 108 111 112 118 111.6 C 121 110 123 109.6 125 110.4"
_BEARDS: Final = {
    "S": mirror(path(f"M 125 156 C 114 152 104 138 103.4 100 {_LIPS}")),
    "H": mirror(
        path(
            "M 125 166 C 118 168 112 160 108 161 C 108 152 100 150 101 140 C 96 130 101 118 102 100 " + _LIPS
        )
    ),
    "D": mirror(path(f"M 125 139 C 112 139 104 130 102 100 {_LIPS}")),
    "C": mirror(path(f"M 125 137 C 123 150 117 160 109 164 C 110 152 104 138 104.4 100 {_LIPS}")),
}  # fmt: skip
_LOCKS: Final = {"S": (-9, -4.5, 0, 4.5, 9), "H": (-12, -7, 0, 7, 12), "D": (-11, 11), "C": (-9, -5, 5, 9)}
_LOCK_ENDS: Final = {"S": 148, "H": 156, "D": 133, "C": 150}
_BEARD_MOUTH: Final = mirror(
    path("M 125 121.5 C 121.5 121.5 118.5 119.6 117.6 117 C 121 115.6 123.4 115.4 125 116")
)

_QUEEN_HAIR: Final = {
    "S": mirror(
        path("M 125 58 C 98 56 88 84 92 112 C 95 134 84 150 80 176 C 96 172 108 160 112 140 L 125 140")
    ),
    "H": mirror(
        path(
            "M 125 58 C 98 56 89 78 92 96 C 83 102 92 114 86 122 C 79 131 90 140 82 150 "
            "C 75 160 84 168 77 180 C 94 182 109 166 112 140 L 125 140"
        )
    ),
    "D": mirror(path("M 125 60 C 101 58 94 82 97 106 C 97 116 98 126 102 132 L 125 134")),
    "C": mirror(path("M 125 60 C 101 58 96 80 98 100 C 99 112 104 118 108 122 L 125 124")),
}  # fmt: skip
_PLAIT: Final = tuple((98.0 - i * 1.0, 124.0 + i * 6.5) for i in range(11))
_PARTING: Final = mirror(
    path(
        "M 125 64 C 112 64 102 78 103.5 98 C 103.5 102 104 105 104.5 108 C 105 108 107 104 108 98 "
        "C 110 82 116 72 125 64"
    )
)
_NECKLINE: Final = mirror(path("M 125 168 C 116 162 108 152 105 142 C 112 138 118 137 125 137"))
_TIARA: Final = mirror(
    path(
        "M 125 70 C 114 70 106 72 101 76 C 98 64 98 58 100 52 C 104 58 107 60 110 61 C 111 54 113 49 117 45 "
        "C 119 50 121 52 123 52 C 123 46 124 42 125 38"
    )
)
_TIARA_PEARLS: Final = ((100, 50, 2.4), (117, 43, 2.4), (133, 43, 2.4), (150, 50, 2.4), (125, 37, 3.2))
_STEM: Final = path("M 172 96 C 176 120 170 150 168 200")
_LEAVES: Final = (
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
    face(canvas, portrait)
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
    for leaf in _LEAVES:
        canvas.shape(leaf, LEAF, LINE, 0.9)
    bloom = "#FFF1E2" if suit == "H" else "#D5455A"  # a red rose would not stand out on a red gown
    for i in range(5):
        turn = i * math.tau / 5
        canvas.circle(172 + 8.5 * math.sin(turn), 84 - 8.5 * math.cos(turn), 8, bloom, LINE)
    canvas.circle(172, 84, 6, GOLD_LIGHT, LINE)


def queen(canvas: Canvas, suit: str) -> None:
    """Draw a queen, with a tiara, pearls and a rose; each suit has its own hairstyle."""
    portrait = PORTRAITS["Q" + suit]
    canvas.shape(_QUEEN_HAIR[suit], portrait.hair, LINE, 1.1)
    robe(canvas, suit, GOLD_LIGHT, lady=True)
    canvas.shape(_NECKLINE, SKIN, LINE)
    face(canvas, portrait, lady=True)
    canvas.shape(_PARTING, portrait.hair)
    _hairdo(canvas, suit, portrait.hair)
    _jewels(canvas, suit)
    _rose(canvas, suit)
    fist(canvas, 170, 148, GOLD_LIGHT)
