"""The table of Royal Tarokk as one seat reads it: its pack, and sides that everybody knows from the start."""

from __future__ import annotations

from typing import Final

from bot.players.reading import Reading
from bot.players.royal_tarokk.announcements import same_side
from bot.rules.cards import PACK_54, Cards
from bot.rules.deal import View

PACK: Final = PACK_54 - Cards.of("S9 S8 S7 C9 C8 C7 H1 H2 H3 H4 D1 D2 D3 D4")


def reading(view: View) -> Reading:
    """The table as a seat reads it."""
    partners = (seat for seat in range(view.seats) if seat != view.seat and same_side(view, seat))
    return Reading(view, PACK, frozenset(partners))
