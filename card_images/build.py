"""Make the fonts of names and the PNG palette again.

`python -m card_images.build palette` computes the palette from the current deck and rewrites it in
`encoding.py`. Run it when a colour of the deck has changed.

`python -m card_images.build fonts MPLUS BARLOW FIRA...` makes the fonts that names are written in. MPLUS is
`Mplus1-Bold.otf` of the M+ FONTS project (Debian's package fonts-mplus), BARLOW is
`barlow-condensed-latin-ext-700-normal.woff2` of the npm package @fontsource/barlow-condensed, and FIRA are
`fira-sans-condensed-*-700-normal.woff2` of @fontsource/fira-sans-condensed, with cyrillic, cyrillic-ext and
greek for the star. Kept are the letters of the European languages, kana, and the 2965 kanji of JIS X 0208
level 1, which hold nearly all those of everyday use and of names. Only this needs fonttools and brotli.
"""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import chain, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image, ImageColor

from bot.rules.cards import CARDS, Cards
from card_images.canvas import ACCENTED_FONT, EASTERN_FONT, FONTS, JAPANESE_FONT
from card_images.deck import Deck
from card_images.hand import hand
from card_images.palette import (
    COAT,
    FACE,
    FELT_SHADOW,
    FLOWERS,
    GOLD,
    GOLD_LIGHT,
    HONOUR_INDEX,
    IVORY,
    LEAF,
    LINE,
    NIGHT,
    NIGHT_INDEX,
    SEATS,
    SKIN,
    SKIN_SHADE,
    STEEL,
    STEEL_SHADE,
    SUIT,
    SUIT_LIGHT,
    felt_tones,
    mix,
)  # fmt: skip
from card_images.tiles import Tiles, dimmed

_MOST_BYTES: Final = 1_100_000
_LEVEL_1: Final = range(0xB0, 0xD0)
"""The first bytes, in EUC-JP, of the kanji of level 1."""
_RANGES: Final = (
    range(0x20, 0x7F),
    range(0xA1, 0x250),  # Latin with diacritics
    range(0x370, 0x530),  # Greek and Cyrillic
    range(0x1E00, 0x1F00),  # more Latin, of Vietnamese too
    range(0x2010, 0x2040),
    range(0x3001, 0x3020),
    range(0x3041, 0x3100),  # kana
    range(0xFF01, 0xFFA0),  # full-width letters, half-width kana
)
_SIGNS: Final = "\u2212\xd7々〆"


def letters() -> str:
    pairs = (bytes((first, second)) for first in _LEVEL_1 for second in range(0xA1, 0xFF))
    kanji = (pair.decode("euc_jp", errors="ignore") for pair in pairs)
    return "".join(chain(map(chr, chain(*_RANGES)), _SIGNS, kanji))


def _subset(source: Path, name: str) -> None:
    """Write the part of a font that has our letters, without the font's name, which may be reserved."""
    target = FONTS / name
    plain = ("--layout-features=", "--no-hinting", "--name-IDs=0,13,14")
    _run("fontTools.subset", str(source), f"--text={letters()}", f"--output-file={target}", *plain)
    if target.stat().st_size > _MOST_BYTES:
        raise SystemExit(f"{name} has {target.stat().st_size} bytes, and {_MOST_BYTES} are the most.")


def _run(module: str, *arguments: str) -> None:
    command = [sys.executable, "-m", module, *arguments]
    subprocess.run(command, check=True)  # noqa: S603 - a tool of our own choice, without a shell


def _unpacked(woff2: Path, folder: str) -> Path:
    """Return the unpacked copy of a font, written into a folder."""
    target = Path(folder) / f"{woff2.stem}.ttf"
    _run("fontTools.ttLib.woff2", "decompress", "-o", str(target), str(woff2))
    return target


