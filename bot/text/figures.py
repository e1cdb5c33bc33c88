"""The numbers in the rules pages: taken from the tables of the games, as they are without house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.games.illustrated_tarokk import tables as illustrated
from bot.games.koenigrufen import scores as koenigrufen_scores
from bot.games.koenigrufen import tables as koenigrufen
from bot.games.romanian import tables as romanian
from bot.games.romanian.scores import NEW_RADLERS
from bot.games.royal_tarokk import tables as royal
from bot.games.royal_tarokk.points import HOUSE
from bot.games.tapp_tarock import tables as tapp
from bot.rules.cards import PACK_42, PACK_54, counted_in_threes, face_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.games.romanian.tables import Variant


def _romanian(variant: Variant) -> dict[str, int]:
    """The numbers of a form of Romanian Tarok; the columns of its bonuses are doi and solo."""
    kinds = {bid.kind.id: bid.kind for bid in romanian.BIDS}
    bonuses = {bonus.id: bonus for bonus in romanian.BONUSES}
    return {
        "total": counted_in_threes(variant.pack),
        "to_win": variant.to_win,
        "radlers": NEW_RADLERS if variant.calls else variant.thrown_in,
        "fewest": variant.fewest,
        **{name: kind.won for name, kind in kinds.items()},
        **{f"{name}_lost": kind.level for name, kind in kinds.items()},
        **{name: bonus.silent[0] for name, bonus in bonuses.items()},
        **{f"{name}_announced": bonus.announced[0] for name, bonus in bonuses.items()},
        **{f"{name}_solo": bonus.silent[-1] for name, bonus in bonuses.items()},
        **{f"{name}_solo_announced": bonus.announced[-1] for name, bonus in bonuses.items()},
        **{f"taroace_{points}": points for points, _ in enumerate(variant.counts, 1)},
        "left_behind": romanian.LEFT_BEHIND,
    }


_XXI: Final = next(iter(illustrated.XXI_VALUES.values()))

FIGURES: Final[Mapping[str, Mapping[str, int]]] = {
    "tapp_tarock": {
        "total": counted_in_threes(PACK_54),
        "to_win": tapp.TO_WIN,
        **{each.id: each.value for each in tapp.CONTRACTS},
        "pagat": tapp.CONTRACTS_BY_ID[tapp.FIRST].pagat,
        "pagat_solo": tapp.CONTRACTS_BY_ID[tapp.SOLO].pagat,
        "valat": tapp.SILENT_VALAT,
        "valat_announced": tapp.ANNOUNCED_VALAT,
        **{each.id: each.points for each in tapp.HAND_BONUSES},
    },
    "koenigrufen": {
        "total": counted_in_threes(PACK_54),
        "to_win": koenigrufen.TO_WIN,
        **{each.id: each.won for each in koenigrufen.CONTRACTS},
        **{f"{each.id}_lost": each.lost for each in koenigrufen.CONTRACTS},
        **{each.id: each.value for each in koenigrufen_scores.BONUSES},
        "valat": koenigrufen_scores.SILENT_VALAT,
        "valat_announced": koenigrufen_scores.ANNOUNCED_VALAT,
        "doubled": koenigrufen_scores.DOUBLED_AFTER_TRISCHAKEN,
    },
    "illustrated_tarokk": {
        "total": face_value(PACK_42),
        "to_win": illustrated.TO_WIN,
        "to_double": illustrated.TO_DOUBLE,
        **{each: value for value, each in enumerate(illustrated.LADDER, 1)},
        **{each.id.partition(":")[0]: each.points for each in illustrated.FEATS},
        **illustrated.COUNT_POINTS,
        "collection": illustrated.SILENT_COLLECTION,
        "collection_announced": illustrated.ANNOUNCED_COLLECTION,
        "double_game_announced": illustrated.ANNOUNCED_DOUBLE_GAME,
        "volat_announced": illustrated.ANNOUNCED_VOLAT,
        "pagat_silent": illustrated.SILENT_ULTIMO,
        "xxi": _XXI[0],
        "xxi_announced": _XXI[1],
    },
    "romanian_tarok": _romanian(romanian.FOUR),
    "romanian_taper": _romanian(romanian.TAPER),
    "royal_tarokk": {
        **HOUSE,
        "defenders": royal.DEFENDERS_BASE,
        "attackers_least": min(base for row in royal.ATTACKERS_BASE for base in row[1:]),
        "attackers_most": max(base for row in royal.ATTACKERS_BASE for base in row[1:]),
        "most": royal.CAP,
        "contra": royal.CONTRA_CAP,
    },
}
"""By game and the name of a placeholder."""
