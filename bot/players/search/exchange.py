"""What the rules of the exchange tell about cards that were discarded face down."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.players.inference import Inference
from bot.players.search.sampling import Clues, played_by
from bot.rules.cards import NO_CARDS, TAROCKS, Cards

FORCED: Final = 0.02
"""How rarely a declarer has so few suit cards that tarocks must be discarded."""


def of_the_declarer(inference: Inference, clues: Clues, protected: Cards) -> tuple[Clues, ...]:
    """Return clues for a declarer who discards suit cards, and tarocks only with too few of them.

    Args:
        inference: What the seat knows.
        clues: What it knows besides.
        protected: Cards that are never discarded.
    """
    declarer, free = inference.public.declarer, inference.pack - protected - TAROCKS
    usual = replace(clues, discardable=free)
    if declarer is None or played_by(inference.public, declarer) & free:
        return (usual,)
    lacked = {**clues.lacked, declarer: clues.lacked.get(declarer, NO_CARDS) | free}
    discardable = inference.pack - protected
    return (usual, replace(clues, discardable=discardable, lacked=lacked, weight=clues.weight * FORCED))
