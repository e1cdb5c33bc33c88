"""Make the fonts that names are written in: `python -m card_images.build_name_font MPLUS BARLOW`.

MPLUS is `Mplus1-Bold.otf` of the M+ FONTS project (Debian's package fonts-mplus), BARLOW is
`barlow-condensed-latin-ext-700-normal.woff2` of the npm package @fontsource/barlow-condensed. Kept are the
letters of the European languages, kana, and the 2965 kanji of JIS X 0208 level 1, which hold nearly all those
of everyday use and of names.

Run it when other letters are wanted. It needs fonttools and brotli, which nothing else does.
"""

from __future__ import annotations

import subprocess
import sys
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from card_images.canvas import ACCENTED_FONT, FONTS, JAPANESE_FONT

_MOST_BYTES: Final = 1_100_000
_LEVEL_1: Final = range(0xB0, 0xD0)
"""The first bytes, in EUC-JP, of the kanji of level 1."""
_RANGES: Final = (
    range(0x20, 0x7F),
    range(0xA1, 0x250),  # Latin with diacritics
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
    """Write the part of a font that has our letters."""
    target = FONTS / name
    plain = ("--layout-features=", "--no-hinting", "--name-IDs=0,1,2,13,14")
    _run("fontTools.subset", str(source), f"--text={letters()}", f"--output-file={target}", *plain)
    if target.stat().st_size > _MOST_BYTES:
        raise SystemExit(f"{name} has {target.stat().st_size} bytes, and {_MOST_BYTES} are the most.")


def _run(module: str, *arguments: str) -> None:
    command = [sys.executable, "-m", module, *arguments]
    subprocess.run(command, check=True)  # noqa: S603 - a tool of our own choice, without a shell


def main(mplus: Path, barlow: Path) -> None:
    """Write both fonts."""
    _subset(mplus, f"{JAPANESE_FONT}.otf")
    with TemporaryDirectory() as folder:
        unpacked = Path(folder) / "barlow.ttf"
        _run("fontTools.ttLib.woff2", "decompress", "-o", str(unpacked), str(barlow))
        _subset(unpacked, f"{ACCENTED_FONT}.ttf")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
