"""The computer player of Tapp-Tarock."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from bot.computers.card_play import best_card, points, unbeatable, usual_plan
from bot.computers.causes import (
    UNBEATABLE,
    Cause,
    enough,
    long,
    no_kontra,
    outlasts,
    silent,
    too_short,
    too_weak,
)
from bot.computers.computer import DECIDED, Computer, Judgement
from bot.computers.hand_evaluation import (
    AS_PLAYED,
    Weights,
    best_half,
    next_discard,
    strength,
    why_discarded,
    why_half,
)
from bot.computers.inference import NO_FRIENDS, Inference
from bot.computers.sampling import Clues, of_the_declarer
from bot.games.tapp_tarock import SIMULATION
from bot.games.tapp_tarock.values import CONTRACTS_BY_ID, LADDER, PAGAT_ULTIMO, SOLO, VALAT
from bot.rules.announcing import DONE, GAME, announce
from bot.rules.auctions import HOLD, PASS, bid
from bot.rules.cards import ALONE, PACK_54, PAGAT, PROTECTED, TAROCKS, Cards
from bot.rules.layout import Side
from bot.rules.moves import Action
from bot.rules.view import View

BELOW_SOLO = LADDER[: LADDER.index(SOLO)]
LIMITS: Mapping[str, float] = {"dreier": 29.0, "unterer": 33.0, "oberer": 37.0, SOLO: 36.5}
"""The expected card points at which each contract is bid; bidding more or less gains nothing."""
DENIED = 0.5
"""The worth of a card point taken from the talon, because the defenders do not get it."""
HIGHEST = Cards.of("T22 T21 T20 T19")
ANNOUNCES_PAGAT = 22
"""Ten tarocks, which count double, with two of the four highest, or eleven: two in three are made."""
DOUBLES_PAGAT = 7
"""The number of tarocks with which a defender mostly has one in the last trick."""
DOUBLES_GAME = (32.0, 46.0, 36.0)
"""Expected card points for kontra (as if the defender played alone), rekontra and subkontra."""

DEALT = Weights(
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
"""For sixteen cards of a declarer who will exchange some of them."""
PLAYED = replace(AS_PLAYED, king_and_queen=1.0, queen_alone=1.5)
"""For a hand as it is played: in solo, or after the exchange and without the discard."""

# Auction


def call(view: View) -> Action:
    """Solo if the hand is good for it, else the lowest call while the hand is good for that."""
    if strength(view.hand, PLAYED) >= LIMITS[SOLO]:
        return next((each for each in (bid(SOLO), HOLD) if each in view.actions), PASS)
    lowest = next((each for each in view.actions if each == HOLD or each.argument in BELOW_SOLO), PASS)
    contract = view.open.contract_of_call(lowest)
    good = contract in BELOW_SOLO and strength(view.hand, DEALT) >= LIMITS[contract]
    return lowest if good else PASS


def worth_in(hand: Cards, contract: str) -> float:
    """The expected card points of a hand as dealt, in a contract."""
    return strength(hand, PLAYED if contract == SOLO else DEALT)


def why_called(view: View, action: Action) -> Cause | None:
    if action != PASS:
        contract = view.open.contract_of_call(action)
        key = "declares_solo" if contract == SOLO else "declares"
        return enough(view.hand, worth_in(view.hand, contract), LIMITS[contract])._replace(key=key)
    lowest = next((view.open.contract_of_call(each) for each in view.actions if each != PASS), "")
    if not lowest:
        return None
    key = "passes_solo" if lowest == SOLO else "passes"
    return too_weak(view.hand, worth_in(view.hand, lowest), LIMITS[lowest], lowest)._replace(key=key)


# Talon and discard


def take(view: View) -> Action:
    """The half that makes the hand strongest, considering what the other is worth to the defenders."""
    return best_half(view, PLAYED, DENIED)


def lay(view: View) -> Action:
    return next_discard(view, CONTRACTS_BY_ID[view.open.contract].exchange, PLAYED)


def why_taken(view: View, action: Action) -> Cause | None:
    return why_half(view, action, PLAYED)


def why_laid(view: View, action: Action) -> Cause:
    return why_discarded(view, action, CONTRACTS_BY_ID[view.open.contract].exchange, PLAYED)


# Announcements and kontra


def state(view: View) -> Action:
    """The first announcement or doubling the hand is good for, else the end of the turn."""
    return next((action for action in view.actions if dares(view, action)), DONE)


def dares(view: View, action: Action) -> bool:
    if action == announce(PAGAT_ULTIMO):
        strength_of_pagat = 2 * len(view.hand & TAROCKS) + len(view.hand & HIGHEST)
        return strength_of_pagat >= ANNOUNCES_PAGAT
    if action == announce(VALAT):
        return unbeatable(infer(view))
    if action.verb != "kontra":
        return False
    item = view.open.item_written(action.argument)
    if item.id != GAME:
        return item.doublings == 0 and len(view.hand & TAROCKS) >= DOUBLES_PAGAT
    return item.doublings < len(DOUBLES_GAME) and worth_played(view) >= DOUBLES_GAME[item.doublings]


def worth_played(view: View) -> float:
    """The expected card points of a hand as it is played, with those in the discard."""
    return strength(view.hand, PLAYED) + sum(map(points, view.discards))


def why_stated(view: View, action: Action) -> Cause | None:
    if action == DONE:
        return silent(view, (why_not(view, each) for each in view.actions))
    if action == announce(VALAT):
        return UNBEATABLE
    if action.verb == "kontra" and view.open.item_written(action.argument).id == GAME:
        doublings = view.open.item_written(action.argument).doublings
        key = "redoubles" if view.side == Side.DECLARER else "doubles"
        return enough(view.hand, worth_played(view), DOUBLES_GAME[doublings])._replace(key=key)
    return outlasts(view) if action.verb == "kontra" else long(view)


def why_not(view: View, action: Action) -> Cause | None:
    """What a hand lacks for the pagat, or for doubling the game."""
    if action == announce(PAGAT_ULTIMO) and PAGAT in view.hand:
        return too_short(view, PAGAT_ULTIMO)
    if action.verb != "kontra":
        return None
    item = view.open.item_written(action.argument)
    if item.id != GAME or item.doublings >= len(DOUBLES_GAME):
        return None
    key = "redoubles_not" if view.side == Side.DECLARER else "doubles_not"
    return no_kontra(view.hand, worth_played(view), DOUBLES_GAME[item.doublings])._replace(key=key)


# Play


def play(view: View) -> Action:
    inference = infer(view)
    return Action("play", str(best_card(inference, usual_plan(inference, spare=2))))


def infer(view: View) -> Inference:
    """What a seat knows: the defenders are friends, the declarer is alone."""
    others = frozenset(range(view.open.seats)) - {view.seat}
    declarer = view.open.declarer
    return Inference(view, PACK_54, NO_FRIENDS if view.seat == declarer else others - {declarer})


def clues(inference: Inference) -> tuple[Clues, ...]:
    """What a seat knows of hidden cards apart from following suit: the declarer has an announced pagat."""
    public = inference.public
    pagat = public.item(PAGAT_ULTIMO) is not None and public.declarer is not None
    held = {declarer: ALONE[PAGAT] for declarer in (public.declarer,) if declarer is not None and pagat}
    return of_the_declarer(inference, Clues(held=held), PROTECTED)


COMPUTER = Computer(
    SIMULATION,
    {
        "auction": Judgement.on("pass", call, why_called),
        "talon": Judgement.on("take", take, why_taken),
        "discard": Judgement.on("lay", lay, why_laid),
        "announcing": Judgement.on("done", state, why_stated),
        "play": Judgement.on("play", play),
    },
    infer,
    clues,
    Path(__file__).with_name("likelihoods.json"),
    margins=DECIDED,
)
