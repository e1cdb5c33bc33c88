"""Royal Tarokk for two against two, after docs/rules/royal-tarokk.md."""

from typing import Final

from bot.games.royal_tarokk.announcements import ITEMS
from bot.games.royal_tarokk.course import hand_sizes, lay_out, start
from bot.games.royal_tarokk.tables import PACK_40, REFUSALS, SEATS
from bot.rules.deal import Game

ROYAL_TAROKK: Final = Game(
    name="royal_tarokk",
    seats=(SEATS,),
    pack=PACK_40,
    contracts=(),
    announcements=ITEMS,
    options={},
    rules={code: f"royal_tarokk {number}" for code, number in REFUSALS.items()},
    lay_out=lay_out,
    hand_sizes=hand_sizes,
    talon_size=0,
    session={},
    start=start,
    net=tuple,
)
