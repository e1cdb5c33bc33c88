"""Names that try to change the messages that contain them."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

NASTY: Final = (
    "@everyone",
    "@here",
    "<@402857196104744961>",
    "<@&402857196104744961>",
    "<#402857196104744961> </hand:1>",
    "<t:0:R><:a:402857196104744961>",
    "**bold** __all__ ~~the way~~",
    "`code` ```js",
    "||spoiler|| > quote",
    "# Heading",
    "-# small",
    "- list * list 1. list",
    "[free](https://evil.example)",
    "https://evil.example/nitro",
    "steam://run/1",
    "discord.gg/abcdef",
    "https://discord.com/invite/abc",
    "An\u202enaB\u202d\u2066a",
    "\u2069\u2069\u202c\u200f\u061c",
    "أنّا محمود",
    "Anna\nBéla: pass\r\n# Deal",
    "\x1b[31mred\x07\x00\x9b2J",
    "\u200b\u200d\u3164\u2800\u00ad",
    "Z\u0335" + "\u0321\u0322\u0327\u0328\u0338" * 6 + "algo",
)
"""Two dozen names, of kinds that have done harm elsewhere."""

LIVE: Final = re.compile(r"@everyone|@here|\w+://|discord\.(gg|com)|evil\.example", re.IGNORECASE | re.ASCII)
"""What Discord would make live."""
MENTION: Final = re.compile("<[@#:/t]")
"""What it would make live where it formats a text."""
TURNING: Final = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067")
ALLOWED: Final = frozenset("\n\u200b\u200c\u200d\u2068\u2069")


def assert_harmless(text: str, *, formatted: bool = True) -> None:
    """Assert that a text of ours with such a name in it is shown as it was meant.

    Args:
        text: the text.
        formatted: whether Discord formats such texts; it does not in labels and descriptions.
    """
    assert not LIVE.search(text), text
    if formatted:
        assert not MENTION.search(re.sub(r"\\.", "", text)), text
    wrong = [
        each for each in text if unicodedata.category(each) in ("Cc", "Cf", "Cs") and each not in ALLOWED
    ]
    assert not wrong, text
    assert not TURNING & {*text}
    for line in text.splitlines():
        open_isolates = 0
        for each in line:
            open_isolates += {"\u2068": 1, "\u2069": -1}.get(each, 0)
            assert 0 <= open_isolates <= 1, text
        assert open_isolates == 0, text
    assert not re.search(r"[\u0300-\u036f]{4}|[\u200b-\u200d]{3}", text), text
