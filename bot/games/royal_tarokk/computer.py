"""The computer player of Royal Tarokk."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, takewhile
from math import erf, sqrt
from pathlib import Path

from bot.computers.card_play import Plan, Prices, best_card, outlasts
from bot.computers.causes import PAYS, Cause, holds, percent
from bot.computers.computer import Computer, Judgement
from bot.computers.hand_evaluation import HIGHEST_FIVE, length
from bot.computers.inference import Inference
from bot.computers.sampling import HAND, Clues, Count
from bot.games.royal_tarokk import SIMULATION
from bot.games.royal_tarokk.announcements import COUNTS, END, STREAKS, inferiors, parsed
from bot.games.royal_tarokk.values import MATADORS, PARTNER, SEATS, TRICKS, XIX, XX, announcer
from bot.rules.announcing import DONE
from bot.rules.cards import (
    ALONE,
    CODES,
    KINGS,
    MOND,
    PACK_40,
    PAGAT,
    SKUS,
    SUIT,
    SUITS,
    TAROCKS,
    Card,
    Cards,
    card,
    union,
)
from bot.rules.facts import Raised
from bot.rules.layout import Side
from bot.rules.moves import Action
from bot.rules.state import Item
from bot.rules.view import View

CAPTURE = "xxi_capture"
GANG = "gang:"


@dataclass(frozen=True)
class Announced:
    """An announcement as the players judge it."""

    item: str
    """As in a deal record: `ultimo:T3`."""

    @property
    def id(self) -> str:
        return parsed(self.item)[0].id

    @cached_property
    def includes(self) -> frozenset[str]:
        """The announcement itself and all that it is superior to: they are made with it (5.3)."""
        return inferiors(self.item) | {self.item}

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card(word) for word in parsed(self.item)[1] if word in CODES)

    @cached_property
    def pledged(self) -> dict[int, Card]:
        """The card that must win each trick of which it says so."""
        row, words = parsed(self.item)
        return {pledge.trick: pledge.card for pledge in row.pledges(words) if pledge.due}

    @property
    def named_tricks(self) -> tuple[int, ...]:
        """The tricks that its named cards must win."""
        return tuple(trick for trick, each in self.pledged.items() if each in self.cards)

    @property
    def tricks(self) -> int:
        """How many tricks it says it needs in all; 0 if it names no number."""
        return max((COUNTS[each] for each in self.includes if each in COUNTS), default=0)

    @property
    def streak(self) -> int:
        """How many tricks it needs in a row, from the first; 0 if it needs no streak."""
        return TRICKS if "volat" in self.includes else STREAKS.get(self.id, 0)

    @property
    def suits(self) -> str:
        """The suits of which it needs all cards."""
        return "".join(sorted(each.removeprefix(GANG) for each in self.includes if each.startswith(GANG)))


Sides = tuple[list[Announced], list[Announced]]
"""The live announcements of a player's own side and of the other."""


def live_announcements(view: View) -> Sides:
    raised = Raised.of(view.open)
    items = [item for item in view.open.items if item not in raised]
    ours = [Announced(item.id) for item in items if is_ours(view, item)]
    return ours, [Announced(item.id) for item in items if not is_ours(view, item)]


def is_ours(view: View, item: Item) -> bool:
    """Whether an announcement is the seat's own or its partner's."""
    return view.open.sides[announcer(item)] == view.side


UPPER = Cards.of("T17 T16 T15 T14")
XVIII = card("T18")
DEFENDING = 1.3
"""Expected tricks of the defenders before the features of the hand are added."""
ATTACKING = 2.7
"""Added for the attackers, who have XIX and XX and the first lead."""
DOUBT = 1.4
"""The standard deviation of the tricks."""


def tricks(hand: Cards, *, attacks: bool) -> float:
    """The expected tricks of a side with this hand: a line fitted to deals without announcements."""
    tarokks = hand & TAROCKS
    voids = sum(not hand & SUIT[suit] for suit in SUITS)
    return (
        DEFENDING
        + ATTACKING * attacks
        + 0.21 * len(tarokks)
        + 0.9 * (SKUS in hand)
        + 0.36 * (MOND in hand)
        + 0.45 * (XVIII in hand)
        + 0.2 * len(tarokks & UPPER)
        + 0.16 * len(hand & KINGS)
        + 0.3 * voids
    )


