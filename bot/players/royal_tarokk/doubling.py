"""When a computer says contra in Royal Tarokk: only to what can hardly come true, as its own hand shows."""

from __future__ import annotations

from typing import Final

from bot.players.royal_tarokk.announcements import (
    COUNTS,
    NAMED,
    SLAMS,
    WITH_CAPTURE,
    Announced,
)
from bot.players.royal_tarokk.hands import certain_tricks, chance_of, tricks
from bot.rules.cards import KINGS, MOND, SKUS, SUITS, TAROCKS, Cards, card
from bot.rules.deal import Action, View
from bot.rules.sides import Side

LOST: Final = 0.9
"""How likely an announcement must fail for a contra."""
LATE: Final = frozenset(
    (
        *("phoenix", "djinn", "marriage", "suite", "family", "bethlehem"),
        *("amazon", "spadille", "manille", "sphinx", "sneaker", "troika"),
    )
)
"""What needs tricks won by suit cards or matadors, after all higher tarokks are gone."""
WITH_SKUS: Final = WITH_CAPTURE | {"two_honours", "honours_and_pagat"}
"""What needs the trick that the Skíz takes."""
COMPOUND: Final = WITH_CAPTURE - {"xxi_capture"}
"""What needs more than the capture of XXI, and so hardly ever comes together."""
GUARDS: Final = 5
"""With so many tarokks a player has one left when suit cards or matadors are to win."""


def doubtful(view: View, kontra: Action) -> bool:
    """Whether what the others announced is nearly sure to fail, as far as one hand can tell."""
    item = kontra.argument.partition("@")[0]
    announced, hand = Announced.of(item), view.hand
    return cannot_be(announced, hand) or hardly_can_be(announced, hand, attacks=view.side == Side.DECLARER)


def cannot_be(announced: Announced, hand: Cards) -> bool:
    """Whether a hand makes an announcement of the others impossible, whatever is played."""
    if any(each in hand for each in announced.pledged.values()):
        return True
    if SKUS in hand and (announced.id in WITH_SKUS or (announced.id == "honour" and MOND in hand)):
        return True
    return needed(announced) > 10 - certain_tricks(hand)


def needed(announced: Announced) -> int:
    """How many tricks an announcement needs in all."""
    return 10 if announced.id in SLAMS else COUNTS.get(announced.id, 0)


def hardly_can_be(announced: Announced, hand: Cards, *, attacks: bool) -> bool:
    """Whether a hand makes an announcement of the others all but impossible."""
    tarokks, wanted = hand & TAROCKS, needed(announced)
    if wanted and chance_of(11 - wanted, tricks(hand, attacks=attacks)) >= LOST:
        return True
    if announced.id in LATE:
        return len(tarokks) >= GUARDS
    named = NAMED.get(announced.id, ())
    if len(named) > 1 or len(announced.suits) == len(SUITS) or announced.id in COMPOUND:
        return True
    if named and announced.cards[0] in KINGS:
        return named[0] > 2 and len(tarokks) >= GUARDS
    return bool(announced.cards) and announced.cards[0] < card("T5") and len(tarokks) > GUARDS + 1
