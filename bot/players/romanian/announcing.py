"""What a computer declares, announces and doubles in Romanian Tarok."""

from __future__ import annotations

from typing import Final

from bot.players.card_play import unbeatable
from bot.players.doubling import called_in_vain, target
from bot.players.last_tricks import length
from bot.players.romanian.contracts import KINDS, called_king, class_of
from bot.players.romanian.hands import measure_of, played_points
from bot.players.romanian.playing import reading
from bot.rules.announcing import DONE, GAME
from bot.rules.cards import TAROCKS, TRULL
from bot.rules.deal import Action, Item, View
from bot.rules.sides import Side

TAROACE: Final = "taroace:"
SURE: Final = 0.6
"""How likely the pagat must be to win the last trick: half of it would do, but for contras."""
BRINGS_TRULL_HOME: Final = 6
"""With the whole trull in hand, and so many tarocks, it is hardly ever lost."""
KEEPS_KING: Final = 20
"""Tarocks so long mostly keep the called king for the last trick."""
DOUBLES_PAGAT: Final = 4
"""How much shorter than a declarer's, to be hopeless, a defender's tarocks may be to catch the pagat."""
MARGIN: Final = 0.05
"""How much likelier than even the gain must be to double: the other side may double once more."""
ALONE: Final = 0.35
"""How much likelier a declarer loses who is known to be alone."""
REDOUBLES: Final = 0.9
"""How likely a declarer must be to win in spite of a contra."""


def state(view: View) -> Action:
    """The first declaration, announcement or doubling the hand is good for, else the end of the turn."""
    return next((action for action in view.actions if dares(view, action)), DONE)


def dares(view: View, action: Action) -> bool:
    """Whether the hand is good for it. Numbers of tarocks are paid whoever wins: they are always declared."""
    what = action.argument
    if action.verb == "kontra":
        item = target(view, action)
        return doubles_game(view, item) if item.id == GAME else doubles_pagat(view, item)
    if what == "pagat_ult":
        return measure_of(view).pagat.chance(view.hand) >= SURE
    if what == "trula":
        return view.hand >= TRULL and len(view.hand & TAROCKS) >= BRINGS_TRULL_HOME
    if what == "king_ult":
        return called_king(view) in view.hand and length(view.hand) >= KEEPS_KING
    return what.startswith(TAROACE) or (what == "valat" and unbeatable(reading(view)))


def doubles_pagat(view: View, item: Item) -> bool:
    """Whether to double an announced pagat of the other side; never once more, nor anything else."""
    long = length(view.hand) >= measure_of(view).pagat.hopeless + DOUBLES_PAGAT
    return item.id == "pagat_ult" and not item.doublings and long


def doubles_game(view: View, item: Item) -> bool:
    """Whether the hand is good for the next step up the ladder of the game."""
    if view.side == Side.DECLARER:
        return item.doublings == 1 and view.seat == view.public.declarer and chance_made(view) >= REDOUBLES
    failing = measure_of(view).defence(view.hand) + ALONE * called_in_vain(view)
    return item.doublings == 0 and failing >= even_chance(view) + MARGIN


def chance_made(view: View) -> float:
    """How likely the declarer takes the own contract to be made."""
    king = called_king(view)
    alone = king is not None and king in view.hand
    return measure_of(view).chance(played_points(view, view.hand, view.laid, alone=alone))


def even_chance(view: View) -> float:
    """How likely a game must be lost for a contra to bring as much as it costs.

    Once it is doubled the level counts for the winner as well: the deeper the declarer went, the surer
    one must be.
    """
    kind = KINDS[class_of(view.public.contract)]
    price = kind.price(view.public.level)
    return (2 * price - kind.won) / (3 * price - kind.won)
