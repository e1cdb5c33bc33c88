"""What a computer announces and doubles in Illustrated Tarokk.

Nobody's cards are sure: what is announced was made in two of three deals or more by hands like these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.players.card_play import unbeatable
from bot.players.doubling import target
from bot.players.illustrated_tarokk.auction import XX, auction_of
from bot.players.illustrated_tarokk.exchanging import name_card
from bot.players.illustrated_tarokk.hands import HIGH_HONOURS, quality
from bot.players.illustrated_tarokk.sides import reading
from bot.players.last_tricks import length
from bot.rules.announcing import DONE, GAME
from bot.rules.cards import PAGAT, SKUS, TAROCKS, TRULL, Cards
from bot.rules.deal import Action, Item, View
from bot.rules.sides import Side

KEEPS_PAGAT: Final = 19
"""Tarokks so long, on the declarer's side, mostly bring the pagát home in the last trick."""
DEFENDER_SPARES: Final = 2
"""How much longer a defender's must be."""
TAKES_PAGAT: Final = 7
"""Tarokks with which skíz and XXI mostly catch or keep the pagát too."""
DOUBLE_GAME: Final = 40.0
"""How good a hand must be to win three quarters of the card points."""
CENTRUM: Final = 37.0
"""How good it must be to win the first five tricks, the last of them with the XX."""
DOUBLES: Final[Mapping[str, float]] = {"three": 28.0, "two": 25.0, "one": 22.5, "solo": 22.0}
"""How good a defender's hand must be to double the game."""
REDOUBLES: Final[Mapping[str, float]] = {"three": 30.0, "two": 30.0, "one": 31.0, "solo": 32.0}
"""How good a hand of the declarer's side must be to double once more."""
CATCHES_PAGAT: Final = 15
"""Tarokks so long mostly outlast a pagát that the other side has announced."""
PAGATS: Final = ("pagat_ultimo", "pagat_uhu")


def state(view: View) -> Action:
    """The first thing the hand is good for, the call where it is owed, else the end of the turn."""
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
        item = target(view, action)
        return doubles_game(view, item) if item.id == GAME else doubles_bonus(view, item)
    return action.verb == "announce" and ANNOUNCES.get(action.argument, never)(view)


def never(_view: View) -> bool:
    """What depends on one card in one trick is mostly lost."""
    return False


def always(_view: View) -> bool:
    """Tarokks declared are paid by all three others."""
    return True


def trull(view: View) -> bool:
    """With both high honours on the declarer's side, in one's own hand or shown by an invitation."""
    auction = auction_of(view.public.calls)
    friend = auction.inviter is not None and auction.inviter in reading(view).friends
    high = len(view.hand & HIGH_HONOURS) + friend
    return view.side == Side.DECLARER and high >= 2 and len(view.hand & TAROCKS) >= TAKES_PAGAT


def pagat_ultimo(view: View) -> bool:
    """With tarokks that outlast all others."""
    spare = 0 if view.side == Side.DECLARER else DEFENDER_SPARES
    return PAGAT in view.hand and length(view.hand) >= KEEPS_PAGAT + spare


def double_game(view: View) -> bool:
    """With a hand that wins almost everything."""
    return quality(view.hand) >= DOUBLE_GAME


def volat(view: View) -> bool:
    """With nothing but masters, and the first trick led by oneself, or nothing that must follow a suit."""
    first = (view.public.dealer + 1) % view.seats == view.seat
    return (first or view.hand <= TAROCKS) and unbeatable(reading(view))


def centrum(view: View) -> bool:
    """With the XX in a hand that wins almost everything."""
    return XX in view.hand and quality(view.hand) >= CENTRUM


ANNOUNCES: Final[Mapping[str, Callable[[View], bool]]] = {
    "eight_tarokks": always,
    "nine_tarokks": always,
    "trull": trull,
    "pagat_ultimo": pagat_ultimo,
    "double_game": double_game,
    "volat": volat,
    "centrum": centrum,
}


def doubles_game(view: View, item: Item) -> bool:
    """Whether the hand is good for the next step up the ladder of the game."""
    limits = REDOUBLES if view.side == Side.DECLARER else DOUBLES
    return (
        item.doublings == (view.side == Side.DECLARER) and quality(view.hand) >= limits[view.public.contract]
    )


def doubles_bonus(view: View, item: Item) -> bool:
    """Whether to double what the other side has announced; never once more."""
    if item.doublings:
        return False
    if item.id in PAGATS:
        return length(view.hand) >= CATCHES_PAGAT or PAGAT in view.hand
    return item.id == "trull" and len(view.hand & TRULL) >= 2 and view.hand & TRULL >= Cards.of((SKUS,))
