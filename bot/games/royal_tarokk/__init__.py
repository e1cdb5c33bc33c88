"""Royal Tarokk for two teams of two; rules in docs/rules/royal-tarokk.md."""

from bot.games.royal_tarokk import announcements, phases, points, scores, tables
from bot.rules.cards import PACK_40
from bot.rules.determinization import Simulation
from bot.rules.game import Game

ROYAL_TAROKK = Game(
    name="royal_tarokk",
    seats=(tables.SEATS,),
    pack=PACK_40,
    contracts=(),
    announcements=announcements.ITEMS,
    options=tables.OPTIONS,
    rules={code: f"royal_tarokk {rule}" for rule, codes in tables.REFUSALS.items() for code in codes.split()},
    lay_out=phases.lay_out,
    hand_size=tables.HAND,
    talon_size=0,
    session={},
    start=phases.start,
    net=tables.difference,
    deals=tables.deals_of,
    groups=announcements.GROUPS,
    captures=announcements.CAPTURES,
    teams=tables.TEAMS,
    impossible=phases.impossible,
    dealt_again=phases.too_few_tarokks,
    dealers=tables.dealers,
    is_won=tables.is_won,
    seating=tables.seating,
    operator_options={points.OPTION: points.are_points},
    prices=scores.PRICES,
    figures={
        **points.HOUSE,
        "defenders": tables.DEFENDERS_BASE,
        "attackers_least": min(base for row in tables.ATTACKERS_BASE for base in row[1:]),
        "attackers_most": max(base for row in tables.ATTACKERS_BASE for base in row[1:]),
        "most": tables.CAP,
        "contra": tables.CONTRA_CAP,
    },
    glossary="tarock skus pagat honour matador magasito cavalier trick starter catcher attackers "
    "announcement statement superior trophy kontra base_points game_points",
    sentences=scores.SENTENCES,
)
SIMULATION = Simulation(ROYAL_TAROKK, phases.play)
