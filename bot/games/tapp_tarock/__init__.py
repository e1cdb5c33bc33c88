"""Tapp-Tarock for three; rules in docs/rules/tapp-tarock.md."""

from typing import Final

from bot.games.tapp_tarock.phases import hand_sizes, lay_out, play, start
from bot.games.tapp_tarock.scores import PRICES
from bot.games.tapp_tarock.tables import ANNOUNCEMENTS, LADDER, OPTIONS, REFUSALS, SEATS, SENTENCES
from bot.games.tapp_tarock.words import FIGURES, GLOSSARY
from bot.rules.cards import PACK_54
from bot.rules.determinization import Simulation
from bot.rules.game import Game
from bot.rules.scoring import settled_in_pairs

TAPP_TAROCK: Final = Game(
    name="tapp_tarock",
    seats=(SEATS,),
    pack=PACK_54,
    contracts=LADDER,
    announcements=ANNOUNCEMENTS,
    options=OPTIONS,
    rules={code: f"tapp_tarock {number}" for code, number in REFUSALS.items()},
    lay_out=lay_out,
    hand_sizes=hand_sizes,
    talon_size=6,
    session={},
    start=start,
    net=settled_in_pairs,
    prices=PRICES,
    figures=FIGURES,
    glossary=GLOSSARY,
    sentences=SENTENCES,
)
SIMULATION: Final = Simulation(TAPP_TAROCK, play)
