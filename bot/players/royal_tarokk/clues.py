"""What tells where hidden cards are in Royal Tarokk, apart from following suit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.games.royal_tarokk.announcements import parsed
from bot.games.royal_tarokk.tables import PARTNER, SEATS, XIX, XX
from bot.players.inference import Inference
from bot.players.search.sampling import HAND, Clues, Count
from bot.rules.cards import ALONE, SUIT, TAROCKS

FEWEST: Final = 3
"""The tarokks in any hand as dealt."""


def clues(inference: Inference) -> tuple[Clues, ...]:
    """Return what a seat knows: XX and XIX are dealt to fixed seats, and numbers of cards are announced."""
    dealer = inference.public.dealer
    held = {dealer: ALONE[XIX], PARTNER[dealer]: ALONE[XX]}
    counts = tuple(stated(inference))
    counted = {count.seat for count in counts if count.cards == TAROCKS}
    # A hand with fewer is dealt again (4.4).
    fewest = (Count(HAND, seat, TAROCKS, FEWEST, more=True) for seat in range(SEATS) if seat not in counted)
    return (Clues(held=held, counts=(*fewest, *counts)),)


def stated(inference: Inference) -> Iterator[Count]:
    """Yield the numbers of tarokks and of cards of a suit that seats have announced (6.3)."""
    for item in inference.public.items:
        row, words = parsed(item.id)
        if item.seat is not None and row.id == "tarokk_count":
            yield Count(HAND, item.seat, TAROCKS, int(words[0]))
        if item.seat is not None and row.id == "suit_count":
            yield Count(HAND, item.seat, SUIT[words[0]], int(words[1]))
