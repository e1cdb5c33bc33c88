"""Compute the PNG palette again and write it into `encoding.py`: `python -m card_images.build`.

Run it when a colour of the deck has changed.
"""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Final

from PIL import Image, ImageColor

from bot.rules.cards import CARDS
from card_images.deck import Deck
from card_images.faces import PORTRAITS
from card_images.palette import (
    BAND,
    COAT,
    FACE,
    FELT_SHADOW,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    HONOUR_INDEX,
    IVORY,
    LEAF,
    LINE,
    MUTED,
    NIGHT,
    NIGHT_INDEX,
    SEATS,
    SKIN,
    SKIN_SHADE,
    STEEL,
    STEEL_SHADE,
    SUIT,
    SUIT_LIGHT,
    TONES,
    felt_tones,
    mix,
)  # fmt: skip
from card_images.tiles import Tiles, dimmed

_QUANTIZED: Final = 24  # colours taken from the cards, in addition to the exact ones
_CUBE: Final = (24, 128, 232)
"""Levels of red, green and blue: their mixtures are what avatars are dithered from."""
_EDGE: Final = (0.3, 0.5, 0.75)  # steps from background to foreground, for smooth edges
_STRIDE: Final = 3  # every third pixel of the samples is used, in both directions


def exact_colours() -> list[str]:
    """Return the colours that must be exact: those of felt, indices and shadows, bright and dimmed."""
    bright = [FACE, BAND, MUTED, GOLD_DARK, NIGHT, NIGHT_INDEX, GOLD_LIGHT, HONOUR_INDEX, *SUIT.values()]
    bright += [colour for tone in TONES for colour in tone]
    seats = [mix(ground, seat, share) for seat in SEATS for ground in (FACE, IVORY) for share in (0.5, 1)]
    tints = [mix(FACE, tint, share) for tint in SUIT_LIGHT.values() for share in (1, 0.55, 0.4)]
    figures = [GOLD, IVORY, LEAF, LINE, SKIN, SKIN_SHADE, STEEL, STEEL_SHADE]
    figures += [coat for coat, *_ in COAT.values()]
    figures += [PORTRAITS[each].hair for each in ("QH", "KC")]
    edges = [mix(FACE, suit, share) for suit in SUIT.values() for share in _EDGE]
    edges += [mix(tone.ground, NIGHT_INDEX, share) for tone in TONES for share in _EDGE]
    dimmed_hex = [dimmed(Image.new("RGB", (1, 1), colour)).tobytes().hex() for colour in bright + edges]
    shadows = [mix(FACE, FELT_SHADOW, step * 0.09) for step in range(1, 7)]
    middle = felt_tones()[len(felt_tones()) // 2]
    shadows += [mix(middle, GOLD_LIGHT, step / 7) for step in range(1, 7)]  # the glow of the winning card
    dark = (f"#{colour.upper()}" for colour in dimmed_hex)
    return [*felt_tones(), *bright, *edges, *dark, *tints, *figures, *shadows, *dict.fromkeys(seats)]


def samples(tiles: Tiles) -> list[Image.Image]:
    """Draw every card, bright and dimmed."""
    faces = [tiles.face(card) for card in CARDS]
    return [*faces, *map(dimmed, faces)]


def _quantized(pictures: list[Image.Image]) -> list[str]:
    small = [
        picture.resize((picture.width // _STRIDE, picture.height // _STRIDE), Image.Resampling.NEAREST)
        for picture in pictures
    ]
    combined = Image.new("RGB", (max(each.width for each in small), sum(each.height for each in small)))
    top = 0
    for each in small:
        combined.paste(each, (0, top))
        top += each.height
    palette = combined.quantize(_QUANTIZED, method=Image.Quantize.MEDIANCUT, kmeans=4).getpalette() or []
    return [f"#{bytes(palette[i : i + 3]).hex().upper()}" for i in range(0, len(palette), 3)]


def _near(one: str, other: str) -> bool:
    pairs = zip(ImageColor.getrgb(one), ImageColor.getrgb(other), strict=True)
    return all(abs(a - b) <= 3 for a, b in pairs)


def write_palette() -> None:
    palette = exact_colours()
    cube = [f"#{bytes(levels).hex().upper()}" for levels in product(_CUBE, repeat=3)]
    for colour in [*_quantized(samples(Tiles(Deck(None)))), *cube]:
        if not any(_near(colour, known) for known in palette):
            palette.append(colour)
    eights = (palette[i : i + 8] for i in range(0, len(palette), 8))
    rows = "".join("    " + ", ".join(f'"{colour}"' for colour in eight) + ",\n" for eight in eights)
    written = re.compile(r"(?<=^PNG_PALETTE: Final = \(\n).*?(?=^\))", re.MULTILINE | re.DOTALL)
    file = Path(__file__).with_name("encoding.py")
    file.write_text(written.sub(rows, file.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    write_palette()
