"""Illustrated Hungarian Tarokk for four or five; rules in docs/rules/illustrated-tarokk.md."""

from bot.games.illustrated_tarokk import phases, scores, tables
from bot.rules.cards import PACK_42, face_value
from bot.rules.determinization import Simulation
from bot.rules.game import Game

XXI_SILENT, XXI_ANNOUNCED = next(iter(tables.XXI_VALUES.values()))
ILLUSTRATED_TAROKK = Game(
    name="illustrated_tarokk",
    seats=(4, 5),
    pack=PACK_42,
    contracts=tables.LADDER,
    announcements=tables.ANNOUNCEMENTS,
    options=tables.OPTIONS,
    rules={
        code: f"illustrated_tarokk {rule}"
        for rule, codes in tables.REFUSALS.items()
        for code in codes.split()
    },
    lay_out=phases.lay_out,
    hand_size=9,
    talon_size=6,
    session={"windows": [], "hat": None},
    start=phases.start,
    net=tuple,
    dealer_sits_out_with=5,
    inheritable=scores.inheritable,
    last_circle=True,
    captures=tables.CAPTURES,
    needs=tables.NEEDS,
    prices=scores.PRICES,
    figures={
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
        "xxi": XXI_SILENT,
        "xxi_announced": XXI_ANNOUNCED,
    },
    glossary="tarock skus pagat honour trull cavalier trick card_points game_points forehand contract hold "
    "invitation yielded_game declarer calling partner defender talon discard annulling announcement "
    "kontra tarokk_count pagat_ultimo uhu king_ultimo centrum four_kings double_game xxi_capture valat "
    "doubling_window hat last_circle",
    sentences=tables.SENTENCES,
)
SIMULATION = Simulation(ILLUSTRATED_TAROKK, phases.play)
