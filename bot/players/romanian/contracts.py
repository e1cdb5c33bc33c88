"""What a player must know of the contracts of Romanian Tarok: docs/rules/romanian-tarok.md (1, 6.1, 13.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.rules.cards import PACK_42, PACK_54, Card, Cards, card
from bot.rules.view import View


@dataclass(frozen=True, slots=True)
class Kind:
    """A class of contracts, as far as it matters to a player."""

    takes: int
    """Cards taken from the talon."""
    won: int
    """Game points of a game won that nobody doubled."""
    level: int
    """Game points for each level of a game lost or doubled."""

    def worth(self, chance: float, level: float) -> float:
        """The game points to be expected, with such a chance to win, at a level."""
        return chance * self.won - (1.0 - chance) * self.price(level)

    def price(self, level: float) -> float:
        """The game points of a game lost at a level; in solo there are no levels."""
        return self.level * (level if self.takes else 1.0)


KINDS: Final[Mapping[str, Kind]] = {
    "trei": Kind(3, 1, 1),
    "doi": Kind(2, 2, 2),
    "unu": Kind(1, 3, 3),
    "solo": Kind(0, 8, 8),
}


def class_of(contract: str) -> str:
    """The class a contract belongs to."""
    return contract.rstrip("0123456789")


def first_of(contract: str) -> int:
    """The group of the talon a contract begins with, which is also the level of its first look."""
    return int(contract.removeprefix(class_of(contract)) or 1)


def pack_of(view: View) -> Cards:
    """All cards of the game: the taper is played by three."""
    return PACK_42 if view.open.seats == 3 else PACK_54


def called_king(view: View) -> Card | None:
    """The king that was called."""
    return card(view.open.called) if view.open.called else None
