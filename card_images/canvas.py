"""The drawing surface: shapes in card units, drawn three times as large as the master and averaged down."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFont

from card_images.paths import HEIGHT, WIDTH, Point, Points

MASTER_SCALE: Final = 2  # pixels of a master to a card unit: 500 x 800
_REDUCE: Final = 3  # Pillow draws without antialiasing; the mean of 3 x 3 pixels is ours
SCALE: Final = MASTER_SCALE * _REDUCE
CORNER: Final = 18
INDEX_FONT: Final = "barlow-condensed-700"
ROMAN_FONT: Final = "cinzel-700"
FONTS: Final = Path(__file__).parent / "fonts"


@lru_cache(maxsize=64)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    # Basic layout: the same pixels on machines with and without Raqm.
    return ImageFont.truetype(FONTS / f"{name}.ttf", size, layout_engine=ImageFont.Layout.BASIC)


def _font_of_cap(name: str, cap: float) -> ImageFont.FreeTypeFont:
    """The font whose capital H is `cap` pixels high."""
    _, top, _, bottom = _font(name, 200).getbbox("H", anchor="ls")
    return _font(name, round(200 * cap / (bottom - top)))


class Canvas:
    """A transparent card to draw on.

    `zoom`, `left` and `top` map a figure's own units to card units: x becomes left + zoom * x. Radii and the
    widths of lines are zoomed with it.
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
        """A closed outline, filled, drawn as a line, or both."""
        pixels = self._pixels(outline)
        if fill:
            self._draw.polygon(pixels, fill=fill)
        if line:
            self._draw.line([*pixels, *pixels[:2]], fill=line, width=self._width(width), joint="curve")

    def stroke(self, points: Points, line: str, width: float = 1.0) -> None:
        """An open line with round ends."""
        pixels = self._pixels(points)
        thick = self._width(width)
        self._draw.line(pixels, fill=line, width=thick, joint="curve")
        if thick > 3:
            for x, y in (pixels[0], pixels[-1]):
                self._draw.circle((x, y), thick / 2, fill=line)

    def corded(self, points: Points, fill: str, width: float, edge: str, border: float = 1.0) -> None:
        """A line with an outline of its own."""
        self.stroke(points, edge, width + 2 * border)
        self.stroke(points, fill, width)

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        fill: str | None = None,
        line: str | None = None,
        width: float = 1.0,
    ) -> None:
        """A circle about `x`, `y`."""
        centre = self._pixels([(x, y)])[0]
        self._draw.circle(centre, radius * self._unit, fill, line, self._width(width) if line else 0)

    def box(
        self, left: float, top: float, right: float, bottom: float, corner: float,
        fill: str | None = None, line: str | None = None, width: float = 1.0,
    ) -> None:  # fmt: skip
        """A rectangle with round corners."""
        (x0, y0), (x1, y1) = self._pixels([(left, top), (right, bottom)])
        self._draw.rounded_rectangle(
            (x0, y0, x1 - 1, y1 - 1), corner * self._unit, fill, line, self._width(width) if line else 0
        )

    def text(self, x: float, y: float, text: str, font: str, cap: float, fill: str, widest: float) -> None:
        """Text about `x`, `y`, its capitals `cap` high; squeezed, never lowered, when wider than `widest`."""
        face = _font_of_cap(font, cap * SCALE)
        left, _, right, _ = face.getbbox(text, anchor="ls")
        high = -face.getbbox("H", anchor="ls")[1]
        above = round(high * 0.2)
        tile = Image.new("L", (round(right - left) + 8, round(high * 1.6)))
        ImageDraw.Draw(tile).text((4 - left, high + above), text, fill=255, font=face, anchor="ls")
        if tile.width > widest * SCALE + 8:
            tile = tile.resize((round(widest * SCALE) + 8, tile.height), Image.Resampling.LANCZOS)
        corner = (round(x * SCALE - tile.width / 2), round(y * SCALE - high / 2 - above))
        letters = Image.new("RGBA", tile.size, fill)
        letters.putalpha(tile)
        self.image.alpha_composite(letters, corner)

    def stamp(self, layer: Canvas, *, turned: bool = False) -> None:
        """Lay another canvas on this one, or turn it by half a circle first."""
        left, top, right, bottom = layer.image.getbbox() or (0, 0, 1, 1)
        # Composing the empty rest would take most of the time.
        drawn = layer.image.crop((left, top, right, bottom))
        if turned:
            drawn = drawn.transpose(Image.Transpose.ROTATE_180)
            left, top = self.image.width - right, self.image.height - bottom
        self.image.alpha_composite(drawn, (left, top))

    def twice(self, draw: Callable[[Canvas], None]) -> None:
        """Draw something at its place and, turned by half a circle, at the other end of the card."""
        layer = Canvas()
        draw(layer)
        self.stamp(layer)
        self.stamp(layer, turned=True)

    def clip(self, mask: Image.Image) -> None:
        """Keep only what lies within a mask of the canvas' size."""
        self.image.putalpha(ImageChops.multiply(self.image.getchannel("A"), mask))

    def master(self, edge: str) -> Image.Image:
        """The finished card, 500 x 800 pixels, with round transparent corners and a hairline at its edge."""
        self.box(0.4, 0.4, WIDTH - 0.4, HEIGHT - 0.4, CORNER - 1, line=edge, width=1.6)
        self.image.putalpha(rounded(0, 0, WIDTH, HEIGHT, CORNER))
        return self.image.reduce(_REDUCE)


def rounded(left: float, top: float, right: float, bottom: float, corner: float) -> Image.Image:
    """A mask of a canvas' size that holds one rectangle with round corners (card units)."""
    mask = Image.new("L", (WIDTH * SCALE, HEIGHT * SCALE))
    box = (left * SCALE, top * SCALE, right * SCALE - 1, bottom * SCALE - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, corner * SCALE, fill=255)
    return mask


def polygon(outline: Points) -> Image.Image:
    """A mask of a canvas' size that holds one outline (card units)."""
    mask = Image.new("L", (WIDTH * SCALE, HEIGHT * SCALE))
    ImageDraw.Draw(mask).polygon([(x * SCALE, y * SCALE) for x, y in outline], fill=255)
    return mask


def same_from_both_ends(master: Image.Image) -> Image.Image:
    """The master with its lower half made from the upper one, so that turning the card changes no pixel."""
    upper = master.crop((0, 0, master.width, master.height // 2))
    whole = master.copy()
    whole.paste(upper.transpose(Image.Transpose.ROTATE_180), (0, master.height // 2))
    return whole
