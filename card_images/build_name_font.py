"""Make the fonts that names are written in: `python -m card_images.build_name_font MPLUS BARLOW FIRA...`.

MPLUS is `Mplus1-Bold.otf` of the M+ FONTS project (Debian's package fonts-mplus), BARLOW is
`barlow-condensed-latin-ext-700-normal.woff2` of the npm package @fontsource/barlow-condensed, and FIRA are
`fira-sans-condensed-*-700-normal.woff2` of @fontsource/fira-sans-condensed, with cyrillic, cyrillic-ext and
greek for the star. Kept are the letters of the European languages, kana, and the 2965 kanji of JIS X 0208
level 1, which hold nearly all those of everyday use and of names.

Run it when other letters are wanted. It needs fonttools and brotli, which nothing else does.
"""

from __future__ import annotations

import subprocess
import sys
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from card_images.canvas import ACCENTED_FONT, EASTERN_FONT, FONTS, JAPANESE_FONT

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
    """The letters that are kept."""
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


def main(mplus: Path, barlow: Path, *fira: Path) -> None:
    """Write all three fonts."""
    _subset(mplus, f"{JAPANESE_FONT}.otf")
    with TemporaryDirectory() as folder:
        _subset(_unpacked(barlow, folder), f"{ACCENTED_FONT}.ttf")
        merged = Path(folder) / "merged.ttf"
        _run("fontTools.merge", f"--output-file={merged}", *(str(_unpacked(part, folder)) for part in fira))
        _subset(merged, f"{EASTERN_FONT}.ttf")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
