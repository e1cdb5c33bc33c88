"""Königrufen for four; rules in docs/rules/koenigrufen.md."""

from bot.games.koenigrufen import phases, scores, values
from bot.rules.cards import PACK_54, counted_in_threes
from bot.rules.determinization import Simulation
from bot.rules.game import Game, by_code

KOENIGRUFEN = Game(
    name="koenigrufen",
    seats=(values.SEATS,),
    pack=PACK_54,
    contracts=values.LADDER,
    announcements=values.ANNOUNCEMENTS,
    options=values.OPTIONS,
    rules=by_code("koenigrufen", values.REFUSALS),
    lay_out=phases.lay_out,
    hand_size=12,
    talon_size=6,
    session={"doubled": 0},
    start=phases.start,
    net=tuple,
    deals=values.deals_of,
    dealt_again=phases.dealt_again,
    prices=scores.PRICES,
    figures={
        "total": counted_in_threes(PACK_54),
        "to_win": values.TO_WIN,
        **{each.id: each.won for each in values.CONTRACTS},
        **{f"{each.id}_lost": each.lost for each in values.CONTRACTS},
        **{each.id: each.value for each in scores.BONUSES},
        **{f"{each.id}_announced": each.value * values.ANNOUNCED for each in scores.BONUSES},
        "times": values.CONTRACTS_BY_ID["solorufer"].times,
        "half": values.CONTRACTS_BY_ID["rufer"].exchange,
        "valat": scores.SILENT_VALAT,
        "valat_announced": scores.ANNOUNCED_VALAT,
        "doubled": scores.DOUBLED_AFTER_TRISCHAKEN,
    },
    glossary="tarock skus mond pagat trull cavalier trick card_points game_points forehand mein_spiel "
    "contract bids hold declarer calling partner defender negative ouvert trischaken talon discard "
    "announcement kontra bird pagat_ultimo uhu kakadu king_ultimo four_kings xxi_capture valat doubled_deal",
    sentences=values.SENTENCES,
)
SIMULATION = Simulation(KOENIGRUFEN, phases.play, values.king_called)
