"""What a computer declares, announces and doubles in Romanian Tarok."""

from __future__ import annotations

from typing import Final

from bot.games.romanian.facts import Depth
from bot.games.romanian.tables import BIDS_BY_ID, KING_ULT, NEEDS, PAGAT_ULT, TRULA, VALAT, VARIANTS
from bot.players.card_play import unbeatable
from bot.players.hand_strength import length
from bot.players.inference import called_card, called_in_vain, doubled_item
from bot.players.romanian.hands import measure_of, played_points, price
from bot.players.romanian.playing import infer
from bot.rules.announcing import DONE, GAME
from bot.rules.cards import TAROCKS, TRULL
from bot.rules.layout import Side
from bot.rules.moves import Action
from bot.rules.state import Item
from bot.rules.view import View

SURE: Final = 0.6
"""The chance at which a pagat is announced: more than even, because of contras."""
BRINGS_TRULL_HOME: Final = 6
"""The number of tarocks with which a hand that has the whole trull hardly ever loses it."""
KEEPS_KING: Final = 20
"""The length of tarocks that mostly keeps the called king for the last trick."""
DOUBLES_PAGAT: Final = 4
"""A defender doubles the pagat with tarocks this much longer than a declarer's at which it is hopeless."""
MARGIN: Final = 0.05
"""How far the chance must exceed the even chance for a contra, because of recontras."""
ALONE: Final = 0.35
"""How much likelier a declarer loses who is known to be alone."""
REDOUBLES: Final = 0.9
"""The declarer's chance to win at which a contra is redoubled."""


def state(view: View) -> Action:
    """The first declaration, announcement or doubling the hand is good for, else the end of the turn."""
    return next((action for action in view.actions if dares(view, action)), DONE)


def dares(view: View, action: Action) -> bool:
    """Whether the hand is good for a statement. Numbers of tarocks are paid in any case: always declared."""
    what = action.argument
    if action.verb == "kontra":
        item = doubled_item(view, action)
        return doubles_game(view, item) if item.id == GAME else doubles_bonus(view, item)
    if what == PAGAT_ULT:
        return measure_of(view).pagat.chance(view.hand) >= SURE
    if what == TRULA:
        return view.hand >= TRULL and len(view.hand & TAROCKS) >= BRINGS_TRULL_HOME
    if what == KING_ULT:
        return called_card(view) in view.hand and length(view.hand) >= KEEPS_KING
    return what in VARIANTS[view.open.seats].counts or (what == VALAT and unbeatable(infer(view)))


def doubles_bonus(view: View, item: Item) -> bool:
    """Whether to double a bonus of the other side: one that must fail, or a pagat; it is no recontra."""
    if item.doublings:
        return False
    if item.id in NEEDS and NEEDS[item.id] in view.hand:
        return True
    return item.id == PAGAT_ULT and length(view.hand) >= measure_of(view).pagat.hopeless + DOUBLES_PAGAT


def doubles_game(view: View, item: Item) -> bool:
    """Whether the hand is good for the next doubling of the game."""
    if view.side == Side.DECLARER:
        return item.doublings == 1 and view.seat == view.open.declarer and chance_made(view) >= REDOUBLES
    failing = measure_of(view).defence(view.hand) + ALONE * called_in_vain(view)
    return item.doublings == 0 and failing >= even_chance(view) + MARGIN


def chance_made(view: View) -> float:
    """The chance to win as the declarer estimates it."""
    king = called_card(view)
    alone = king is not None and king in view.hand
    return measure_of(view).chance(played_points(view, view.hand, view.discards, alone=alone))


def even_chance(view: View) -> float:
    """The chance of a lost game at which a contra gains as much as it costs.

    In a doubled game the level counts for the winner too: the deeper the declarer went, the higher it is.
    """
    kind = BIDS_BY_ID[view.open.contract].kind
    depth = view.open.fact(Depth)
    loss = price(kind, depth.level if depth else 0)
    return (2 * loss - kind.won) / (3 * loss - kind.won)
