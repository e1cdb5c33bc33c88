"""The computer player of Illustrated Tarokk."""

from collections.abc import Iterator, Mapping
from itertools import product
from math import inf
from pathlib import Path

from bot.computers.card_play import Prices, best_card, unbeatable, usual_plan
from bot.computers.causes import (
    PAYS,
    UNBEATABLE,
    Cause,
    enough,
    holds,
    long,
    no_kontra,
    outlasts,
    silent,
    tenths,
    too_short,
    too_weak,
    trull,
)
from bot.computers.computer import SHOWN, Computer, Judgement
from bot.computers.hand_evaluation import AS_PLAYED, Weights, length, next_discard, strength, why_discarded
from bot.computers.inference import (
    NO_FRIENDS,
    Inference,
    own_cards,
    with_partner,
)
from bot.computers.sampling import DISCARDS, HAND, Clues, Count
from bot.games.illustrated_tarokk import SIMULATION
from bot.games.illustrated_tarokk.values import (
    DOUBLE_GAME,
    FEAT,
    HIGH_HONOURS,
    HONOURS,
    LADDER,
    SOLO,
    TAROKK_COUNTS,
    TRICKS,
    TRULL_ID,
    VOLAT,
    XX,
)
from bot.rules.announcing import DONE, GAME, announce
from bot.rules.auctions import PASS
from bot.rules.cards import (
    ALONE,
    KINGS,
    MOND,
    PACK_42,
    PAGAT,
    PROTECTED,
    SKUS,
    SUIT,
    TAROCK,
    TAROCKS,
    TRULL,
    Cards,
    card,
)
from bot.rules.facts import DiscardedTarocks, Invitation, Stated
from bot.rules.layout import Seat, Side
from bot.rules.moves import DECLINE, Action
from bot.rules.state import Item
from bot.rules.tricks import Play
from bot.rules.view import View


def inviter_of(view: View) -> Seat | None:
    """Who has invited the others by a call of the auction; `None` if no seat has."""
    invitation = view.open.fact(Invitation)
    return None if invitation is None else invitation.seat


DEALT = Weights(tarock=1.6, skus=7.7, mond=4.5, pagat=-1.2, high=2.7, king=0.1, void=1.75, queen_alone=0.4)
"""What the features of nine cards add to the card points of the declarer's side, fitted to deals."""
LIMITS = (0.0, 11.0, 19.0, 20.0, 24.0)
"""How good a hand must be for each level, from 1; found by trying.

Two asks for more than would gain most, so that threes are not made nearly always (`benchmarks/README.md`).
"""
FREE = {2: 20.0, SOLO: 30.0}
"""How good a hand must be to open with two or solo in place of three where that invites nobody (4.6)."""
TRIAL = 16.0
"""How good a hand without an honour must be for a trial bid; three of four such bids draw an honour."""
WELCOME = 7.0
"""What an accepted invitation is worth: a partner with a high honour and a high tarokk."""
INVITES = 3.0
"""How much weaker a hand may be for a jump that invites, since the invited may take the game over."""


def quality(hand: Cards) -> float:
    return strength(hand, DEALT)


def call(view: View) -> Action:
    """An invitation if the hand is good for it, else the lowest call or free opening that it is good for."""
    worth, inviting = quality(view.hand), {promise.action for promise in view.promises}
    bids = [move for move in view.open.calls if move.action != PASS]
    raising = bool(bids) and bids[-1].seat == view.seat
    if PASS in view.actions and (PASS in inviting or raising):
        return PASS
    if not view.hand & HONOURS and worth < TRIAL:
        return PASS
    worth += welcome(view)
    calls = by_level(view)
    if not calls:
        return PASS
    for level, action in calls.items():
        if action in inviting and worth >= LIMITS[level] - INVITES:
            return action
    lowest = min(calls)
    if worth < LIMITS[lowest] and PASS in view.actions:
        return PASS
    if bids or not view.hand & HONOURS:
        return calls[lowest]
    free = [level for level, each in calls.items() if each not in inviting and worth >= FREE.get(level, inf)]
    return calls[max(free, default=lowest)]


def welcome(view: View) -> float:
    """What the partner is worth who has invited the player; 0.0 without one."""
    return WELCOME * (inviter_of(view) not in (None, view.seat))


def by_level(view: View) -> dict[int, Action]:
    """The bids and holds open to the player, by level."""
    contract_of = view.open.contract_of_call
    return {LADDER.index(contract_of(each)) + 1: each for each in view.actions if each != PASS}


