"""Royal Tarokk for two teams of two; rules in docs/rules/royal-tarokk.md."""

from typing import Final

from bot.games.royal_tarokk.announcements import CAPTURES, GROUPS, ITEMS
from bot.games.royal_tarokk.phases import PRICES, hand_sizes, impossible, lay_out, start, too_few_tarokks
from bot.games.royal_tarokk.play import play
from bot.games.royal_tarokk.points import OPTION, are_points
from bot.games.royal_tarokk.scores import SENTENCES
from bot.games.royal_tarokk.tables import (
    OPTIONS,
    REFUSALS,
    SEATS,
    TEAMS,
    dealers,
    deals_of,
    difference,
    is_won,
    seating,
)
from bot.games.royal_tarokk.words import FIGURES, GLOSSARY
from bot.rules.cards import PACK_40
from bot.rules.determinization import Simulation
from bot.rules.game import Game

ROYAL_TAROKK: Final = Game(
    name="royal_tarokk",
    seats=(SEATS,),
    pack=PACK_40,
    contracts=(),
    announcements=ITEMS,
    options=OPTIONS,
    rules={code: f"royal_tarokk {number}" for code, number in REFUSALS.items()},
    lay_out=lay_out,
    hand_sizes=hand_sizes,
    talon_size=0,
    session={},
    start=start,
    net=difference,
    deals=deals_of,
    groups=GROUPS,
    captures=CAPTURES,
    teams=TEAMS,
    impossible=impossible,
    dealt_again=too_few_tarokks,
    dealers=dealers,
    is_won=is_won,
    seating=seating,
    operator_options={OPTION: are_points},
    prices=PRICES,
    figures=FIGURES,
    glossary=GLOSSARY,
    sentences=SENTENCES,
)
SIMULATION: Final = Simulation(ROYAL_TAROKK, play)
