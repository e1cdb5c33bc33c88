"""What a computer announces and doubles in Illustrated Tarokk.

An announcement is made with hands like those that made it in two of three deals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.games.illustrated_tarokk.tables import (
    DOUBLE_GAME,
    FEAT,
    HIGH_HONOURS,
    TAROKK_COUNTS,
    TRULL_ID,
    VOLAT,
    XX,
)
from bot.players.card_play import unbeatable
from bot.players.hand_strength import length
from bot.players.illustrated_tarokk.auction import auction_of
from bot.players.illustrated_tarokk.bidding import quality
from bot.players.illustrated_tarokk.exchanging import name_card
from bot.players.illustrated_tarokk.playing import infer
from bot.players.inference import doubled_item
from bot.rules.announcing import DONE, GAME
from bot.rules.cards import PAGAT, SKUS, TAROCKS, TRULL, Cards
from bot.rules.layout import Side
from bot.rules.moves import Action
from bot.rules.state import Item
from bot.rules.view import View

KEEPS_PAGAT: Final = 19
"""The length of tarokks with which the declarer's side mostly wins the last trick with the pagát."""
DEFENDER_SPARES: Final = 2
"""How much longer a defender's tarokks must be."""
TAKES_PAGAT: Final = 7
"""The number of tarokks with which skíz and XXI mostly win the pagát too."""
MAKES_DOUBLE_GAME: Final = 40.0
"""How good a hand must be to win three quarters of the card points."""
MAKES_CENTRUM: Final = 37.0
"""How good a hand must be to win the first five tricks, the fifth with the XX."""
DOUBLES: Final[Mapping[str, float]] = {"three": 28.0, "two": 25.0, "one": 22.5, "solo": 22.0}
"""How good a defender's hand must be to double the game."""
REDOUBLES: Final[Mapping[str, float]] = {"three": 30.0, "two": 30.0, "one": 31.0, "solo": 32.0}
"""How good a hand of the declarer's side must be for rekontra."""
CATCHES_PAGAT: Final = 15
"""The length of tarokks that mostly outlasts a pagát announced by the other side."""


def state(view: View) -> Action:
    """The first statement the hand is good for, else the end of the turn; the call if that is owed."""
    dared = next((action for action in view.actions if dares(view, action)), None)
    if dared is not None:
        return dared
    if DONE in view.actions:
        return DONE
    calls = any(action.verb == "call" for action in view.actions)
    return name_card(view) if calls else next(action for action in view.actions if action.verb == "kontra")


def dares(view: View, action: Action) -> bool:
    """Whether the hand is good for an announcement or a doubling."""
    if action.verb == "kontra":
        item = doubled_item(view, action)
        return doubles_game(view, item) if item.id == GAME else doubles_bonus(view, item)
    return action.verb == "announce" and ANNOUNCES.get(action.argument, never)(view)


def never(_view: View) -> bool:
    """For bonuses that are mostly lost: they depend on one card in one trick."""
    return False


def always(_view: View) -> bool:
    """For tarokk counts, which all three others pay."""
    return True


def trull(view: View) -> bool:
    """With both high honours on the declarer's side, in the hand or shown by an invitation."""
    invited = auction_of(view.open.calls).inviter in infer(view).friends
    high = len(view.hand & HIGH_HONOURS) + invited
    return view.side == Side.DECLARER and high >= 2 and len(view.hand & TAROCKS) >= TAKES_PAGAT


def pagat_ultimo(view: View) -> bool:
    """With tarokks that outlast all others."""
    spare = 0 if view.side == Side.DECLARER else DEFENDER_SPARES
    return PAGAT in view.hand and length(view.hand) >= KEEPS_PAGAT + spare


def double_game(view: View) -> bool:
    """With a hand that wins almost everything."""
    return quality(view.hand) >= MAKES_DOUBLE_GAME


def volat(view: View) -> bool:
    """With only masters, and either the first lead or only tarokks, so that no suit must be followed."""
    first = (view.open.dealer + 1) % view.open.seats == view.seat
    return (first or view.hand <= TAROCKS) and unbeatable(infer(view))


def centrum(view: View) -> bool:
    """With the XX in a hand that wins almost everything."""
    return XX in view.hand and quality(view.hand) >= MAKES_CENTRUM


ANNOUNCES: Final[Mapping[str, Callable[[View], bool]]] = {
    **dict.fromkeys(TAROKK_COUNTS, always),
    TRULL_ID: trull,
    "pagat_ultimo": pagat_ultimo,
    DOUBLE_GAME: double_game,
    VOLAT: volat,
    "centrum": centrum,
}


def doubles_game(view: View, item: Item) -> bool:
    """Whether the hand is good for the next doubling of the game."""
    is_declarers = view.side == Side.DECLARER
    limits = REDOUBLES if is_declarers else DOUBLES
    return item.doublings == is_declarers and quality(view.hand) >= limits[view.open.contract]


def doubles_bonus(view: View, item: Item) -> bool:
    """Whether to double an announcement of the other side; it is never redoubled."""
    if item.doublings:
        return False
    if item.id in FEAT and FEAT[item.id].card == PAGAT:
        return length(view.hand) >= CATCHES_PAGAT or PAGAT in view.hand
    return item.id == TRULL_ID and len(view.hand & TRULL) >= 2 and view.hand & TRULL >= Cards.of((SKUS,))