def chance_of(wanted: int, expected: float, doubt: float = DOUBT) -> float:
    """The chance of at least `wanted` tricks if `expected` are expected."""
    return (1.0 + erf((expected - wanted + 0.5) / (doubt * sqrt(2.0)))) / 2.0


def certain_tricks(hand: Cards) -> int:
    """The tricks that a hand wins in any case: with the highest tarokks without a gap."""
    return len(list(takewhile(lambda each: each in hand, TAROCKS.sorted)))


PRICES = Prices(added=0.2, tarock=0.8, master=3.0, draw=0.5, guard=0.3)
"""For a side without one of the following aims."""
SAVING = Prices(added=0.2, tarock=2.0, master=1.0, draw=5.0, guard=0.3)
"""For a side that needs tarokks at the end."""
STREAKING = Prices(added=0.2, tarock=0.2, master=0.5, draw=12.0, guard=0.3)
"""For a side that must win the first tricks."""
WORTH = {PAGAT: 5.0, MOND: 5.0, **dict.fromkeys(KINGS, 1.5)}
"""What certain cards are worth to the side that wins them (6.11)."""
TRICK = 2.0
"""What any trick is worth."""
COUNTED = 3.0
"""Added for a trick while a trick count may still be made or missed."""
UNBROKEN = 6.0
"""Added for a trick while a streak is unbroken."""
COLLECTED = 2.0
"""Added for a card of a suit of which all cards must be won."""


def play(view: View) -> Action:
    """The card of the highest value, for announcements and for what counts unannounced."""
    inference = infer(view)
    return Action("play", str(best_card(inference, plan(inference, live_announcements(view)))))


def infer(view: View) -> Inference:
    """What a seat knows. Sides are public from the start."""
    partners = (seat for seat in range(SEATS) if seat != view.seat and view.open.sides[seat] == view.side)
    return Inference(view, PACK_40, frozenset(partners))


def plan(inference: Inference, live: Sides) -> Plan:
    """Draw tarokks for an end announcement of the own side, lead suits against one of the opponents."""
    now = len(inference.public.tricks) + 1
    ours = any(END.get(each.id, 0) >= now for each in live[0])
    rivals = [item for item in inference.public.items if is_end(inference.view, item, now)]
    streak = is_open(live[0], *won_and_lost(inference))
    per_card = trick_worth(inference, live) / inference.view.open.seats
    collected = union(SUIT[suit] for each in chain(*live) for suit in each.suits)

    def worth(each: Card) -> float:
        return per_card + WORTH.get(each, 0.0) + COLLECTED * (each in collected)

    return Plan(
        draws=streak or (not rivals and (ours or outlasts(inference))),
        forces=rivals[0].seat if rivals and not streak else None,
        prices=STREAKING if streak else SAVING if ours or rivals else PRICES,
        worth=worth,
    )


def is_end(view: View, item: Item, now: int) -> bool:
    """Whether an item is an end announcement of the opponents whose trick is still to come."""
    trick = END.get(Announced(item.id).id, 0)
    return trick >= now and item not in Raised.of(view.open) and not is_ours(view, item)


def won_and_lost(inference: Inference) -> tuple[int, int]:
    """How many tricks the own side has won, and how many the other."""
    won = sum(inference.ours(trick.winner) for trick in inference.public.tricks)
    return won, len(inference.public.tricks) - won


def is_open(some: list[Announced], won: int, lost: int) -> bool:
    """Whether one of some announcements needs a streak that is unbroken and incomplete."""
    return not lost and any(each.streak > won for each in some)


def trick_worth(inference: Inference, live: Sides) -> float:
    """What the current trick is worth apart from its cards."""
    won, lost = won_and_lost(inference)
    worth = TRICK
    for side, taken, missed in ((live[0], won, lost), (live[1], lost, won)):
        worth += UNBROKEN * is_open(side, taken, missed)
        worth += COUNTED * any(taken < COUNTS.get(each.id, 0) <= TRICKS - missed for each in side)
    return worth


LOST = 0.9
"""The chance of failure at which an announcement is doubled."""
LATE = frozenset(
    (
        *("phoenix", "djinn", "marriage", "suite", "family", "bethlehem"),
        *("amazon", "spadille", "manille", "sphinx", "sneaker", "troika"),
    )
)
"""Announcements that need tricks won by suit cards or matadors, when all higher tarokks are gone."""
WITH_SKUS = {"two_honours", CAPTURE}
"""Announcements made with the trick that the Skíz wins."""
GUARDS = 5
"""The number of tarokks with which a player has one left when suit cards or matadors are to win."""


