"""The numbers and terms of Royal Tarokk of the rules pages and the glossary."""

from __future__ import annotations

from typing import Final

from bot.games.royal_tarokk import tables
from bot.games.royal_tarokk.points import HOUSE

FIGURES: Final = {
    **HOUSE,
    "defenders": tables.DEFENDERS_BASE,
    "attackers_least": min(base for row in tables.ATTACKERS_BASE for base in row[1:]),
    "attackers_most": max(base for row in tables.ATTACKERS_BASE for base in row[1:]),
    "most": tables.CAP,
    "contra": tables.CONTRA_CAP,
}
"""The numbers in the rules pages."""
GLOSSARY: Final = (
    "tarock skus pagat honour matador magasito cavalier trick starter catcher attackers announcement "
    "statement superior trophy kontra base_points game_points"
)
