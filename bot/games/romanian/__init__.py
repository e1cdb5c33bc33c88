"""Romanian Tarok for four and the taper for three; rules in docs/rules/romanian-tarok.md."""

from bot.games.romanian import phases, scores, values
from bot.rules.cards import counted_in_threes
from bot.rules.determinization import Simulation
from bot.rules.game import Game, by_code


def figures(variant: values.Variant) -> dict[str, int]:
    """The numbers in the rules pages; the columns of the bonuses are doi and solo."""
    kinds = {bid.kind.id: bid.kind for bid in values.BIDS}
    bonuses = {bonus.id: bonus for bonus in values.BONUSES}
    return {
        "total": counted_in_threes(variant.pack),
        "to_win": variant.to_win,
        "radlers": scores.NEW_RADLERS if variant.calls else variant.thrown_in,
        "fewest": variant.fewest,
        **{name: kind.won for name, kind in kinds.items()},
        **{f"{name}_lost": kind.level for name, kind in kinds.items()},
        **{name: bonus.silent[0] for name, bonus in bonuses.items()},
        **{f"{name}_announced": bonus.announced[0] for name, bonus in bonuses.items()},
        **{f"{name}_solo": bonus.silent[-1] for name, bonus in bonuses.items()},
        **{f"{name}_solo_announced": bonus.announced[-1] for name, bonus in bonuses.items()},
        **{f"taroace_{points}": points for points, _ in enumerate(variant.counts, 1)},
        **{f"count_{points}": variant.fewest - 1 + points for points, _ in enumerate(variant.counts, 1)},
        "top_contra": 1 << values.TOP_CONTRA,
        "left_behind": values.LEFT_BEHIND,
    }


def game_of(name: str, variant: values.Variant, glossary: str) -> Game:
    bonuses = values.ANNOUNCEMENTS if variant.calls else values.WITHOUT_CALLED_KING
    return Game(
        name=name,
        seats=(variant.seats,),
        pack=variant.pack,
        contracts=values.LADDER,
        announcements=(*variant.counts, *bonuses),
        options=variant.options,
        rules=by_code("romanian_tarok", values.REFUSALS),
        lay_out=phases.plain,
        hand_size=12,
        talon_size=values.TALON_SIZE,
        session={"radlers": 0, values.POOL: variant.first_pool},
        start=phases.start,
        net=tuple,
        pool=values.POOL,
        antes=scores.antes,
        interactive_dealing=phases.interactive_dealing,
        captures=values.CAPTURES,
        needs=values.NEEDS,
        prices=scores.PRICES,
        figures=figures(variant),
        glossary=glossary,
        sentences=values.SENTENCES,
    )


ROMANIAN_TAROK = game_of(
    "romanian_tarok",
    values.FOUR,
    "tarock skus mond pagat trull cavalier trick card_points game_points forehand annulling contract "
    "classes hold declarer calling partner defender talon discard level surrender announcement kontra "
    "tarokk_count pagat_ultimo king_ultimo king_capture four_kings xxi_capture valat pool michi_michi "
    "radler",
)
ROMANIAN_TAPER = game_of(
    "romanian_taper",
    values.TAPER,
    "tarock skus mond pagat trull cavalier trick card_points game_points forehand annulling contract "
    "classes hold declarer defender talon discard level announcement kontra tarokk_count pagat_ultimo "
    "four_kings xxi_capture valat pool radler",
)
TAROK_SIMULATION = Simulation(ROMANIAN_TAROK, phases.play_or_michi)
TAPER_SIMULATION = Simulation(ROMANIAN_TAPER, phases.play_or_michi)
