"""What a computer announces and doubles in Königrufen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.koenigrufen.tables import BIRDS, KING_ULTIMO, TRULL_ID, VALAT
from bot.players.card_play import unbeatable
from bot.players.hand_strength import length
from bot.players.inference import called_in_vain, doubled_item
from bot.players.koenigrufen.hands import BIRD_ODDS, bird_prospect, for_points
from bot.players.koenigrufen.playing import called_king, infer
from bot.rules.announcing import DONE, GAME, announce
from bot.rules.cards import MOND, NO_CARDS, PAGAT, SKUS, Cards
from bot.rules.layout import Side
from bot.rules.moves import Action
from bot.rules.state import Item
from bot.rules.view import View

DOUBLES: Final[Mapping[str, float]] = {
    "rufer": 29.0,
    "besserrufer": 29.0,
    "sechserdreier": 31.0,
    "dreier": 28.0,
    "solorufer": 24.0,
    "solodreier": 25.0,
}
"""How good a hand must be to double the contract of the other side."""
ALONE: Final = 10.0
"""How much weaker the hand may be if the declarer called a king and is alone."""
REDOUBLES: Final[Mapping[str, float]] = {
    "rufer": 30.0,
    "besserrufer": 30.0,
    "solorufer": 33.0,
    "sechserdreier": 32.0,
    "dreier": 32.0,
    "solodreier": 40.0,
}
"""How good a hand of the declarer's side must be for rekontra."""
SURE: Final = 0.7
"""The chance at which a bird is announced: it pays twice as much as a silent one, but may be lost."""
DEFENDER_SPARES: Final = 2
"""How much longer a defender's tarocks must be than the declarer's for the same bird."""
DOUBLES_BIRDS: Final = 17
"""The length of tarocks that mostly outlasts a bird of the other side."""
HIGHEST_TWO: Final = Cards.of((SKUS, MOND))
HINDERS: Final = {TRULL_ID: HIGHEST_TWO, **{bird.id: Cards.of((bird.card,)) for bird in BIRDS}}
"""The cards with which a hand of the other side mostly or always makes an announcement fail."""
KEEPS_PAGAT: Final = 14
"""The length with which the declarer's side mostly wins Sküs, XXI and pagat if it holds all three."""
TAKES_PAGAT: Final = 23
"""The length with which Sküs and XXI mostly win the pagat of another hand, too."""
KEEPS_KING: Final = 20
"""The length of tarocks that mostly keeps the called king for the last trick."""


def state(view: View) -> Action:
    """The first announcement or doubling the hand is good for, else the end of the turn."""
    dared = next((action for action in view.actions if dares(view, action)), DONE)
    return dared if dared in view.actions else least_bird(view)


def least_bird(view: View) -> Action:
    """The bird to announce if one must be announced: the most promising."""
    birds = [action for action in view.actions if action.argument in BIRD_ODDS]
    return max(birds or view.actions, key=lambda action: prospect(view, action))


def prospect(view: View, action: Action) -> float:
    """The game points expected from announcing a bird; 0.0 for any other action."""
    return bird_prospect(action.argument, view.hand) if action.argument in BIRD_ODDS else 0.0


def dares(view: View, action: Action) -> bool:
    """Whether the hand is good for an announcement or a doubling."""
    if action.verb == "kontra":
        item = doubled_item(view, action)
        return dares_game(view, item) if item.id == GAME else dares_bonus(view, item)
    if action == announce(VALAT):
        return unbeatable(infer(view))
    if action == announce(TRULL_ID):
        enough = KEEPS_PAGAT if PAGAT in view.hand else TAKES_PAGAT
        return view.side == Side.DECLARER and view.hand >= HIGHEST_TWO and length(view.hand) >= enough
    if action == announce(KING_ULTIMO):
        king = called_king(view)
        return king in view.hand and PAGAT not in view.hand and length(view.hand) >= KEEPS_KING
    bird = BIRD_ODDS.get(action.argument)
    spare = 0 if view.side == Side.DECLARER else DEFENDER_SPARES
    return bird is not None and bird.chance(view.hand, spare) >= SURE


def dares_bonus(view: View, item: Item) -> bool:
    """Whether to double an announcement of the other side; it is never redoubled."""
    if item.doublings:
        return False
    long = item.id in BIRD_ODDS and length(view.hand) >= DOUBLES_BIRDS
    return long or bool(view.hand & HINDERS.get(item.id, NO_CARDS))


def dares_game(view: View, item: Item) -> bool:
    """Whether the hand is good for the next doubling of the contract."""
    quality, contract, never = for_points(view.hand | view.discards), view.open.contract, 99.0
    if view.side == Side.DECLARER:
        return item.doublings == 1 and quality >= REDOUBLES.get(contract, never)
    return item.doublings == 0 and quality >= DOUBLES.get(contract, never) - ALONE * called_in_vain(view)