def why_called(view: View, action: Action) -> Cause | None:
    promised = next((each.card for each in view.promises if each.action == action), None)
    if promised is not None:
        return Cause("invites", {"cards": ALONE[promised]})
    calls, worth = by_level(view), quality(view.hand)
    if action == PASS:
        return why_passed(view, calls, worth)
    level = next(level for level, each in calls.items() if each == action)
    if not view.hand & HONOURS:
        return Cause("trial", {"points": tenths(worth), "needed": TRIAL})
    first = all(move.action == PASS for move in view.open.calls)
    free = first and level > min(calls) and level in FREE
    return judged(view, "enough", FREE[level] if free else LIMITS[level])


def why_passed(view: View, calls: Mapping[int, Action], worth: float) -> Cause | None:
    bids = [move for move in view.open.calls if move.action != PASS]
    if bids and bids[-1].seat == view.seat:
        return Cause("stands")
    if not calls:
        return None
    if not view.hand & HONOURS and worth < TRIAL:
        return Cause("no_honour", {"points": tenths(worth), "needed": TRIAL})
    lowest = min(calls)
    return judged(view, "too_weak", LIMITS[lowest], LADDER[lowest - 1])


def judged(view: View, key: str, needed: float, contract: str = "") -> Cause:
    """A hand with what it and the inviter are worth, against what a bid takes."""
    more, worth = welcome(view), quality(view.hand)
    found = too_weak(view.hand, worth + more, needed, contract)
    if key == "enough":
        found = enough(view.hand, worth + more, needed)
    return Cause(f"{key}_invited", found.facts) if more else found


ANNUL = Action("annul")
LONG = 4
"""The number of tarokks with which four kings are better played than annulled."""


def lay(view: View) -> Action:
    """The next card to discard; a likely partner discards low cards."""
    return next_discard(view, drawn(view), AS_PLAYED, counted=counted(view))


def why_laid(view: View, action: Action) -> Cause:
    return why_discarded(view, action, drawn(view), AS_PLAYED, counted=counted(view))


def drawn(view: View) -> int:
    """How many cards the player has drawn from the talon."""
    return len(view.hand) + len(view.discards) - TRICKS


def counted(view: View) -> float:
    """What a card point in the discard is worth to the player."""
    return -1.0 if will_partner(view) else 1.0


def will_partner(view: View) -> bool:
    """Whether the player is likely to be called, so that the discard counts for the other side.

    The partner will be the inviter, or the holder of the XX if there is no invitation.
    """
    if view.seat == view.open.declarer:
        return False
    inviter = inviter_of(view)
    return inviter == view.seat or (inviter in (None, view.open.declarer) and XX in view.hand)


def answer(view: View) -> Action:
    """Claim always; annul unless the hand has four kings and enough tarokks to protect them."""
    good = ANNUL in view.actions and view.hand >= KINGS and len(view.hand & TAROCKS) >= LONG
    return DECLINE if good else view.actions[0]


def why_answered(view: View, action: Action) -> Cause:
    if action == DECLINE:
        return Cause("keeps_kings", {"tarocks": len(view.hand & TAROCKS)})
    return Cause("redeal") if action == ANNUL else Cause("claims")


def name_card(view: View) -> Action:
    """The highest tarokk that may be called and is in no own cards; one of these if there is no other.

    Nothing but calls is legal then: a count of tarokks is always declared first.
    """
    own = view.hand | view.discards | view.open.discards_shown
    others = [action for action in view.actions if card(action.argument) not in own]
    return max(others or view.actions, key=lambda action: card(action.argument))


def why_named(view: View, action: Action) -> Cause:
    own = view.hand | view.discards | view.open.discards_shown
    return Cause("call_own" if card(action.argument) in own else "call_high")


CAPTURE = 120.0
"""The worth of capturing the XXI, in card points: it pays more game points than the game."""
WAITING = 15.0
"""The worth of the skíz while it may still take the XXI, in card points."""
SAFE = 10.0
"""The worth of playing the XXI to a trick that no skíz can take, in card points."""
PRICES = Prices(empty=1.0, added=0.75, kept=40.0, pagat=0.0, exposed=0.0, ruffed=0.0)
"""Without a price for the pagat: one that is taken early cannot lose the last trick."""


def play(view: View) -> Action:
    """The card of the highest value in card points."""
    inference = infer(view)
    plan = usual_plan(inference)._replace(prices=PRICES, beyond=capture)
    return Action("play", str(best_card(inference, plan)))


