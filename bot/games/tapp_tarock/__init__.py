"""Tapp-Tarock for three; rules in docs/rules/tapp-tarock.md."""

from bot.games.tapp_tarock import phases, scores, values
from bot.rules.cards import PACK_54, counted_in_threes
from bot.rules.determinization import Simulation
from bot.rules.game import Game, by_code
from bot.rules.scoring import settled_in_pairs

TAPP_TAROCK = Game(
    name="tapp_tarock",
    seats=(values.SEATS,),
    pack=PACK_54,
    contracts=values.LADDER,
    announcements=values.ANNOUNCEMENTS,
    options=values.OPTIONS,
    rules=by_code("tapp_tarock", values.REFUSALS),
    lay_out=phases.lay_out,
    hand_size=16,
    talon_size=6,
    session={},
    start=phases.start,
    net=settled_in_pairs,
    prices=scores.PRICES,
    figures={
        "total": counted_in_threes(PACK_54),
        "to_win": values.TO_WIN,
        **{each.id: each.value for each in values.CONTRACTS},
        "pagat": values.CONTRACTS_BY_ID[values.FIRST].pagat,
        "pagat_announced": values.CONTRACTS_BY_ID[values.FIRST].pagat * values.ANNOUNCED_PAGAT,
        "pagat_solo": values.CONTRACTS_BY_ID[values.SOLO].pagat,
        "pagat_solo_announced": values.CONTRACTS_BY_ID[values.SOLO].pagat * values.ANNOUNCED_PAGAT,
        "half": values.CONTRACTS_BY_ID[values.FIRST].exchange,
        "valat": values.SILENT_VALAT,
        "valat_announced": values.ANNOUNCED_VALAT,
        **{each.id: each.points for each in values.HAND_BONUSES},
    },
    glossary="tarock skus mond pagat trull cavalier trick card_points game_points forehand contract bids "
    "hold declarer defender talon discard announcement kontra pagat_ultimo valat hand_bonus",
    sentences=values.SENTENCES,
)
SIMULATION = Simulation(TAPP_TAROCK, phases.play)
