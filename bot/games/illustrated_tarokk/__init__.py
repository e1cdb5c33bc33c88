"""Illustrated Hungarian Tarokk for four or five; rules in docs/rules/illustrated-tarokk.md."""

from bot.games.illustrated_tarokk import phases, scores, values
from bot.rules.cards import PACK_42, face_value
from bot.rules.determinization import Simulation
from bot.rules.game import Game, by_code

XXI_SILENT, XXI_ANNOUNCED = next(iter(values.XXI_VALUES.values()))
ILLUSTRATED_TAROKK = Game(
    name="illustrated_tarokk",
    seats=(4, 5),
    pack=PACK_42,
    contracts=values.LADDER,
    announcements=values.ANNOUNCEMENTS,
    options=values.OPTIONS,
    rules=by_code("illustrated_tarokk", values.REFUSALS),
    lay_out=phases.lay_out,
    hand_size=9,
    talon_size=6,
    session={"windows": [], "hat": None},
    start=phases.start,
    net=tuple,
    dealer_sits_out_with=5,
    inheritable=scores.inheritable,
    last_circle=True,
    captures=values.CAPTURES,
    needs=values.NEEDS,
    prices=scores.PRICES,
    figures={
        "total": face_value(PACK_42),
        "to_win": values.TO_WIN,
        "to_double": values.TO_DOUBLE,
        **{each: value for value, each in enumerate(values.LADDER, 1)},
        **{each.id.partition(":")[0]: each.points for each in values.FEATS},
        **values.COUNT_POINTS,
        "collection": values.SILENT_COLLECTION,
        "collection_announced": values.ANNOUNCED_COLLECTION,
        "double_game": values.SILENT_DOUBLE_GAME,
        "volat": values.SILENT_VOLAT,
        "double_game_announced": values.ANNOUNCED_DOUBLE_GAME,
        "volat_announced": values.ANNOUNCED_VOLAT,
        "pagat_silent": values.SILENT_ULTIMO,
        "xxi": XXI_SILENT,
        "xxi_announced": XXI_ANNOUNCED,
    },
    glossary="tarock skus pagat honour trull cavalier trick card_points game_points forehand contract hold "
    "invitation yielded_game declarer calling partner defender talon discard annulling announcement "
    "kontra tarokk_count pagat_ultimo uhu king_ultimo centrum four_kings double_game xxi_capture valat "
    "doubling_window hat last_circle",
    sentences=values.SENTENCES,
)
SIMULATION = Simulation(ILLUSTRATED_TAROKK, phases.play)