def infer(view: View) -> Inference:
    """What a seat knows, friends included, once the partner has been called."""
    plain = Inference(view, PACK_42, NO_FRIENDS)
    return with_partner(plain, view.open.called_card, own_cards(view) | view.discards)


def capture(inference: Inference, trick: tuple[Play, ...]) -> float:
    """What a card wins or costs by the capture of the XXI, in card points."""
    card = trick[-1].card
    if card == MOND:
        return -CAPTURE * taken_by_skus(inference, trick) + SAFE * (SKUS in inference.unseen)
    if card != SKUS:
        return 0.0
    below = next((play.seat for play in trick if play.card == MOND), None)
    if below is not None:
        return CAPTURE * against(inference, below)
    holders = (
        inference.chance(seat, Cards.of((MOND,))) * against(inference, seat)
        for seat in inference.dealt
        if seat != inference.seat
    )
    return -WAITING * sum(holders)


def taken_by_skus(inference: Inference, trick: tuple[Play, ...]) -> float:
    """How likely the skíz of the other side takes the XXI in a trick."""
    lying = next((play.seat for play in trick if play.card == SKUS), None)
    if lying is not None:
        return against(inference, lying)
    led = trick[0].card.suit
    chance = 0.0
    for seat in inference.later(trick):
        free = 1.0 if led == TAROCK else 1.0 - inference.chance(seat, SUIT[led])
        chance += inference.chance(seat, Cards.of((SKUS,))) * free * against(inference, seat)
    return min(1.0, chance)


def against(inference: Inference, seat: Seat) -> float:
    """How likely another seat is on the other side."""
    return sum(likely for likely, friends in inference.alliances if seat not in friends)


KEEPS_PAGAT = 19
"""The length of tarokks with which the declarer's side mostly wins the last trick with the pagát."""
DEFENDER_SPARES = 2
"""How much longer a defender's tarokks must be."""
TAKES_PAGAT = 7
"""The number of tarokks with which skíz and XXI mostly win the pagát too."""
MAKES_DOUBLE_GAME = 40.0
"""How good a hand must be to win three quarters of the card points."""
MAKES_CENTRUM = 37.0
"""How good a hand must be to win the first five tricks, the fifth with the XX."""
DOUBLES: Mapping[str, float] = {"three": 28.0, "two": 25.0, "one": 22.5, "solo": 22.0}
"""How good a defender's hand must be to double the game."""
REDOUBLES: Mapping[str, float] = {"three": 30.0, "two": 30.0, "one": 31.0, "solo": 32.0}
"""How good a hand of the declarer's side must be for rekontra."""
CATCHES_PAGAT = 15
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
    if action.verb == "kontra":
        item = view.open.item_written(action.argument)
        return doubles_game(view, item) if item.id == GAME else doubles_bonus(view, item)
    return action.verb == "announce" and announces(view, action.argument)


def announces(view: View, name: str) -> bool:
    """Whether the hand is good for an announcement.

    Bonuses that depend on one card in one trick are mostly lost, and never announced.
    """
    hand, long = view.hand, len(view.hand & TAROCKS) >= TAKES_PAGAT
    if name in TAROKK_COUNTS:
        return True  # all three others pay
    if name == TRULL_ID:
        # An invitation shows a high honour.
        high = len(hand & HIGH_HONOURS) + (inviter_of(view) in infer(view).friends)
        return view.side == Side.DECLARER and high >= 2 and long
    if name == "pagat_ultimo":
        spare = 0 if view.side == Side.DECLARER else DEFENDER_SPARES
        return PAGAT in hand and length(hand) >= KEEPS_PAGAT + spare
    if name == DOUBLE_GAME:
        return quality(hand) >= MAKES_DOUBLE_GAME
    if name == VOLAT:
        # Only masters, and either the first lead or only tarokks, so that no suit must be followed.
        first = (view.open.dealer + 1) % view.open.seats == view.seat
        return (first or hand <= TAROCKS) and unbeatable(infer(view))
    return name == "centrum" and XX in hand and quality(hand) >= MAKES_CENTRUM


def doubles_game(view: View, item: Item) -> bool:
    return quality(view.hand) >= needed_to_double(view, item)


NEVER = 99.0
"""How good a hand must be to double where none is good enough."""


def needed_to_double(view: View, item: Item) -> float:
    """How good a hand must be for the next doubling of the game."""
    is_declarers = view.side == Side.DECLARER
    limits = REDOUBLES if is_declarers else DOUBLES
    return limits[view.open.contract] if item.doublings == is_declarers else NEVER


