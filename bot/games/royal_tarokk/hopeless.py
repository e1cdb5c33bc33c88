"""Announcements that cannot be made, as their player can tell (4.1, 6).

They are legal (5.1.3), but the bot does not offer them.
"""

from typing import Final

from bot.games.royal_tarokk.announcements import ITEMS, parsed, pledges_of
from bot.games.royal_tarokk.values import XIX, XX
from bot.rules.cards import Cards
from bot.rules.layout import Side
from bot.rules.view import View

BLOCKING: Final = (
    ("pagat_capture ordeal grand_ordeal golgotha", 1, Cards.of("T1")),
    ("xxi_capture ordeal centaur grand_ordeal triumph suit_triumph golgotha", 1, Cards.of("T21")),
    ("two_honours", 2, Cards.of("T22 T21")),
    ("honours_and_pagat", 2, Cards.of("T22 T21 T1")),
    ("golgotha", 3, Cards.of("T4 T3 T2")),
)
"""Announcements, and how many of some cards in one hand prevent them.

Only an opponent's card can be caught, a hand plays one card to a trick, and golgotha needs both partners.
"""
OF_ATTACKERS: Final = frozenset(
    parsed(item)[0].id for item in ITEMS if any(each.card in (XX, XIX) for each in pledges_of(item))
)
"""The announcements that need XX or XIX, which the attackers are dealt (4.1)."""


def hopeless(view: View) -> frozenset[str]:
    """The announcements, without parameters, that this seat knows to be impossible."""
    by_hand = (names for names, least, cards in BLOCKING if len(view.hand & cards) >= least)
    dealt = OF_ATTACKERS if view.side is Side.DEFENDERS else frozenset[str]()
    return dealt.union(*(names.split() for names in by_hand))