def write_fonts(mplus: Path, barlow: Path, *fira: Path) -> None:
    _subset(mplus, JAPANESE_FONT)
    with TemporaryDirectory() as folder:
        _subset(_unpacked(barlow, folder), ACCENTED_FONT)
        merged = Path(folder) / "merged.ttf"
        _run("fontTools.merge", f"--output-file={merged}", *(str(_unpacked(part, folder)) for part in fira))
        _subset(merged, EASTERN_FONT)


_QUANTIZED: Final = 52  # colours taken from sample pictures, in addition to the exact ones
_CUBE: Final = (24, 128, 232)
"""Levels of red, green and blue: their mixtures are what avatars are dithered from."""
_EDGE: Final = (0.3, 0.5, 0.75)  # steps from background to foreground, for smooth edges
_STRIDE: Final = 3  # every third pixel of the samples is used, in both directions
_FILE: Final = Path(__file__).with_name("encoding.py")


def exact_colours() -> list[str]:
    """Return the colours that must be exact: those of felt, indices and shadows, bright and dimmed."""
    bright = [FACE, NIGHT, NIGHT_INDEX, GOLD_LIGHT, HONOUR_INDEX, *SUIT.values()]
    bright += [tone for flower in FLOWERS for tone in flower]
    seats = [mix(ground, seat, share) for seat in SEATS for ground in (FACE, IVORY) for share in (0.5, 1)]
    tints = [mix(FACE, tint, share) for tint in SUIT_LIGHT.values() for share in (1, 0.55, 0.4)]
    figures = [
        GOLD,
        IVORY,
        LEAF,
        LINE,
        SKIN,
        SKIN_SHADE,
        STEEL,
        STEEL_SHADE,
        *(coat for coat, *_ in COAT.values()),
    ]
    edges = [mix(FACE, suit, share) for suit in SUIT.values() for share in _EDGE]
    edges += [mix(NIGHT, NIGHT_INDEX, share) for share in _EDGE]
    dimmed_hex = [dimmed(Image.new("RGB", (1, 1), colour)).tobytes().hex() for colour in bright + edges]
    shadows = [mix(FACE, FELT_SHADOW, step * 0.09) for step in range(1, 7)]
    middle = felt_tones()[len(felt_tones()) // 2]
    shadows += [mix(middle, GOLD_LIGHT, step / 7) for step in range(1, 7)]  # the glow of the winning card
    dark = (f"#{colour.upper()}" for colour in dimmed_hex)
    return [*felt_tones(), *bright, *edges, *dark, *tints, *figures, *shadows, *dict.fromkeys(seats)]


def samples(tiles: Tiles) -> list[Image.Image]:
    """Draw hands that together show every card, bright and dimmed."""
    rng, shown = Random(7), []  # noqa: S311 - the samples must be the same every time
    for turn in range(4):
        cards = rng.sample(list(CARDS), len(CARDS))
        for start in range(0, len(cards), 6):
            some = tuple(cards[start : start + 6])
            shown.append(hand(tiles, some, Cards.of(some[turn % 2 :: 2])))
    return shown


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
    """Write the palette into `encoding.py`."""
    palette = exact_colours()
    cube = [f"#{bytes(levels).hex().upper()}" for levels in product(_CUBE, repeat=3)]
    for colour in [*_quantized(samples(Tiles(Deck(None)))), *cube]:
        if not any(_near(colour, known) for known in palette):
            palette.append(colour)
    rows = [
        "    " + ", ".join(f'"{colour}"' for colour in palette[i : i + 8]) + ",\n"
        for i in range(0, len(palette), 8)
    ]
    written = re.compile(r"(?<=^PNG_PALETTE: Final = \(\n).*?(?=^\))", re.MULTILINE | re.DOTALL)
    source = written.sub("".join(rows), _FILE.read_text(encoding="utf-8"))
    _FILE.write_text(source, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "palette":
        write_palette()
    else:
        write_fonts(*map(Path, sys.argv[2:]))