def doubtful(view: View, kontra: Action) -> bool:
    """Whether an announcement of the others is almost certain to fail, judged by one hand."""
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


WORTH_ANNOUNCING = 0.82
"""The chance at which an announcement is worth its risk."""
USUAL = {True: 6.35, False: 3.65}
"""The average tricks of the attackers (`True`) and of the defenders."""
BETTER = 1.2
"""How many more tricks a player expects than the announced trick count."""
CLOSER = 1.15
"""The standard deviation of the tricks once the partner has announced a trick count."""
LONG = 19
"""The length of tarokks with which a matador mostly wins the last trick."""
TAKERS = {f"tarokk_{number}": card(f"T{number}") for number in (20, 19, 18)}
"""The tarokks that are announced to win a trick."""
TOP = Cards.of("T22 T21 T20")
"""The first to lead wins three tricks with these, after which XIX and XVIII are the highest."""


def state(view: View) -> Action:
    """The next statement about the hand or the play, or a contra; else the end of the turn."""
    legal = {each.argument for each in view.actions if each.verb == "announce"}
    for item in (*statements(view), *promises(view)):
        if item in legal:
            return Action("announce", item)
    return next((each for each in view.actions if each.verb == "kontra" and doubtful(view, each)), DONE)


def statements(view: View) -> Iterator[str]:
    """True statements about the hand; attackers tell the length of a suit whose king they hold (11.2)."""
    cards = view.hand
    yield f"tarokk_count:{len(cards & TAROCKS)}"
    yield from ("full_suit", "four_alike")
    if view.side == Side.DECLARER:
        yield from (f"suit_count:{s},{len(cards & SUIT[s])}" for s in SUITS if cards & SUIT[s] & KINGS)


def promises(view: View) -> Iterator[str]:
    """Announcements about the play that are almost certain to be made."""
    cards = view.hand
    if SKUS in cards or MOND in cards:
        yield "honour"
    for item, each in TAKERS.items():
        if takes_its_trick(each, cards):
            yield item
    outlook = expected(view)
    counts = [name for name, wanted in COUNTS.items() if chance_of(wanted, *outlook) >= WORTH_ANNOUNCING]
    if counts and not any(item.seat == view.seat and item.id in COUNTS for item in view.open.items):
        yield counts[-1]
    if view.seat == (view.open.dealer + 1) % SEATS and cards >= TOP:
        yield from streaks(cards)
    yield from ends(cards)


OFFERED = 5
"""The most statements that are offered."""
WORTH_OFFERING = 0.5
"""The chance at which a trick count is offered, although it is announced only with a higher one."""


def offers(view: View) -> tuple[Action, ...]:
    """The few statements that the hand could make: on the play, against the others, on the hand."""
    legal = {each.argument: each for each in view.actions if each.verb == "announce"}
    outlook = expected(view)
    counts = [
        name
        for name, wanted in COUNTS.items()
        if name in legal and chance_of(wanted, *outlook) >= WORTH_OFFERING
    ]
    said = dict.fromkeys((*promises(view), *counts[-1:]))
    kontras = (each for each in view.actions if each.verb == "kontra" and doubtful(view, each))
    open_now = [legal[item] for item in said if item in legal]
    told = [legal[item] for item in dict.fromkeys(statements(view)) if item in legal]
    return tuple([*open_now, *kontras, *told][:OFFERED])


def expected(view: View) -> tuple[float, float]:
    """The expected tricks of the side and their standard deviation.

    The partner's trick count, raised or not, tells of the other hand.
    """
    attacks = view.side == Side.DECLARER
    own, items = tricks(view.hand, attacks=attacks), view.open.items
    partners = (item for item in items if item.seat != view.seat and is_ours(view, item))
    counts = [COUNTS[item.id] for item in partners if item.id in COUNTS]
    return (own + max(counts) + BETTER - USUAL[attacks], CLOSER) if counts else (own, DOUBT)


def takes_its_trick(each: Card, cards: Cards) -> bool:
    """Whether the hand holds one of the tarokks below the honours and will probably win with it."""
    if each not in cards:
        return False
    return each > XVIII or SKUS in cards or len(cards & TAROCKS) >= 8


