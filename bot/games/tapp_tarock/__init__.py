"""Tapp-Tarock for three; rules in docs/rules/tapp-tarock.md."""

from bot.games.tapp_tarock import phases, scores, tables
from bot.rules.cards import PACK_54, counted_in_threes
from bot.rules.determinization import Simulation
from bot.rules.game import Game
from bot.rules.scoring import settled_in_pairs

TAPP_TAROCK = Game(
    name="tapp_tarock",
    seats=(tables.SEATS,),
    pack=PACK_54,
    contracts=tables.LADDER,
    announcements=tables.ANNOUNCEMENTS,
    options=tables.OPTIONS,
    rules={code: f"tapp_tarock {rule}" for rule, codes in tables.REFUSALS.items() for code in codes.split()},
    lay_out=phases.lay_out,
    hand_size=16,
    talon_size=6,
    session={},
    start=phases.start,
    net=settled_in_pairs,
    prices=scores.PRICES,
    figures={
        "total": counted_in_threes(PACK_54),
        "to_win": tables.TO_WIN,
        **{each.id: each.value for each in tables.CONTRACTS},
        "pagat": tables.CONTRACTS_BY_ID[tables.FIRST].pagat,
        "pagat_solo": tables.CONTRACTS_BY_ID[tables.SOLO].pagat,
        "valat": tables.SILENT_VALAT,
        "valat_announced": tables.ANNOUNCED_VALAT,
        **{each.id: each.points for each in tables.HAND_BONUSES},
    },
    glossary="tarock skus mond pagat trull cavalier trick card_points game_points forehand contract bids "
    "hold declarer defender talon discard announcement kontra pagat_ultimo valat hand_bonus",
    sentences=tables.SENTENCES,
)
SIMULATION = Simulation(TAPP_TAROCK, phases.play)
