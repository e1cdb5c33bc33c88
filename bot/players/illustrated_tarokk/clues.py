"""What tells where hidden cards are in Illustrated Tarokk, apart from following suit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from bot.games.illustrated_tarokk.facts import DiscardedTarokks, Invitation, Stated
from bot.games.illustrated_tarokk.tables import PROTECTED, TAROKK_COUNTS, XX
from bot.players.inference import Inference, called_card
from bot.players.search.sampling import DISCARDS, HAND, Clues, Count
from bot.rules.cards import ALONE, TAROCKS


def clues(inference: Inference) -> Iterator[Clues]:
    """Yield what a seat knows, once for each way in which stated discards may be divided among the seats."""
    view, public = inference.view, inference.public
    invitation, stated = public.fact(Invitation), public.fact(DiscardedTarokks)
    kept = public.options.get("xx_discardable") is False
    declared = tuple(
        Count(HAND, item.seat, TAROCKS, TAROKK_COUNTS[item.id])
        for item in public.items
        if item.id in TAROKK_COUNTS and item.seat is not None
    )
    for divided in product(*(ways(inference, each) for each in (stated.counts if stated else ()))):
        yield Clues(
            called=called_card(view),
            discardable=inference.pack - (PROTECTED.plus(XX) if kept else PROTECTED),
            held={} if invitation is None else {invitation.seat: ALONE[invitation.card]},
            counts=(*declared, *(count for counts in divided for count in counts)),
        )


def ways(inference: Inference, stated: Stated) -> Iterator[tuple[Count, ...]]:
    """Yield how many tarokks each of some seats may have discarded, if they discarded a number together."""
    sizes, own = inference.public.discard_sizes, len(inference.view.discards & TAROCKS)
    mine = inference.seat
    choices = (range(sizes[seat] + 1) if seat != mine else (own,) for seat in stated.seats)
    for numbers in product(*choices):
        if sum(numbers) == stated.number:
            pairs = zip(stated.seats, numbers, strict=True)
            yield tuple(Count(DISCARDS, seat, TAROCKS, number) for seat, number in pairs)
