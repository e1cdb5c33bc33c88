"""Proofs of how saved deals were dealt."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.fairness import Proof
from bot.tables.restoring import opened, replayed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.game import Game
    from bot.store import SavedDeal


def is_going_on(saved: SavedDeal) -> bool:
    """Whether a deal is neither over nor broken off: its cards are still secret."""
    return saved.deal.result is None and saved.table.ended_at is None


def proof_of(saved: SavedDeal, games: Mapping[str, Game]) -> Proof | None:
    """Return the proof of a deal that is not going on; `None` if it is not known what its deck came from.

    Raises:
        UnreadableLogError: The log does not fit the rules of this program.
    """
    origin = opened(saved.table.id, saved.deal)
    if origin is None:
        return None
    deal = replayed(saved.table, saved.deal, saved.actions, games)
    return Proof.of(origin, deal, len(json.loads(saved.deal.misdeals)))
