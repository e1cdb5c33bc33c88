"""What tells where hidden cards are in Romanian Tarok and the taper, apart from following suit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.games.romanian.tables import KING_ULT, PAGAT_ULT, PROTECTED, VARIANTS
from bot.players.inference import Inference, called_card
from bot.players.search.sampling import HAND, Clues, Count
from bot.rules.cards import ALONE, NO_CARDS, PAGAT, TAROCKS

BLUFF: Final = 0.1
"""How rarely the declarer announces a pagat ultimo without the pagat."""


def clues(inference: Inference) -> Iterator[Clues]:
    """Yield what a seat knows; a declarer who announced pagat ultimo probably has the pagat."""
    public, king = inference.public, called_card(inference.view)
    held = {item.seat: ALONE[king] for item in public.items if king is not None and item.id == KING_ULT}
    known = Clues(
        called=king,
        # Tarocks are discarded face up (8.3).
        discardable=inference.pack - PROTECTED - TAROCKS,
        held={seat: cards for seat, cards in held.items() if seat is not None},
        counts=tuple(declared(inference)),
    )
    if public.item(PAGAT_ULT) is None or public.declarer is None or PAGAT not in inference.unseen:
        yield known
        return
    yield replace(known, weight=BLUFF)
    pagat = known.held.get(public.declarer, NO_CARDS).plus(PAGAT)
    yield replace(known, held={**known.held, public.declarer: pagat})


def declared(inference: Inference) -> Iterator[Count]:
    """Yield the numbers of tarocks that seats have declared, except the highest if it includes more."""
    variant = VARIANTS[inference.public.seats]
    numbers = {name: variant.fewest + more for more, name in enumerate(variant.counts)}
    if variant.open_ended:
        del numbers[variant.counts[-1]]
    for item in inference.public.items:
        if item.id in numbers and item.seat is not None:
            yield Count(HAND, item.seat, TAROCKS, numbers[item.id])
