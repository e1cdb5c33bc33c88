"""What a player must know of the contracts of Königrufen: docs/rules/koenigrufen.md (5, 6, 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.players.partners import own_cards
from bot.rules.cards import KINGS, Card, card
from bot.rules.view import View

REMAINING: Final = "remaining"


@dataclass(frozen=True, slots=True)
class Contract:
    """A row of the table of contracts, as far as it matters to a player."""

    exchange: int = 0
    tricks: int | None = None
    """In piccolo and bettel, the number of tricks the declarer must take exactly."""
    each: bool = False
    """Everybody plays for himself."""
    trumps: bool = True

    @property
    def negative(self) -> bool:
        """Whether tricks must be won where they can be."""
        return self.each or self.tricks is not None


CONTRACTS: Final = {
    "rufer": Contract(exchange=3),
    "sechserdreier": Contract(exchange=6),
    "trischaken": Contract(each=True),
    "piccolo": Contract(tricks=1),
    "solorufer": Contract(),
    "bettel": Contract(tricks=0),
    "besserrufer": Contract(exchange=3),
    "dreier": Contract(exchange=3),
    "farbensolo": Contract(trumps=False),
    "piccolo_ouvert": Contract(tricks=1),
    "bettel_ouvert": Contract(tricks=0),
    "solodreier": Contract(),
}


def contract_of(view: View) -> Contract:
    """The contract that is played."""
    return CONTRACTS[view.open.contract]


def called_king(view: View) -> Card | None:
    """The king that was called, as far as a seat can tell: it may be a player's remaining one."""
    words = view.open.called
    if words != REMAINING:
        return card(words) if words else None
    kings = own_cards(view) & KINGS
    mine = view.seat == view.open.declarer
    if mine and len(kings) < len(KINGS):
        return next(iter(KINGS - kings))
    return next(iter(kings), None) if view.side == "declarer" and not mine else None
