"""Outlines and the antialiased canvas that cards are drawn on.

Lengths are card units: a card is 250 wide and 400 high, y grows downwards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFont

Point = tuple[float, float]
Points = Sequence[Point]

WIDTH: Final = 250
HEIGHT: Final = 400
MIDDLE: Final = WIDTH / 2
_STEPS: Final = 28  # line segments per curve


def _curve(start: Point, first: Point, second: Point, end: Point) -> Iterator[Point]:
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        u = 1 - t
        a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
        yield (
            a * start[0] + b * first[0] + c * second[0] + d * end[0],
            a * start[1] + b * first[1] + c * second[1] + d * end[1],
        )


def path(text: str) -> list[Point]:
    """Parse an SVG path with absolute commands: `M x y`, `L x y ...`, `C x1 y1 x2 y2 x y ...`.

    Raises:
        ValueError: A number is missing or malformed.
    """
    points: list[Point] = []
    letter = "M"
    words = iter(text.split())
    for word in words:
        if word in "MLC":
            letter = word
            first = float(next(words, ""))
        else:
            first = float(word)
        numbers = [first, *(float(next(words, "")) for _ in range(5 if letter == "C" else 1))]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        points.extend(_curve(points[-1], *pairs) if letter == "C" else pairs)
    return points


def mirror(half: str, x: float = MIDDLE) -> list[Point]:
    """Complete the path of a half outline with its reflection in the vertical line at `x`."""
    points = path(half)
    return [*points, *((2 * x - a, b) for a, b in reversed(points))]


def placed(points: Iterable[Point], x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> list[Point]:
    """Scale an outline, rotate it clockwise by `turn` radians and move its origin to `x`, `y`."""
    cosine, sine = math.cos(turn) * scale, math.sin(turn) * scale
    return [(x + a * cosine - b * sine, y + a * sine + b * cosine) for a, b in points]


def ellipse(x: float, y: float, across: float, down: float | None = None, points: int = 96) -> list[Point]:
    """Return an ellipse with the semi-axes `across` and `down`; a circle if `down` is `None`."""
    down = across if down is None else down
    angles = [math.tau * i / points for i in range(points + 1)]
    return [(x + across * math.cos(a), y + down * math.sin(a)) for a in angles]


def star(tips: int, outer: float, inner: float) -> list[Point]:
    """Return a star centred on the origin, with one tip upwards."""
    return [
        ((inner if i % 2 else outer) * math.sin(math.pi * i / tips),
         -(inner if i % 2 else outer) * math.cos(math.pi * i / tips))
        for i in range(2 * tips)
    ]  # fmt: skip


def petal(count: int, length: float) -> list[Point]:
    """Return one petal of a flower with `count` petals, pointing up from the origin."""
    wide = length * min(0.34, 0.92 * math.sin(math.pi / max(count, 3)))
    near, far = -0.34 * length, -0.74 * length
    return path(
        f"M 0 0 C {1.25 * wide} {near} {1.05 * wide} {far} 0 {-length} "
        f"C {-1.05 * wide} {far} {-1.25 * wide} {near} 0 0"
    )


MASTER_SCALE: Final = 2  # pixels per card unit: a master has 500 x 800 pixels
_SUPERSAMPLING: Final = 3  # Pillow draws without antialiasing: draw larger, then average 3 x 3 pixels
SCALE: Final = MASTER_SCALE * _SUPERSAMPLING
CORNER: Final = 18  # radius of a card's corners, card units
INDEX_FONT: Final = "barlow-condensed-700.ttf"
ROMAN_FONT: Final = "cinzel-700.ttf"
ACCENTED_FONT: Final = "barlow-condensed-ext-700.ttf"
EASTERN_FONT: Final = "greek-cyrillic-700.ttf"
JAPANESE_FONT: Final = "mplus-1-700.otf"
FONTS: Final = Path(__file__).parent / "fonts"


@lru_cache(maxsize=64)
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a font of the folder `FONTS`, in pixels."""
    # The basic layout engine gives the same pixels with and without Raqm installed.
    return ImageFont.truetype(FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)


