"""Texts as they are compared with what was typed."""

from __future__ import annotations

from typing import Final
from unicodedata import normalize

_ACCENTS: Final = dict.fromkeys(range(0x300, 0x370))
"""Those of Latin letters. The marks of kana stay: they make other letters."""
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def folded(text: str) -> str:
    """Return a text without accents, case, and differences of width.

    >>> print(folded("Skíz"), folded("ﾊﾟｶﾞｯﾄ") == folded("パガット"))
    skiz True
    """
    return normalize("NFKD", text.casefold()).translate(_ACCENTS).casefold()


def spelled(name: str) -> set[str]:
    """Return the ways to type a name, folded: umlauts with and without an `e`.

    >>> print(*sorted(spelled("Sküs")))
    skues skus
    """
    return {folded(name), folded(normalize("NFC", name).casefold().translate(_UMLAUTS))}