def doubles_bonus(view: View, item: Item) -> bool:
    """Whether to double an announcement of the other side; it is never redoubled."""
    if item.doublings:
        return False
    if item.id in FEAT and FEAT[item.id].card == PAGAT:
        return length(view.hand) >= CATCHES_PAGAT or PAGAT in view.hand
    return item.id == TRULL_ID and len(view.hand & TRULL) >= 2 and view.hand & TRULL >= Cards.of((SKUS,))


ANNOUNCED_AT = {DOUBLE_GAME: MAKES_DOUBLE_GAME, "centrum": MAKES_CENTRUM}
"""How good a hand must be for announcements that are judged by the whole hand."""


def why_stated(view: View, action: Action) -> Cause | None:
    name = action.argument
    if action == DONE:
        return silent(view, (why_not(view, each) for each in view.actions))
    if action.verb == "call":
        return why_named(view, action)
    if action.verb == "kontra":
        return why_doubled(view, view.open.item_written(name)) if dares(view, action) else Cause("must")
    if name in ANNOUNCED_AT:
        return enough(view.hand, quality(view.hand), ANNOUNCED_AT[name])
    if name in TAROKK_COUNTS:
        return PAYS
    if name == TRULL_ID:
        return trull(view)
    return UNBEATABLE if name == VOLAT else long(view)


def why_doubled(view: View, item: Item) -> Cause:
    if item.id == GAME:
        return enough(view.hand, quality(view.hand), needed_to_double(view, item))
    if item.id == TRULL_ID:
        return holds(view.hand & TRULL)
    return holds(ALONE[PAGAT]) if PAGAT in view.hand else outlasts(view)


def why_not(view: View, action: Action) -> Cause | None:
    """What a hand lacks for the pagát, or for doubling the game."""
    if action == announce("pagat_ultimo") and PAGAT in view.hand:
        return too_short(view, "pagat_ultimo")
    if action.verb != "kontra" or view.open.item_written(action.argument).id != GAME:
        return None
    needed = needed_to_double(view, view.open.item_written(action.argument))
    return no_kontra(view.hand, quality(view.hand), needed) if needed < NEVER else None


def clues(inference: Inference) -> Iterator[Clues]:
    """Yield what a seat knows, once for each way in which stated discards may be divided among the seats."""
    view, public = inference.view, inference.public
    invitation, stated = public.fact(Invitation), public.fact(DiscardedTarocks)
    kept = public.options.get("xx_discardable") is False
    declared = tuple(
        Count(HAND, item.seat, TAROCKS, TAROKK_COUNTS[item.id])
        for item in public.items
        if item.id in TAROKK_COUNTS and item.seat is not None
    )
    for divided in product(*(ways(inference, each) for each in (stated.counts if stated else ()))):
        yield Clues(
            called=view.open.called_card,
            discardable=inference.pack - (PROTECTED.plus(XX) if kept else PROTECTED),
            held={} if invitation is None else {invitation.seat: ALONE[invitation.card]},
            counts=(*declared, *(count for counts in divided for count in counts)),
        )


def ways(inference: Inference, stated: Stated) -> Iterator[tuple[Count, ...]]:
    """Yield how many tarokks each of some seats may have discarded, if they discarded a number together."""
    sizes, own = inference.public.discard_sizes, len(inference.view.discards & TAROCKS)
    mine = inference.seat
    choices = (range(sizes[seat] + 1) if seat != mine else (own,) for seat in stated.seats)
    for numbers in product(*choices):
        if sum(numbers) == stated.number:
            pairs = zip(stated.seats, numbers, strict=True)
            yield tuple(Count(DISCARDS, seat, TAROCKS, number) for seat, number in pairs)


FEAT_CARDS = Cards.of({feat.card for feat in FEAT.values()})
COMPUTER = Computer(
    SIMULATION,
    {
        "auction": Judgement.on("pass hold bid", call, why_called),
        "discard": Judgement.on("lay", lay, why_laid),
        "offer": Judgement.on("annul claim", answer, why_answered),
        "announcing": Judgement.on("call announce kontra done", state, why_stated),
        "play": Judgement.on("play", play),
    },
    infer,
    clues,
    Path(__file__).with_name("likelihoods.json"),
    smooth=0.25,
    margins=SHOWN | {"auction": 1.0},
    defensive_margin=2.0,
    special=FEAT_CARDS,
)
