"""The numbers and terms of Illustrated Tarokk of the rules pages and the glossary."""

from __future__ import annotations

from typing import Final

from bot.games.illustrated_tarokk import tables
from bot.rules.cards import PACK_42, face_value

_XXI: Final = next(iter(tables.XXI_VALUES.values()))
FIGURES: Final = {
    "total": face_value(PACK_42),
    "to_win": tables.TO_WIN,
    "to_double": tables.TO_DOUBLE,
    **{each: value for value, each in enumerate(tables.LADDER, 1)},
    **{each.id.partition(":")[0]: each.points for each in tables.FEATS},
    **tables.COUNT_POINTS,
    "collection": tables.SILENT_COLLECTION,
    "collection_announced": tables.ANNOUNCED_COLLECTION,
    "double_game_announced": tables.ANNOUNCED_DOUBLE_GAME,
    "volat_announced": tables.ANNOUNCED_VOLAT,
    "pagat_silent": tables.SILENT_ULTIMO,
    "xxi": _XXI[0],
    "xxi_announced": _XXI[1],
}
"""The numbers in the rules pages."""
GLOSSARY: Final = (
    "tarock skus pagat honour trull cavalier trick card_points game_points forehand contract hold "
    "invitation yielded_game declarer calling partner defender talon discard annulling announcement "
    "kontra tarokk_count pagat_ultimo uhu king_ultimo centrum four_kings double_game xxi_capture valat "
    "doubling_window hat last_circle"
)
