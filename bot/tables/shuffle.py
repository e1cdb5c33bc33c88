"""Chance: the shuffled pack, and the first dealer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from bot.fairness import Seal, new_secret

if TYPE_CHECKING:
    from bot.fairness import Opened
    from bot.rules.cards import Card, Cards
    from bot.rules.layout import Seat


class Shuffle(Protocol):
    """Where chance comes from."""

    def deck(self, pack: Cards) -> tuple[Card, ...]:
        """Shuffle a pack; the top card comes first."""

    def first_dealer(self, seats: int) -> Seat:
        """Draw the first dealer."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Where the decks of one table come from: sealed secrets, unless the chance is fixed."""

    table: str
    fixed: Shuffle | None = None
    """The same chance for every deal, such as that of a test; there are no seals then."""
    press: int | None = None
    """The id that Discord gave to the press that begins a deal; `None` without one."""

    def seal(self, number: int) -> Seal | None:
        """Return a new seal for a deal; `None` if the chance is fixed."""
        return None if self.fixed else Seal(self.table, number, new_secret())

    def shuffle(self, opened: Opened | None) -> Shuffle:
        """Return the chance of a deal.

        Raises:
            ValueError: the deal has no seal, and the chance is not fixed.
        """
        chance = opened.shuffle if opened else self.fixed
        if chance is None:
            raise ValueError("no chance to deal by")
        return chance