def _font_for_cap_height(name: str, cap: float) -> ImageFont.FreeTypeFont:
    """Return the font at the size where a capital H is `cap` pixels high."""
    _, top, _, bottom = font(name, 200).getbbox("H", anchor="ls")
    return font(name, round(200 * cap / (bottom - top)))


class Canvas:
    """A transparent canvas the size of a card.

    `zoom`, `left` and `top` map the coordinates of a figure to card units: x becomes left + zoom * x. Radii
    and line widths are scaled with them.
    """

    def __init__(self, *, zoom: float = 1.0, left: float = 0.0, top: float = 0.0) -> None:
        self.image = Image.new("RGBA", (WIDTH * SCALE, HEIGHT * SCALE))
        self._draw = ImageDraw.Draw(self.image)
        self._unit = SCALE * zoom
        self._left = left * SCALE
        self._top = top * SCALE

    def _pixels(self, points: Iterable[Point]) -> list[Point]:
        return [(self._left + x * self._unit, self._top + y * self._unit) for x, y in points]

    def _width(self, width: float) -> int:
        return max(1, round(width * self._unit))

    def shape(
        self, outline: Points, fill: str | None = None, line: str | None = None, width: float = 1.0
    ) -> None:
        """Draw a closed outline: filled, stroked with `line`, or both."""
        pixels = self._pixels(outline)
        if fill:
            self._draw.polygon(pixels, fill=fill)
        if line:
            self._draw.line([*pixels, *pixels[:2]], fill=line, width=self._width(width), joint="curve")

    def stroke(self, points: Points, line: str, width: float = 1.0) -> None:
        pixels = self._pixels(points)
        thickness = self._width(width)
        self._draw.line(pixels, fill=line, width=thickness, joint="curve")
        if thickness > 3:
            for x, y in (pixels[0], pixels[-1]):
                self._draw.circle((x, y), thickness / 2, fill=line)

    def bordered_stroke(
        self, points: Points, fill: str, width: float, edge: str, border: float = 1.0
    ) -> None:
        """Draw a line with a border of colour `edge`, `border` units wide, on either side."""
        self.stroke(points, edge, width + 2 * border)
        self.stroke(points, fill, width)

    def circle(
        self, x: float, y: float, radius: float,
        fill: str | None = None, line: str | None = None, width: float = 1.0,
    ) -> None:  # fmt: skip
        centre = self._pixels([(x, y)])[0]
        self._draw.circle(centre, radius * self._unit, fill, line, self._width(width) if line else 0)

    def box(
        self, left: float, top: float, right: float, bottom: float, corner: float,
        fill: str | None = None, line: str | None = None, width: float = 1.0,
    ) -> None:  # fmt: skip
        (x0, y0), (x1, y1) = self._pixels([(left, top), (right, bottom)])
        self._draw.rounded_rectangle(
            (x0, y0, x1 - 1, y1 - 1), corner * self._unit, fill, line, self._width(width) if line else 0
        )

    def text(self, x: float, y: float, text: str, font: str, cap: float, fill: str, widest: float) -> None:
        """Draw text centred on `x`, `y`, its capitals `cap` high; text wider than `widest` is condensed."""
        face = _font_for_cap_height(font, cap * SCALE)
        left, _, right, _ = face.getbbox(text, anchor="ls")
        height = -face.getbbox("H", anchor="ls")[1]
        above = round(height * 0.2)
        tile = Image.new("L", (round(right - left) + 8, round(height * 1.6)))
        ImageDraw.Draw(tile).text((4 - left, height + above), text, fill=255, font=face, anchor="ls")
        if tile.width > widest * SCALE + 8:
            tile = tile.resize((round(widest * SCALE) + 8, tile.height), Image.Resampling.LANCZOS)
        corner = (round(x * SCALE - tile.width / 2), round(y * SCALE - height / 2 - above))
        letters = Image.new("RGBA", tile.size, fill)
        letters.putalpha(tile)
        self.image.alpha_composite(letters, corner)

    def composite(self, layer: Canvas, *, rotated: bool = False) -> None:
        """Composite another canvas onto this one, rotated by 180 degrees if `rotated`."""
        left, top, right, bottom = layer.image.getbbox() or (0, 0, 1, 1)
        # Crop first: compositing the transparent rest would take most of the time.
        drawn = layer.image.crop((left, top, right, bottom))
        if rotated:
            drawn = drawn.transpose(Image.Transpose.ROTATE_180)
            left, top = self.image.width - right, self.image.height - bottom
        self.image.alpha_composite(drawn, (left, top))

    def at_both_ends(self, draw: Callable[[Canvas], None]) -> None:
        """Draw a layer twice: as it is, and rotated by 180 degrees at the other end of the card."""
        layer = Canvas()
        draw(layer)
        self.composite(layer)
        self.composite(layer, rotated=True)

    def clip(self, mask: Image.Image) -> None:
        """Make everything outside the mask transparent; the mask has the size of the canvas."""
        self.image.putalpha(ImageChops.multiply(self.image.getchannel("A"), mask))

    def master(self, edge: str) -> Image.Image:
        """Return the finished card, RGBA, 500 x 800 pixels, with rounded corners and a hairline border."""
        self.box(0.4, 0.4, WIDTH - 0.4, HEIGHT - 0.4, CORNER - 1, line=edge, width=1.6)
        self.image.putalpha(rounded_mask(0, 0, WIDTH, HEIGHT, CORNER))
        return self.image.reduce(_SUPERSAMPLING)


