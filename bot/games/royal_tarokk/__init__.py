"""Royal Tarokk for two teams of two; rules in docs/rules/royal-tarokk.md."""

from bot.games.royal_tarokk import announcements, hopeless, phases, points, scores, values
from bot.rules.cards import PACK_40
from bot.rules.determinization import Simulation
from bot.rules.game import Game, by_code

ROYAL_TAROKK = Game(
    name="royal_tarokk",
    seats=(values.SEATS,),
    pack=PACK_40,
    contracts=(),
    announcements=announcements.ITEMS,
    options=values.OPTIONS,
    rules=by_code("royal_tarokk", values.REFUSALS),
    lay_out=phases.lay_out,
    hand_size=values.HAND,
    talon_size=0,
    session={},
    start=phases.start,
    net=values.difference,
    deals=values.deals_of,
    groups=announcements.GROUPS,
    captures=announcements.CAPTURES,
    hopeless=hopeless.hopeless,
    teams=values.TEAMS,
    impossible=phases.impossible,
    dealt_again=phases.too_few_tarokks,
    dealers=values.dealers,
    is_won=values.is_won,
    seating=values.seating,
    operator_options={points.OPTION: points.are_points},
    prices=scores.PRICES,
    figures={
        **points.HOUSE,
        "defenders": values.DEFENDERS_BASE,
        "attackers_least": min(row.with_honour for row in values.ATTACKERS_BASE),
        "attackers_most": max(row.without for row in values.ATTACKERS_BASE),
        **values.base_figures(),
        "most": values.CAP,
        "contra": values.CONTRA_CAP,
    },
    glossary="tarock skus pagat honour matador magasito cavalier trick starter catcher attackers "
    "announcement statement superior trophy kontra base_points game_points",
    sentences=scores.SENTENCES,
)
SIMULATION = Simulation(ROYAL_TAROKK, phases.play)