def streaks(cards: Cards) -> Iterator[str]:
    """With the highest tarokks, XVIII wins the third trick and the partner's XIX the fourth."""
    if len(cards & TAROCKS) > len(TOP):
        yield "city"
    if XVIII in cards:
        yield from ("piccolo", "centrum")


def ends(cards: Cards) -> Iterator[str]:
    """The highest matador for the last trick, with very long tarokks."""
    matadors = cards & MATADORS
    if matadors and length(cards) >= LONG:
        yield f"ultimo:{max(matadors)}"


def why_stated(view: View, action: Action) -> Cause | None:
    """What makes a statement true, or an announcement of either side likely or impossible."""
    item, hand = action.argument, view.hand
    if action == DONE:
        return why_silent(view)
    if action.verb == "kontra":
        return why_doubled(view, Announced(item.partition("@")[0]))
    if item in COUNTS:
        outlook = expected(view)
        return Cause("tricks", {"percent": percent(chance_of(COUNTS[item], *outlook))})
    if item == "honour":
        return Cause("takes", {"cards": hand & Cards.of((SKUS, MOND))})
    if item in TAKERS:
        return Cause("takes", {"cards": ALONE[TAKERS[item]]})
    if parsed(item)[0].id in STREAKS:
        return Cause("streak", {"cards": hand & HIGHEST_FIVE})
    return Cause("long", {"tarocks": len(hand & TAROCKS)}) if parsed(item)[0].id == "ultimo" else PAYS


def why_doubled(view: View, announced: Announced) -> Cause:
    """What in the hand speaks against an announcement of the others."""
    hand = view.hand
    blocking = hand & Cards.of(announced.pledged.values())
    if blocking:
        return holds(blocking)
    if cannot_be(announced, hand) and SKUS in hand and announced.includes & {*WITH_SKUS, "honour"}:
        return holds(ALONE[SKUS])
    attacks = view.side == Side.DECLARER
    missing = chance_of(TRICKS + 1 - announced.tricks, tricks(hand, attacks=attacks))
    if announced.tricks > TRICKS - certain_tricks(hand):
        missing = 1.0
    if announced.tricks and missing >= LOST:
        return Cause("missed", {"percent": percent(missing), "count": announced.tricks})
    return Cause("doubtful", {"tarocks": len(hand & TAROCKS)})


def why_silent(view: View) -> Cause | None:
    """The next trick count and its chance; or that all that is nearly certain has been said."""
    outlook = expected(view)
    legal = [each.argument for each in view.actions if each.argument in COUNTS]
    chances = [(chance_of(COUNTS[item], *outlook), item) for item in legal]
    likeliest = max(chances, default=None)
    if likeliest is None or likeliest[0] >= WORTH_ANNOUNCING:
        return Cause("all_said")
    chance, item = likeliest
    return Cause(
        "all_said_but", {"percent": percent(chance), "needed": percent(WORTH_ANNOUNCING), "item": item}
    )


FEWEST = 3
"""The tarokks in any hand as dealt."""


def clues(inference: Inference) -> tuple[Clues, ...]:
    """Return what a seat knows: XX and XIX are dealt to fixed seats, and numbers of cards are announced."""
    dealer = inference.public.dealer
    held = {dealer: ALONE[XIX], PARTNER[dealer]: ALONE[XX]}
    counts = tuple(stated(inference))
    counted = {count.seat for count in counts if count.cards == TAROCKS}
    # A hand with fewer is dealt again (4.4).
    fewest = (Count(HAND, seat, TAROCKS, FEWEST, more=True) for seat in range(SEATS) if seat not in counted)
    return (Clues(held=held, counts=(*fewest, *counts)),)


def stated(inference: Inference) -> Iterator[Count]:
    """Yield the numbers of tarokks and of cards of a suit that seats have announced (6.3)."""
    for item in inference.public.items:
        row, words = parsed(item.id)
        if item.seat is not None and row.id == "tarokk_count":
            yield Count(HAND, item.seat, TAROCKS, int(words[0]))
        if item.seat is not None and row.id == "suit_count":
            yield Count(HAND, item.seat, SUIT[words[0]], int(words[1]))


COMPUTER = Computer(
    SIMULATION,
    {
        "announcing": Judgement.on("announce kontra done", state, why_stated),
        "play": Judgement.on("play", play),
    },
    infer,
    clues,
    Path(__file__).with_name("likelihoods.json"),
    smooth=0.0,
    special=PACK_40,
    offers=offers,
)