def rounded_mask(left: float, top: float, right: float, bottom: float, corner: float) -> Image.Image:
    """Return a canvas-sized mask of a rounded rectangle, given in card units."""
    mask = Image.new("L", (WIDTH * SCALE, HEIGHT * SCALE))
    box = (left * SCALE, top * SCALE, right * SCALE - 1, bottom * SCALE - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, corner * SCALE, fill=255)
    return mask


def polygon_mask(outline: Points) -> Image.Image:
    mask = Image.new("L", (WIDTH * SCALE, HEIGHT * SCALE))
    ImageDraw.Draw(mask).polygon([(x * SCALE, y * SCALE) for x, y in outline], fill=255)
    return mask


def rotationally_symmetric(master: Image.Image) -> Image.Image:
    """Return the master with its lower half copied from the upper, so that rotating it changes no pixel."""
    upper = master.crop((0, 0, master.width, master.height // 2))
    whole = master.copy()
    whole.paste(upper.transpose(Image.Transpose.ROTATE_180), (0, master.height // 2))
    return whole


# The suit signs: each fits a square of 100 units centred on the origin.
_HEART: Final = mirror("M 0 46 C -10 30 -50 6 -50 -20 C -50 -40 -36 -48 -25 -48 C -12 -48 -3 -40 0 -28", 0)
_DIAMOND: Final = mirror("M 0 52 C -9 32 -22 14 -37 0 C -22 -14 -9 -32 0 -52", 0)
_SPADE: Final = mirror(
    "M 0 -50 C -9 -30 -47 -12 -47 14 C -47 30 -35 37 -25 37 C -16 37 -8 32 -5 25 "
    "C -6 38 -12 46 -22 50 L 0 50",
    0,
)
_CLUB_STEM: Final = mirror("M 0 2 L -6 6 C -5 28 -11 44 -22 50 L 0 50", 0)
_SIGNS: Final[dict[str, tuple[Points, ...]]] = {
    "S": (_SPADE,),
    "H": (_HEART,),
    "D": (_DIAMOND,),
    "C": (
        ellipse(0, -25, 24), ellipse(-25, 11, 24), ellipse(25, 11, 24),
        ((-9, -8), (9, -8), (12, 12), (-12, 12)), _CLUB_STEM,
    ),
}  # fmt: skip


def sign(
    canvas: Canvas, suit: str, x: float, y: float, size: float, fill: str,
    *, line: str | None = None, turned: bool = False,
) -> None:  # fmt: skip
    for outline in _SIGNS[suit]:
        canvas.shape(placed(outline, x, y, size / 100, math.pi if turned else 0), fill, line)
