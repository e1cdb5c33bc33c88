"""The numbers and terms of Tapp-Tarock of the rules pages and the glossary."""

from __future__ import annotations

from typing import Final

from bot.games.tapp_tarock import tables
from bot.rules.cards import PACK_54, counted_in_threes

FIGURES: Final = {
    "total": counted_in_threes(PACK_54),
    "to_win": tables.TO_WIN,
    **{each.id: each.value for each in tables.CONTRACTS},
    "pagat": tables.CONTRACTS_BY_ID[tables.FIRST].pagat,
    "pagat_solo": tables.CONTRACTS_BY_ID[tables.SOLO].pagat,
    "valat": tables.SILENT_VALAT,
    "valat_announced": tables.ANNOUNCED_VALAT,
    **{each.id: each.points for each in tables.HAND_BONUSES},
}
"""The numbers in the rules pages."""
GLOSSARY: Final = (
    "tarock skus mond pagat trull cavalier trick card_points game_points forehand contract bids hold "
    "declarer defender talon discard announcement kontra pagat_ultimo valat hand_bonus"
)
