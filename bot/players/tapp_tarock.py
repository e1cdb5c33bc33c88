"""The computer player of Tapp-Tarock: docs/rules/tapp-tarock.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.players.bidding import AS_PLAYED, Weights, contract_named, strength
from bot.players.card_play import best_card, points, unbeatable, usual_plan
from bot.players.discarding import after_laying, best_discard, next_laid
from bot.players.doubling import target
from bot.players.judging import Computer, Judgement
from bot.players.partners import NOBODY
from bot.players.reading import Reading
from bot.rules.announcing import DONE, GAME, announce
from bot.rules.auctions import HOLD, PASS, bid
from bot.rules.cards import KINGS, PACK_54, TAROCKS, Cards
from bot.rules.moves import Action
from bot.rules.view import View

BELOW_SOLO: Final = ("dreier", "unterer", "oberer")
SOLO: Final = "solo"
LIMITS: Final[Mapping[str, float]] = {"dreier": 29.0, "unterer": 33.0, "oberer": 35.5, SOLO: 36.5}
"""The card points a hand must promise for each contract; found where bidding more or less gains nothing."""
LAID: Final = 3
DENIED: Final = 0.5
"""What a card point taken from the talon is worth because the defenders do not get it."""
HIGHEST: Final = Cards.of("T22 T21 T20 T19")
ANNOUNCES_PAGAT: Final = 22
"""Ten tarocks with two of the four highest, or eleven: two in three are brought home, and more with more."""
DOUBLES_PAGAT: Final = 7
"""So many tarocks in one defender's hand mostly hold out until the last trick."""
DOUBLES_GAME: Final = (32.0, 46.0, 36.0)
"""Card points promised for kontra (as if the defender played alone), rekontra and subkontra."""

DEALT: Final = Weights(
    base=8.0,
    tarock=1.6,
    skus=5.5,
    mond=5.0,
    pagat=2.5,
    high=0.7,
    king=4.8,
    king_and_queen=1.5,
    void=3.5,
    singleton=1.5,
    queen_alone=1.0,
)
"""What sixteen cards promise a declarer who will exchange three of them."""
PLAYED: Final = replace(AS_PLAYED, king_and_queen=1.0, queen_alone=1.5)
"""What they promise as they are: in solo, or after the exchange, apart from what was laid away."""

# Auction


def call(view: View) -> Action:
    """Solo with a hand for it, else the lowest call as long as the hand is worth its contract."""
    if strength(view.hand, PLAYED) >= LIMITS[SOLO]:
        return next((each for each in (bid(SOLO), HOLD) if each in view.actions), PASS)
    lowest = next((each for each in view.actions if each == HOLD or each.argument in BELOW_SOLO), PASS)
    contract = contract_named(view, lowest)
    good = contract in BELOW_SOLO and strength(view.hand, DEALT) >= LIMITS[contract]
    return lowest if good else PASS


# Talon and discard


def take(view: View) -> Action:
    """The half with which the hand becomes strongest, counting what the other brings the defenders."""
    halves = {group.name: group.cards for group in view.open.talon}
    takes = [action for action in view.actions if action.argument in halves]
    return max(takes, key=lambda action: after_taking(view, halves[action.argument]))


def after_taking(view: View, half: Cards) -> float:
    """What a hand is worth with a half of the talon and its best discard; the other half is lost."""
    hand = view.hand | half
    laid = best_discard(hand, hand - KINGS - TAROCKS, LAID, PLAYED)
    return after_laying(hand, laid, PLAYED) + DENIED * sum(map(points, half))


def lay(view: View) -> Action:
    """The cards to lay away are chosen together."""
    return next_laid(view, LAID, PLAYED)


# Announcements and kontra


def state(view: View) -> Action:
    """The first announcement or doubling the hand is good for, else the end of the turn."""
    return next((action for action in view.actions if dares(view, action)), DONE)


def dares(view: View, action: Action) -> bool:
    """Whether the hand is good for an announcement or a doubling."""
    if action == announce("pagat_ultimo"):
        return pagat_strength(view.hand) >= ANNOUNCES_PAGAT
    if action == announce("valat"):
        return unbeatable(reading(view))
    if action.verb != "kontra":
        return False
    item = target(view, action)
    if item.id != GAME:
        return item.doublings == 0 and len(view.hand & TAROCKS) >= DOUBLES_PAGAT
    worth = strength(view.hand, PLAYED) + sum(map(points, view.discards))
    return item.doublings < len(DOUBLES_GAME) and worth >= DOUBLES_GAME[item.doublings]


def pagat_strength(hand: Cards) -> int:
    """How well a hand protects its pagat: every tarock counts double, the four highest count once more."""
    return 2 * len(hand & TAROCKS) + len(hand & HIGHEST)


# Play


def play(view: View) -> Action:
    """The card that promises most for the side."""
    table = reading(view)
    return Action("play", str(best_card(table, usual_plan(table, spare=2))))


def reading(view: View) -> Reading:
    """The table as a declarer reads it, without friends, or a defender, with the other one as friend."""
    others = frozenset(range(view.open.seats)) - {view.seat}
    declarer = view.open.declarer
    return Reading(view, PACK_54, NOBODY if view.seat == declarer else others - {declarer})


TAPP_TAROCK: Final = Computer(
    {
        "auction": Judgement.on("pass", call),
        "talon": Judgement.on("take", take),
        "discard": Judgement.on("lay", lay),
        "announcing": Judgement.on("done", state),
        "play": Judgement.on("play", play),
    }
)
