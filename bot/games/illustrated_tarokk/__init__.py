"""Illustrated Hungarian Tarokk for four or five; rules in docs/rules/illustrated-tarokk.md."""

from typing import Final

from bot.games.illustrated_tarokk.phases import hand_sizes, lay_out, start
from bot.games.illustrated_tarokk.play import play
from bot.games.illustrated_tarokk.scores import PRICES, inheritable
from bot.games.illustrated_tarokk.tables import (
    ANNOUNCEMENTS,
    CAPTURES,
    LADDER,
    NEEDS,
    OPTIONS,
    REFUSALS,
    SENTENCES,
)
from bot.games.illustrated_tarokk.words import FIGURES, GLOSSARY
from bot.rules.cards import PACK_42
from bot.rules.determinization import Simulation
from bot.rules.game import Game

ILLUSTRATED_TAROKK: Final = Game(
    name="illustrated_tarokk",
    seats=(4, 5),
    pack=PACK_42,
    contracts=LADDER,
    announcements=ANNOUNCEMENTS,
    options=OPTIONS,
    rules={code: f"illustrated_tarokk {number}" for code, number in REFUSALS.items()},
    lay_out=lay_out,
    hand_sizes=hand_sizes,
    talon_size=6,
    session={"windows": [], "hat": None},
    start=start,
    net=tuple,
    inheritable=inheritable,
    last_circle=True,
    captures=CAPTURES,
    needs=NEEDS,
    prices=PRICES,
    figures=FIGURES,
    glossary=GLOSSARY,
    sentences=SENTENCES,
)
SIMULATION: Final = Simulation(ILLUSTRATED_TAROKK, play)
