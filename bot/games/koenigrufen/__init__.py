"""Königrufen for four; rules in docs/rules/koenigrufen.md."""

from typing import Final

from bot.games.koenigrufen.phases import dealt_again, hand_sizes, lay_out, start
from bot.games.koenigrufen.play import play
from bot.games.koenigrufen.scores import PRICES
from bot.games.koenigrufen.tables import (
    ANNOUNCEMENTS,
    LADDER,
    OPTIONS,
    REFUSALS,
    SEATS,
    SENTENCES,
    deals_of,
    king_called,
)
from bot.games.koenigrufen.words import FIGURES, GLOSSARY
from bot.rules.cards import PACK_54
from bot.rules.determinization import Simulation
from bot.rules.game import Game

KOENIGRUFEN: Final = Game(
    name="koenigrufen",
    seats=(SEATS,),
    pack=PACK_54,
    contracts=LADDER,
    announcements=ANNOUNCEMENTS,
    options=OPTIONS,
    rules={code: f"koenigrufen {number}" for code, number in REFUSALS.items()},
    lay_out=lay_out,
    hand_sizes=hand_sizes,
    talon_size=6,
    session={"doubled": 0},
    start=start,
    net=tuple,
    deals=deals_of,
    dealt_again=dealt_again,
    prices=PRICES,
    figures=FIGURES,
    glossary=GLOSSARY,
    sentences=SENTENCES,
)
SIMULATION: Final = Simulation(KOENIGRUFEN, play, king_called)
