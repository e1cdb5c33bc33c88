"""The numbers and terms of Romanian Tarok and the taper for texts."""

from __future__ import annotations

from typing import Final

from bot.games.romanian import tables
from bot.games.romanian.scores import NEW_RADLERS
from bot.rules.cards import counted_in_threes


def figures(variant: tables.Variant) -> dict[str, int]:
    """The numbers in the rules pages; the columns of the bonuses are doi and solo."""
    kinds = {bid.kind.id: bid.kind for bid in tables.BIDS}
    bonuses = {bonus.id: bonus for bonus in tables.BONUSES}
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
        "left_behind": tables.LEFT_BEHIND,
    }


TAROK_GLOSSARY: Final = (
    "tarock skus mond pagat trull cavalier trick card_points game_points forehand annulling contract "
    "classes hold declarer calling partner defender talon discard level surrender announcement kontra "
    "tarokk_count pagat_ultimo king_ultimo king_capture four_kings xxi_capture valat pool michi_michi "
    "radler"
)
TAPER_GLOSSARY: Final = (
    "tarock skus mond pagat trull cavalier trick card_points game_points forehand annulling contract "
    "classes hold declarer defender talon discard level announcement kontra tarokk_count pagat_ultimo "
    "four_kings xxi_capture valat pool radler"
)
