"""How texts write a card, for tests that look for one."""

from __future__ import annotations

import re

from bot.rules.cards import SKUS, TAROCK, Card
from bot.text import Words
from bot.text.cards import rank_name, short_name


def short_pattern(w: Words, named: Card) -> str:
    """A pattern for a card's short name: in a list, only the first of several tarocks is called one."""
    if named.suit != TAROCK or named == SKUS:
        return re.escape(short_name(w, named))
    word = w("card.numbered", numeral="\0", number="\0").partition("\0")[0]
    before = rf"(?:\d+{re.escape(w('list.comma'))})*" if word else ""
    return f"{re.escape(word)}{before}{re.escape(rank_name(w, named))}"
