"""Romanian Tarok for four and the taper for three, after docs/rules/romanian-tarok.md."""

from typing import Final

from bot.games.romanian.course import hand_sizes, lay_out, start
from bot.games.romanian.tables import ANNOUNCEMENTS, FOUR, REFUSALS, TAPER, Variant
from bot.rules.deal import Game


def _game(name: str, variant: Variant) -> Game:
    return Game(
        name=name,
        seats=(variant.seats,),
        pack=variant.pack,
        contracts=variant.ladder,
        announcements=(*variant.counts, *ANNOUNCEMENTS),
        options={},
        rules={code: f"romanian_tarok {number}" for code, number in REFUSALS.items()},
        lay_out=lay_out,
        hand_sizes=hand_sizes,
        talon_size=6,
        session={"radlers": 0, "pool": variant.first_pool},
        start=start,
        net=tuple,
    )


ROMANIAN_TAROK: Final = _game("romanian_tarok", FOUR)
ROMANIAN_TAPER: Final = _game("romanian_taper", TAPER)
