"""Names and short sentences in pictures. Pixels.

Four fonts share the letters: a condensed Latin one, its accented letters, one for Greek and Cyrillic, and
one for Japanese. A letter that none of them has becomes its base letter, or is left out.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from card_images.canvas import ACCENTED_FONT, EASTERN_FONT, INDEX_FONT, JAPANESE_FONT, font

_FILES: Final = (INDEX_FONT, ACCENTED_FONT, EASTERN_FONT, JAPANESE_FONT)
_SCALES: Final = (1.0, 1.0, 1.0, 0.84)
"""The size of each font where the first has size 1: kanji fill their square, and are dark."""
_CAP: Final = 0.7  # height of capital letters, as a share of the size
_NO_LETTER: Final = "\uffff"
ELLIPSIS: Final = "…"
_SMALL_KANA: Final = "ぁぃぅぇぉっゃゅょァィゥェォッャュョ"  # they do not begin a line
_MIDDLE_DOT: Final = "・"  # it belongs to what follows it
_PHRASE_ENDS: Final = frozenset("はがをにでとのもへやたるすうくつむぶぐぬ")
"""Particles and the last letters of verbs: before a letter of another script they end a phrase."""


def _font(number: int, size: int) -> ImageFont.FreeTypeFont:
    return font(_FILES[number], round(size * _SCALES[number]))


@lru_cache(maxsize=4096)
def _font_of(letter: str) -> int | None:
    """The number of the first font that has a letter; `None` if none has it."""
    for number in range(len(_FILES)):
        font = _font(number, 24)
        # Pillow shows no character map: what a font lacks, it draws as the sign for a missing letter.
        if letter.isspace() or bytes(font.getmask(letter)) != bytes(font.getmask(_NO_LETTER)):
            return number
    return None


def _drawable(text: str) -> Iterator[str]:
    for letter in unicodedata.normalize("NFC", text):
        choices = (letter, *unicodedata.normalize("NFKD", letter))
        yield next((each for each in choices if _font_of(each) is not None), "")


def legible(name: str) -> str:
    """Leave out the letters that no font has; `""` if that is more than half of the name."""
    kept = " ".join("".join(_drawable(name)).split())
    return kept if 2 * _letters(kept) >= max(1, _letters(name)) else ""


def _letters(text: str) -> int:
    return sum(unicodedata.category(each)[0] in "LNPS" for each in text)


def initials(name: str) -> str:
    """Return the first letters of the first two words of a legible name, or the first kanji or kana."""
    first = "".join(word[0] for word in name.split()[:2])
    return first[:1] if any(_font_of(each) == len(_FILES) - 1 for each in first) else first.upper()


def _runs(text: str) -> Iterator[tuple[int, str]]:
    """The parts of a text that are drawn with one font each."""
    for number, letters in groupby(_drawable(text), lambda each: _font_of(each) if each else None):
        if number is not None:
            yield number, "".join(letters)


@lru_cache(maxsize=2048)
def width(text: str, size: int) -> float:
    return sum(_font(number, size).getlength(part) for number, part in _runs(text))


def shortened(text: str, size: int, widest: float) -> str:
    """Return a text, cut off with an ellipsis if it is wider than `widest`."""
    if width(text, size) <= widest:
        return text
    kept = text
    while kept and width(kept.rstrip() + ELLIPSIS, size) > widest:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def wrapped(text: str, size: int, widest: float, most: int) -> list[str]:
    """Break a text into at most `most` lines; what is too long for them ends with an ellipsis."""
    lines, rest = list[str](), text
    while rest and len(lines) < most - 1 and width(rest, size) > widest:
        line = _line(rest, size, widest)
        lines.append(line.rstrip())
        rest = rest[len(line) :].lstrip()
    return [*lines, shortened(rest, size, widest)]


def fitted(text: str, sizes: Sequence[int], widest: float, most: int) -> tuple[int, list[str]]:
    """Return the size and the lines of a name: one line of the first size that fits, or lines of the last.

    It is cut with an ellipsis if it needs more than `most` lines, or if a word is wider than a line.
    """
    for size in sizes:
        if width(text, size) <= widest:
            return size, [text]
    size = sizes[-1]
    one_word = any(
        width(word, size) > widest and _font_of(word[0]) != len(_FILES) - 1 for word in text.split()
    )
    return size, [shortened(text, size, widest)] if one_word else wrapped(text, size, widest, most)


def _line(text: str, size: int, widest: float) -> str:
    """The beginning of a text that fits a line: up to the end of a phrase, or else of a word."""
    ends = range(1, len(text) + 1)
    fits = max(1, bisect_right(ends, widest, key=lambda end: width(text[:end], size)))
    breaks = [end for end in range(fits, 0, -1) if _may_break(text, end)]
    return text[: next((end for end in breaks if _ends_phrase(text, end)), breaks[0] if breaks else fits)]


def _ends_phrase(text: str, end: int) -> bool:
    """Whether a phrase ends before the letter at `end`, where a line may end.

    A number and the word that it counts are one phrase, and so are Japanese words without a particle.
    """
    before, after = text[end - 1], text[end]
    if after.isspace() or before.isspace():
        return not text[:end].rstrip().endswith((*"0123456789", "\N{MULTIPLICATION SIGN}"))
    punctuated = unicodedata.category(before) in ("Pe", "Pf", "Po") or unicodedata.category(after) in (
        "Ps",
        "Pi",
    )
    return punctuated or (before in _PHRASE_ENDS and not _is_hiragana(after))


def _may_break(text: str, end: int) -> bool:
    """Whether a line may end before the letter at `end`: not within a word, in katakana either."""
    before, after = text[end - 1], text[end]
    if after.isspace() or before.isspace():
        return True
    japanese = len(_FILES) - 1
    closing = unicodedata.category(after) in ("Pe", "Pf", "Po", "Lm") or after in _SMALL_KANA
    opening = unicodedata.category(before) in ("Ps", "Pi") or before == _MIDDLE_DOT
    one_word = _is_katakana(before) and (_is_katakana(after) or after.isdigit())
    counted = before.isdigit()
    free = not (closing or opening or one_word or counted)
    return free and japanese in (_font_of(before), _font_of(after))


def _is_hiragana(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("HIRAGANA")


def _is_katakana(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(("KATAKANA LETTER", "KATAKANA-HIRAGANA PROLONGED"))


@lru_cache(maxsize=512)
def _stamp(number: int, size: int, text: str) -> tuple[Image.Image, int, int]:
    """A text in one font as a mask, and where it begins: to the right of and below its place on the line."""
    left, top, right, bottom = (round(edge) for edge in _font(number, size).getbbox(text, anchor="ls"))
    mask = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
    ImageDraw.Draw(mask).text((-left, -top), text, 255, _font(number, size), "ls")
    return mask, left, top


def write(
    draw: ImageDraw.ImageDraw, x: float, y: float, text: str, size: int, colour: str, anchor: str = "l"
) -> None:
    """Write a line, its capitals centred on `y`; `x` is its left end, middle (`m`) or right end (`r`)."""
    x -= {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * width(text, size)
    for number, part in _runs(text):
        mask, left, top = _stamp(number, size, part)
        draw.bitmap((round(x) + left, round(y + size * _CAP / 2) + top), mask, colour)
        x += _font(number, size).getlength(part)
