"""The motif of each tarock: birds, plants, instruments and the sky, five tarocks to a group, and the moon.

Each fits a circle of radius 60 around the origin of its canvas, card units.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from card_images.canvas import Canvas, Points, ellipse, mirror, path, petal, placed, star
from card_images.palette import GOLD, GOLD_DARK, GOLD_LIGHT, IVORY, LEAF, LINE, LIPS, WOOD, Tone, mix


def _both(points: Points) -> tuple[Points, Points]:
    """Return an outline and its reflection."""
    return points, [(-x, y) for x, y in points]


def _eye(canvas: Canvas, x: float, y: float, radius: float) -> None:
    canvas.circle(x, y, radius, LINE)
    canvas.circle(x + radius * 0.3, y - radius * 0.35, radius * 0.35, IVORY)


def _sparrow(canvas: Canvas, tone: Tone) -> None:
    canvas.stroke(path("M -56 44 C -20 36 20 50 57 40"), WOOD, 5)
    canvas.shape(path("M -26 8 L -58 18 L -56 31 L -20 24"), tone.mid)
    for x in (-4, 8):
        canvas.stroke([(x, 28), (x + 2, 43)], GOLD, 3)
    body = "M 44 -24 C 40 -46 12 -48 5 -28 C -20 -26 -38 -4 -33 14 C -26 36 12 38 28 20 C 39 8 46 -8 44 -24"
    canvas.shape(path(body), tone.light)
    canvas.shape(path("M 43 -30 C 38 -48 12 -48 5 -28 C 18 -34 32 -36 43 -30"), tone.mid)
    canvas.shape(path("M 10 -10 C -12 -16 -38 -2 -46 22 C -24 27 4 22 14 4 C 16 0 14 -6 10 -10"), tone.mid)
    for y in (2, 11):
        canvas.stroke(path(f"M 4 {y - 2} C -8 {y - 2} -22 {y + 4} -30 {y + 8}"), tone.light, 2)
    canvas.shape([(43, -29), (60, -21), (43, -14)], GOLD)
    _eye(canvas, 29, -25, 4.6)


def _owl(canvas: Canvas, tone: Tone) -> None:
    canvas.stroke([(-50, 51), (50, 51)], WOOD, 6)
    canvas.shape(
        mirror("M 0 -42 C -16 -43 -30 -50 -40 -59 C -44 -38 -46 -18 -42 6 C -38 38 -20 51 0 51", 0), tone.mid
    )
    canvas.shape(ellipse(0, 22, 23, 27), tone.light)
    for x, y in ((-10, 12), (10, 12), (0, 22), (-11, 32), (11, 32)):
        canvas.stroke([(x - 5, y - 3), (x, y + 3), (x + 5, y - 3)], tone.mid, 2.4)
    for wing in _both(path("M -42 -4 C -52 22 -40 44 -26 49 C -32 30 -33 12 -30 -2")):
        canvas.shape(wing, mix(tone.mid, tone.deep, 0.45))
    for side in (-1, 1):
        canvas.circle(side * 18, -20, 18, GOLD_LIGHT)
        canvas.circle(side * 18, -20, 14.5, IVORY)
        _eye(canvas, side * 18, -20, 9)
        for x in (11, 18):
            canvas.stroke([(side * x, 46), (side * x, 55)], GOLD, 4)
    canvas.shape([(-6, -13), (6, -13), (0, 3)], GOLD)


def _cockatoo(canvas: Canvas, tone: Tone) -> None:
    for turn, length in ((-1.5, 44), (-1.1, 50), (-0.65, 52), (-0.2, 46)):
        canvas.shape(placed(petal(10, length), -4, -18, turn=turn), GOLD_LIGHT, GOLD_DARK, 1)
    head = (
        "M 26 -26 C 12 -42 -22 -40 -28 -10 C -31 12 -42 34 -44 44 C -30 57 10 60 26 52 "
        "C 25 34 28 18 32 6 C 38 -4 35 -18 26 -26"
    )
    canvas.shape(path(head), IVORY)
    canvas.shape(
        path("M -30 14 C -12 8 8 24 12 57 C -10 60 -32 56 -44 44 C -40 34 -34 26 -30 14"), tone.light
    )
    for x in (-30, -19, -8):
        canvas.stroke(path(f"M {x + 4} 26 C {x} 36 {x} 44 {x + 2} 50"), tone.mid, 3)
    canvas.shape(path("M 25 -26 C 48 -30 58 -8 44 14 C 42 2 35 -4 27 -3"), tone.mid)
    canvas.shape(path("M 28 0 C 36 0 40 6 39 12 C 33 14 29 9 28 0"), GOLD_DARK)
    canvas.circle(10, -15, 8.5, tone.light)
    _eye(canvas, 10, -15, 5.6)


def _stork(canvas: Canvas, tone: Tone) -> None:
    for y, wide in ((52, 44), (58, 24)):
        canvas.stroke([(-wide, y), (wide, y)], tone.mid, 2.4)
    canvas.stroke([(10, 16), (10, 52)], GOLD, 4)
    canvas.stroke([(20, 14), (30, 30), (13, 34)], GOLD, 4)
    canvas.shape(path("M -14 -8 C 8 -22 40 -6 56 22 C 34 28 2 28 -10 12 C -14 6 -16 -2 -14 -8"), IVORY)
    canvas.shape(path("M 8 -8 C 26 -8 44 4 57 23 C 40 22 16 16 8 -8"), tone.mid)
    canvas.stroke(path("M -6 2 C -26 -8 -2 -24 -16 -42"), IVORY, 12)
    canvas.circle(-18, -44, 10.5, IVORY)
    canvas.shape([(-24, -52), (-60, -18), (-22, -37)], GOLD)
    _eye(canvas, -19, -46, 3.6)


def _peacock(canvas: Canvas, tone: Tone) -> None:
    turns = [math.pi * 0.94 * (i / 8 - 0.5) for i in range(9)]
    for turn in turns:
        canvas.shape(placed(petal(9, 76), 0, 22, turn=turn), tone.mid, GOLD_LIGHT, 1.2)
    for turn in turns:
        [(x, y)] = placed([(0, -59)], 0, 22, turn=turn)
        for radius, fill in ((8.5, GOLD_LIGHT), (6, tone.ground), (2.8, tone.light)):
            canvas.circle(x, y, radius, fill)
    body = mirror("M 0 58 C -24 50 -22 26 -11 10 C -8 2 -13 -6 -9 -14 C -7 -20 -3 -21 0 -21", 0)
    canvas.shape(body, IVORY)
    for x in (-7, 0, 7):
        canvas.stroke([(x * 0.3, -20), (x, -31)], GOLD_LIGHT, 1.6)
        canvas.circle(x, -32, 2.6, GOLD_LIGHT)
    canvas.shape([(-4, -6), (4, -6), (0, 3)], GOLD)
    for side in (-1, 1):
        canvas.circle(side * 4.6, -11, 2.4, LINE)


def _tulip(canvas: Canvas, tone: Tone) -> None:
    canvas.stroke([(0, 58), (0, 0)], LEAF, 6)
    for leaf in _both(path("M 0 56 C -34 50 -46 18 -44 -4 C -24 8 -6 30 0 56")):
        canvas.shape(leaf, LEAF)
    for side in _both(path("M -34 -50 C -46 -18 -34 8 0 10 C 8 -8 -8 -34 -34 -50")):
        canvas.shape(side, tone.mid)
    canvas.shape(mirror("M 0 -59 C -18 -40 -24 -14 0 10", 0), tone.light)


def _rose(canvas: Canvas, tone: Tone) -> None:
    around = [math.tau * i / 5 for i in range(5)]
    for turn in around:
        canvas.shape(placed(petal(9, 60), 0, 0, turn=turn + math.pi / 5), LEAF)
    for radius, distance, fill in ((22, 32, tone.mid), (14, 18, tone.light)):
        for turn in around:
            [(x, y)] = placed([(0, -distance)], 0, 0, turn=turn)
            canvas.circle(x, y, radius, fill, tone.deep, 1.6)
    canvas.circle(0, 0, 12, GOLD_LIGHT, GOLD_DARK, 1.6)


def _grapes(canvas: Canvas, tone: Tone) -> None:
    canvas.stroke(path("M 2 -24 C 2 -40 8 -50 16 -58"), WOOD, 5)
    for side in (-1, 1):
        canvas.shape(placed(star(5, 27, 15), side * 27, -36, turn=side * 0.5), LEAF)
    for row, count in enumerate((4, 5, 4, 3, 2, 1)):
        for i in range(count):
            x, y = (i - (count - 1) / 2) * 20, -26 + row * 15.5
            canvas.circle(x, y, 11, tone.mid, tone.deep, 1.4)
            canvas.circle(x - 3, y - 4, 3.4, tone.light)


def _wheat(canvas: Canvas, tone: Tone) -> None:
    for turn in (-0.55, 0.55, 0.0):
        canvas.stroke(placed([(0, 0), (0, -90)], 0, 44, turn=turn), GOLD, 3)
        for up in range(42, 96, 10):
            for side in (-0.6, 0.6):
                grain = placed(petal(8, 19), 0, -up, turn=side)
                canvas.shape(placed(grain, 0, 44, turn=turn), GOLD_LIGHT, GOLD_DARK, 0.8)
        canvas.shape(placed(placed(petal(8, 19), 0, -90), 0, 44, turn=turn), GOLD_LIGHT, GOLD_DARK, 0.8)
    for side in (-1, 1):
        canvas.stroke([(0, 42), (side * 16, 60)], GOLD, 3)
    canvas.box(-13, 30, 13, 42, 5, tone.mid)
    canvas.shape(path("M 0 36 C 20 26 26 40 22 52 L 10 44"), tone.light)


def _tree(canvas: Canvas, tone: Tone) -> None:
    canvas.shape(mirror("M 0 -10 L -6 -10 C -6 24 -10 44 -24 56 L 0 56", 0), WOOD)
    crown = ((-28, 2, 21), (28, 2, 21), (-24, -26, 22), (24, -26, 22), (0, -38, 21), (0, -8, 24))
    for x, y, radius in crown:
        canvas.circle(x, y, radius, LEAF)
    for x, y in ((-30, 4), (-16, -32), (8, -46), (30, -22), (0, -12), (27, 10), (-36, -18)):
        canvas.circle(x, y, 6.5, tone.light)


def _lyre(canvas: Canvas, tone: Tone) -> None:
    for x in (-15, -5, 5, 15):
        canvas.stroke([(x, -34), (x * 0.6, 38)], tone.light, 2)
    for arm in _both(path("M -8 46 C -70 36 -20 -16 -44 -48 C -52 -58 -60 -48 -54 -42")):
        canvas.bordered_stroke(arm, GOLD_LIGHT, 8, GOLD_DARK, 1)
    canvas.bordered_stroke([(-37, -34), (37, -34)], tone.mid, 7, tone.deep, 1)
    canvas.shape(mirror("M 0 34 L -22 36 C -20 48 -28 54 -32 58 L 0 58", 0), tone.mid)


def _drum(canvas: Canvas, tone: Tone) -> None:
    for side in (-1, 1):
        canvas.bordered_stroke([(side * 52, -56), (side * -8, -20)], GOLD_LIGHT, 4, LINE)
        canvas.circle(side * -8, -20, 5.5, GOLD_LIGHT, LINE)
    canvas.shape([*path("M 46 -14 L 46 38"), *ellipse(0, 38, 46, 17)[:49], (-46, -14)], tone.mid)
    tops, lows = (-44, -22, 0, 22, 44), (-33, -11, 11, 33)
    cord = [point for x, low in zip(tops, lows, strict=False) for point in ((x, 2), (low, 50))]
    canvas.stroke([*cord, (44, 2)], IVORY, 3)
    for y in (-14, 36):
        rim = ellipse(0, y, 46, 17)[:49]
        canvas.stroke([(46, y), *rim], GOLD, 7)
    canvas.shape(ellipse(0, -16, 46, 17), IVORY, GOLD, 4)
    for side in (-1, 1):
        canvas.bordered_stroke([(side * 50, -58), (side * -8, -21)], WOOD, 4.5, LINE, 0.8)
        canvas.circle(side * -9, -20, 6, WOOD, LINE)


def _horn(canvas: Canvas, tone: Tone) -> None:
    canvas.stroke(path("M -18 14 C -30 34 -24 48 -34 58"), tone.mid, 5)
    canvas.stroke(path("M -18 14 C -14 34 -22 44 -16 58"), tone.light, 5)
    canvas.bordered_stroke(path("M -56 -30 C -30 -34 -8 -38 14 -28"), GOLD_LIGHT, 6, GOLD_DARK, 1)
    canvas.shape([(-60, -37), (-50, -34), (-50, -27), (-60, -23)], GOLD)
    canvas.bordered_stroke(ellipse(-4, -2, 27), GOLD_LIGHT, 8, GOLD_DARK, 1)
    bell = "M 10 -30 C 26 -24 30 8 26 26 C 26 40 44 40 58 24 C 58 2 46 -24 26 -38 C 20 -42 12 -38 10 -30"
    canvas.shape(path(bell), GOLD_LIGHT, GOLD_DARK, 1.2)
    canvas.shape(path("M 25 32 C 30 44 52 38 59 20 C 52 18 34 20 25 32"), tone.deep, GOLD, 2)


def _violin(canvas: Canvas, tone: Tone) -> None:
    def part(points: Points) -> Points:
        return placed(points, 2, -2, 1.05, 0.6)

    body = mirror(
        "M 0 -8 C -12 -12 -23 -4 -21 10 C -20 20 -12 18 -13 25 C -14 32 -28 32 -27 46 C -26 58 -10 60 0 58", 0
    )
    canvas.shape(part(body), tone.mid, tone.light, 2)
    canvas.shape(part([(-4, -52), (4, -52), (5, 22), (-5, 22)]), LINE)
    canvas.shape(part(ellipse(0, -54, 6, 7)), tone.light)
    for y in (-48, -41):
        canvas.stroke(part([(-9, y), (9, y)]), tone.light, 3)
    for hole in _both(path("M -9 26 C -14 32 -8 38 -12 44")):
        canvas.stroke(part(hole), LINE, 2.4)
    canvas.stroke(part([(-8, 40), (8, 40)]), GOLD_LIGHT, 3)
    for x in (-2, 2):
        canvas.stroke(part([(x, -50), (x, 50)]), GOLD_LIGHT, 1.2)
    canvas.bordered_stroke([(-54, -36), (34, 50)], IVORY, 2.4, WOOD, 1.4)


def _bell(canvas: Canvas, tone: Tone) -> None:
    canvas.circle(0, -48, 8, line=GOLD_LIGHT, width=4)
    canvas.circle(0, 42, 10, GOLD_DARK)
    canvas.shape(mirror("M 0 -42 C -24 -42 -24 -16 -28 10 C -30 24 -40 28 -43 38 L 0 38", 0), GOLD_LIGHT)
    canvas.shape(path("M 0 -42 C 24 -42 24 -16 28 10 C 30 24 40 28 43 38 L 10 38 C 18 0 16 -30 0 -42"), GOLD)
    canvas.shape([(-29, 10), (29, 10), (32, 20), (-32, 20)], tone.mid)
    for radius in (48, 58):
        for ring in _both(ellipse(0, -6, radius)[42:55]):
            canvas.stroke(ring, tone.light, 3)


def _bright_star(canvas: Canvas, tone: Tone) -> None:
    for i in range(16):
        ray = placed([(0, -34), (0, -58 if i % 2 else -50)], 0, 0, turn=math.tau * (i + 0.5) / 16)
        canvas.stroke(ray, tone.mid, 2)
    canvas.shape(placed(star(4, 44, 14), 0, 0, turn=math.pi / 4), tone.mid)
    canvas.shape(star(4, 60, 15), GOLD_LIGHT)
    canvas.circle(0, 0, 7, IVORY)


def _comet(canvas: Canvas, tone: Tone) -> None:
    canvas.shape(path("M 36 -34 C 4 -36 -34 -8 -44 40 C -24 12 0 2 34 0"), tone.mid)
    canvas.shape(path("M 34 -30 C 10 -26 -16 4 -20 54 C -6 24 14 8 40 -2"), tone.light)
    canvas.shape(path("M 30 -24 C 10 -10 6 20 12 50 C 16 28 26 10 44 -8"), tone.mid)
    canvas.shape(placed(star(5, 29, 13), 28, -22, turn=0.3), GOLD_LIGHT, tone.deep, 1.2)
    for x, y in ((-30, -34), (-8, -48), (44, 34), (-50, -4)):
        canvas.shape(placed(star(4, 7, 2.6), x, y), GOLD_LIGHT)


def _planet(canvas: Canvas, tone: Tone) -> None:
    ring = placed(ellipse(0, 0, 58, 17), 0, 0, turn=-0.35)
    canvas.stroke(ring, GOLD_LIGHT, 6)
    canvas.circle(0, 0, 35, tone.mid)
    for y, wide in ((-18, 27), (2, 33), (19, 27)):
        canvas.stroke(placed([(-wide, y), (wide, y)], 0, 0, turn=-0.35), tone.light, 5)
    canvas.stroke(ring[:49], GOLD_LIGHT, 6)
    for x, y in ((-36, -40), (44, 40), (30, -50), (-30, 46)):
        canvas.shape(placed(star(4, 8, 3), x, y), IVORY)


def _sun(canvas: Canvas, tone: Tone) -> None:
    for i in range(24):
        turn, length = math.tau * i / 24, 60 if i % 2 else 52
        canvas.shape(
            placed([(-6, -30), (0, -length), (6, -30)], 0, 0, turn=turn), tone.mid if i % 2 else GOLD
        )
    canvas.circle(0, 0, 36, GOLD_LIGHT, GOLD_DARK, 1.6)
    for side in (-1, 1):
        _eye(canvas, side * 13, -7, 4.6)
        canvas.stroke(
            path(f"M {side * 7} -16 C {side * 11} -19 {side * 17} -19 {side * 20} -15"), GOLD_DARK, 2
        )
        canvas.circle(side * 19, 7, 5.5, tone.light)
    canvas.stroke(path("M 0 -4 C -4 4 -5 7 1 8"), GOLD_DARK, 2)
    canvas.stroke(path("M -11 16 C -5 23 5 23 11 16"), LIPS, 3)


def _globe(canvas: Canvas, tone: Tone) -> None:
    canvas.shape(mirror("M 0 44 L -5 44 C -6 52 -20 52 -24 60 L 0 60", 0), GOLD)
    canvas.circle(0, 0, 40, tone.mid)
    canvas.circle(0, 0, 40, line=GOLD_LIGHT, width=4)
    for across in (15, 40):
        canvas.stroke(placed(ellipse(0, 0, across, 40), 0, 0, turn=0.4), tone.light, 2.4)
    for y, wide in ((-20, 34), (0, 40), (20, 34)):
        canvas.stroke(placed([(-wide, y), (wide, y)], 0, 0, turn=0.4), tone.light, 2.4)
    canvas.stroke(placed(ellipse(0, 0, 50, 14), 0, 0, turn=-0.25), GOLD, 5)
    canvas.bordered_stroke(placed([(0, -56), (0, -40)], 0, 0, turn=0.4), GOLD_LIGHT, 4, GOLD_DARK)
    canvas.bordered_stroke(placed([(0, 56), (0, 40)], 0, 0, turn=0.4), GOLD_LIGHT, 4, GOLD_DARK)


def _moon(canvas: Canvas, tone: Tone) -> None:
    outer = [(-4 + 56 * math.cos(a), 56 * math.sin(a)) for a in _angles(0.75, math.tau - 0.75)]
    inner = path(
        "M 36 -39 C 14 -34 8 -20 10 -9 L 20 4 C 18 9 14 8 12 8 C 16 12 12 15 9 15 C 8 24 16 34 36 39"
    )
    canvas.shape([*outer, *inner], GOLD_LIGHT, GOLD_DARK, 1.4)
    canvas.shape([*outer, *path("M 36 -39 C -30 -42 -44 36 36 39")], tone.mid)
    canvas.stroke(path("M -10 -14 C -6 -19 0 -19 4 -16"), LINE, 2.2)
    _eye(canvas, -1, -8, 4)
    canvas.stroke(path("M 10 15 C 4 15 0 14 -4 10"), LIPS, 2.6)
    for x, y, size in ((44, -12, 13), (36, 16, 9), (52, 14, 6)):
        canvas.shape(placed(star(5, size, size * 0.4), x, y), IVORY)


def _angles(start: float, end: float) -> list[float]:
    return [start + (end - start) * i / 80 for i in range(81)]


Motif = Callable[[Canvas, Tone], None]
MOTIFS: Final[tuple[Motif, ...]] = (
    _sparrow, _owl, _cockatoo, _stork, _peacock,
    _tulip, _rose, _grapes, _wheat, _tree,
    _lyre, _drum, _horn, _violin, _bell,
    _bright_star, _comet, _planet, _sun, _globe,
    _moon,
)  # fmt: skip
"""By number, from I."""
