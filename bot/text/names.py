"""Names of people that cannot change the text around them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

LIMIT: Final = 32
"""Characters of a name that are shown; Discord allows no more."""
MARKS: Final = 3
"""Combining marks on one letter; no living language needs more."""
NAMELESS: Final = "?"
"""Shown for a name without anything to see."""

DROPPED: Final = frozenset({"Cc", "Cf", "Cs"})
"""Unicode's categories of controls, of formatting such as bidirectional marks, and of half characters."""
MARKED: Final = frozenset({"Mn", "Me"})
"""Its categories of marks on the letter before."""
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that count as letters or marks, but show nothing."""
JOINERS: Final = frozenset("\u200c\u200d")
"""They join letters of Persian and Indian scripts, and the parts of an emoji."""
RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})

FLOOD: Final = re.compile(r"([\u200c\u200d])[\u200c\u200d]+")
LIVE: Final = re.compile(r"@(?=everyone|here|[!&]?[0-9]{17,20})|:(?=//)|(?<=\w)\.(?=\w)")
"""Where Discord may read a mention, an address or an invitation to a server."""
FORMATTING: Final = re.compile(r"[_\\~|*`<\[]|^[>#+-]|(?<=\d)\.(?=\s)")
"""What Discord may read as the beginning of formatting, of a link, or of a mention."""
BREAK: Final = "\u200b"
"""A space of no width, which separates the text before it from the text after it."""
ISOLATE: Final = "\u2068"
POP: Final = "\u2069"


def plain(name: str) -> str:
    r"""A name for places that know no formatting: labels, and the descriptions of pictures.

    >>> plain("An\u202ena \n see https://x.y")
    'Anna see https:\u200b//x.\u200by'
    """
    return _isolated(_inert(name))


def safe(name: str) -> str:
    r"""A name for messages, where it does not format the text around it.

    >>> print(safe("*Anna*"))
    \*Anna\*
    """
    return _isolated(FORMATTING.sub(r"\\\g<0>", _inert(name)))


def _inert(name: str) -> str:
    """A name in one line of visible characters, without anything that Discord makes live."""
    if name.isalnum() and BLANK.isdisjoint(name):
        return name[:LIMIT]  # most names need no more
    visible = FLOOD.sub(r"\1", "".join(_visible(name[: LIMIT * (MARKS + 2)])))
    one_line = " ".join(visible.split()).strip("".join(JOINERS))
    return LIVE.sub(rf"\g<0>{BREAK}", one_line[:LIMIT].rstrip() or NAMELESS)


def _visible(name: str) -> Iterator[str]:
    """The characters that can be seen, and spaces between them; of many marks on one letter the first."""
    marks, most = 0, 0  # a mark needs a letter before it
    for each in name:
        category = unicodedata.category(each)
        marks = marks + 1 if category in MARKED else 0
        if each in JOINERS:
            yield each
        elif each.isspace():
            yield " "
        elif category not in DROPPED and each not in BLANK and marks <= most:
            most = MARKS
            yield each


def _isolated(name: str) -> str:
    """A name that keeps the direction of the text around it, even if it is written from right to left."""
    turns = any(unicodedata.bidirectional(each) in RIGHT_TO_LEFT for each in name)
    return f"{ISOLATE}{name}{POP}" if turns else name
