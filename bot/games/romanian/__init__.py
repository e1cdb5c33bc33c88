"""Romanian Tarok for four and the taper for three; rules in docs/rules/romanian-tarok.md."""

from typing import Final

from bot.games.romanian.dealing import hand_sizes, interactive_dealing, plain
from bot.games.romanian.phases import start
from bot.games.romanian.play import play_or_michi
from bot.games.romanian.scores import PRICES, antes
from bot.games.romanian.tables import (
    ANNOUNCEMENTS,
    CAPTURES,
    FOUR,
    LADDER,
    NEEDS,
    POOL,
    REFUSALS,
    SENTENCES,
    TALON_SIZE,
    TAPER,
    WITHOUT_CALLED_KING,
    Variant,
)
from bot.games.romanian.words import TAPER_GLOSSARY, TAROK_GLOSSARY, figures
from bot.rules.determinization import Simulation
from bot.rules.game import Game


def _game(name: str, variant: Variant) -> Game:
    bonuses = ANNOUNCEMENTS if variant.calls else WITHOUT_CALLED_KING
    return Game(
        name=name,
        seats=(variant.seats,),
        pack=variant.pack,
        contracts=LADDER,
        announcements=(*variant.counts, *bonuses),
        options=variant.options,
        rules={code: f"romanian_tarok {number}" for code, number in REFUSALS.items()},
        lay_out=plain,
        hand_sizes=hand_sizes,
        talon_size=TALON_SIZE,
        session={"radlers": 0, POOL: variant.first_pool},
        start=start,
        net=tuple,
        pool=POOL,
        antes=antes,
        interactive_dealing=interactive_dealing,
        captures=CAPTURES,
        needs=NEEDS,
        prices=PRICES,
        figures=figures(variant),
        glossary=TAROK_GLOSSARY if variant.calls else TAPER_GLOSSARY,
        sentences=SENTENCES,
    )


ROMANIAN_TAROK: Final = _game("romanian_tarok", FOUR)
ROMANIAN_TAPER: Final = _game("romanian_taper", TAPER)
TAROK_SIMULATION: Final = Simulation(ROMANIAN_TAROK, play_or_michi)
TAPER_SIMULATION: Final = Simulation(ROMANIAN_TAPER, play_or_michi)
