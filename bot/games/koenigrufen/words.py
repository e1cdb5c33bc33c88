"""The numbers and terms of Königrufen of the rules pages and the glossary."""

from __future__ import annotations

from typing import Final

from bot.games.koenigrufen import scores, tables
from bot.rules.cards import PACK_54, counted_in_threes

FIGURES: Final = {
    "total": counted_in_threes(PACK_54),
    "to_win": tables.TO_WIN,
    **{each.id: each.won for each in tables.CONTRACTS},
    **{f"{each.id}_lost": each.lost for each in tables.CONTRACTS},
    **{each.id: each.value for each in scores.BONUSES},
    "valat": scores.SILENT_VALAT,
    "valat_announced": scores.ANNOUNCED_VALAT,
    "doubled": scores.DOUBLED_AFTER_TRISCHAKEN,
}
"""The numbers in the rules pages."""
GLOSSARY: Final = (
    "tarock skus mond pagat trull cavalier trick card_points game_points forehand mein_spiel contract "
    "bids hold declarer calling partner defender negative ouvert trischaken talon discard announcement "
    "kontra bird pagat_ultimo uhu kakadu king_ultimo four_kings xxi_capture valat doubled_deal"
)
