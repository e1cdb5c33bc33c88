"""When a computer doubles in Royal Tarokk: if its own hand shows that an announcement will hardly be made."""

from __future__ import annotations

from typing import Final

from bot.games.royal_tarokk.tables import TRICKS
from bot.players.royal_tarokk.announcements import CAPTURE, Announced
from bot.players.royal_tarokk.hands import certain_tricks, chance_of, tricks
from bot.rules.cards import KINGS, MOND, SKUS, SUITS, TAROCKS, Cards, card
from bot.rules.layout import Side
from bot.rules.moves import Action
from bot.rules.view import View

LOST: Final = 0.9
"""The chance of failure at which an announcement is doubled."""
LATE: Final = frozenset(
    (
        *("phoenix", "djinn", "marriage", "suite", "family", "bethlehem"),
        *("amazon", "spadille", "manille", "sphinx", "sneaker", "troika"),
    )
)
"""Announcements that need tricks won by suit cards or matadors, when all higher tarokks are gone."""
WITH_SKUS: Final = {"two_honours", CAPTURE}
"""Announcements made with the trick that the Skíz wins."""
GUARDS: Final = 5
"""The number of tarokks with which a player has one left when suit cards or matadors are to win."""


def doubtful(view: View, kontra: Action) -> bool:
    """Whether an announcement of the others is almost certain to fail, as far as one hand can tell."""
    item = kontra.argument.partition("@")[0]
    announced, hand = Announced(item), view.hand
    return cannot_be(announced, hand) or hardly_can_be(announced, hand, attacks=view.side == Side.DECLARER)


def cannot_be(announced: Announced, hand: Cards) -> bool:
    """Whether a hand makes an announcement of the others impossible, whatever is played."""
    if any(each in hand for each in announced.pledged.values()):
        return True
    if SKUS in hand and (announced.includes & WITH_SKUS or (announced.id == "honour" and MOND in hand)):
        return True
    return announced.tricks > TRICKS - certain_tricks(hand)


def hardly_can_be(announced: Announced, hand: Cards, *, attacks: bool) -> bool:
    """Whether a hand makes an announcement of the others almost impossible."""
    tarokks, wanted = hand & TAROCKS, announced.tricks
    if wanted and chance_of(TRICKS + 1 - wanted, tricks(hand, attacks=attacks)) >= LOST:
        return True
    if announced.id in LATE:
        return len(tarokks) >= GUARDS
    named, compound = announced.named_tricks, CAPTURE in announced.includes - {announced.item}
    if len(named) > 1 or len(announced.suits) == len(SUITS) or compound:
        # It needs several things at once.
        return True
    if named and announced.cards[0] in KINGS:
        return named[0] > 2 and len(tarokks) >= GUARDS
    return bool(announced.cards) and announced.cards[0] < card("T5") and len(tarokks) > GUARDS + 1
