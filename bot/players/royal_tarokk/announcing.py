"""What a computer announces in Royal Tarokk: what is nearly sure to be made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.players.last_tricks import length
from bot.players.royal_tarokk.announcements import COUNTS, same_side
from bot.players.royal_tarokk.doubling import doubtful
from bot.players.royal_tarokk.hands import DOUBT, chance_of, tricks
from bot.rules.announcing import DONE
from bot.rules.cards import KINGS, MOND, SKUS, SUIT, SUITS, TAROCKS, Card, Cards, card
from bot.rules.deal import Action, Item, View
from bot.rules.sides import Side

SURE: Final = 0.82
"""How likely an announcement must be made to be worth its risk."""
USUAL: Final = {True: 6.35, False: 3.65}
"""The tricks that the attackers take among equals, and the defenders."""
BETTER: Final = 1.2
"""By how much the tricks a player expects exceed the trick count he announces."""
CLOSER: Final = 1.15
"""The doubt that is left once the partner has told what he expects."""
LONG: Final = 19
"""The length of tarokks with which a matador comes home to the last trick."""
TOP: Final = Cards.of("T22 T21 T20")
"""With these in hand who leads first takes three tricks, and nothing is left above XIX and XVIII."""
MATADORS: Final = Cards.of("T1 T2 T3 T4")


@dataclass(frozen=True)
class Hand:
    """What a seat knows while there is announcing."""

    view: View

    @cached_property
    def attacks(self) -> bool:
        """Whether the player is the dealer or the dealer's partner."""
        return self.view.side == Side.DECLARER

    @cached_property
    def open_items(self) -> frozenset[str]:
        """All that may be announced."""
        return frozenset(each.argument for each in self.view.actions if each.verb == "announce")

    @cached_property
    def partners(self) -> tuple[Item, ...]:
        """What the partner has announced, raised or not."""
        return tuple(
            item
            for item in self.view.public.items
            if item.seat not in (None, self.view.seat) and same_side(self.view, item.seat)
        )

    @cached_property
    def own(self) -> frozenset[str]:
        """What the player has announced himself, raised or not."""
        return frozenset(item.id for item in self.view.public.items if item.seat == self.view.seat)

    @cached_property
    def expected(self) -> float:
        """How many tricks the side may expect; the partner's trick count tells of the hidden hand."""
        own = tricks(self.view.hand, attacks=self.attacks)
        counts = [COUNTS[item.id] for item in self.partners if item.id in COUNTS]
        return own + max(counts) + BETTER - USUAL[self.attacks] if counts else own

    @cached_property
    def doubt(self) -> float:
        """The standard deviation of the tricks taken from those expected."""
        return CLOSER if any(item.id in COUNTS for item in self.partners) else DOUBT


def state(view: View) -> Action:
    """The next statement: of the hand, of the play, or contra; else the end of the turn."""
    hand = Hand(view)
    for item in (*statements(hand), *promises(hand)):
        if item in hand.open_items:
            return Action("announce", item)
    return next((each for each in view.actions if each.verb == "kontra" and doubtful(view, each)), DONE)


def statements(hand: Hand) -> Iterator[str]:
    """What pays and is simply true; attackers tell the length of a suit whose king they hold (11.2)."""
    cards = hand.view.hand
    yield f"tarokk_count:{len(cards & TAROCKS)}"
    yield from ("full_suit", "four_alike")
    if hand.attacks:
        yield from (f"suit_count:{s},{len(cards & SUIT[s])}" for s in SUITS if cards & SUIT[s] & KINGS)


def promises(hand: Hand) -> Iterator[str]:
    """What is to be done in the play, as far as it is nearly sure."""
    cards = hand.view.hand
    if SKUS in cards or MOND in cards:
        yield "honour"
    for code in ("20", "19", "18"):
        if takes_its_trick(card(f"T{code}"), cards):
            yield f"tarokk_{code}"
    counts = [name for name, wanted in COUNTS.items() if chance_of(wanted, hand.expected, hand.doubt) >= SURE]
    if counts and not any(item in hand.own for item in COUNTS):
        yield counts[-1]
    if leads_first(hand.view) and cards >= TOP:
        yield from streaks(cards)
    yield from ends(cards)


def takes_its_trick(each: Card, cards: Cards) -> bool:
    """Whether one of the tarokks below the honours is sure enough to win."""
    if each not in cards:
        return False
    return each > card("T18") or SKUS in cards or len(cards & TAROCKS) >= 8


def leads_first(view: View) -> bool:
    """Whether the player leads to the first trick."""
    return view.seat == (view.public.dealer + 1) % view.seats


def streaks(cards: Cards) -> Iterator[str]:
    """With the highest tarokks the partner's XIX takes the fourth trick, and XVIII the one before."""
    if len(cards & TAROCKS) > len(TOP):
        yield "city"
    if card("T18") in cards:
        yield from ("piccolo", "centrum")


def ends(cards: Cards) -> Iterator[str]:
    """The highest matador for the last trick, with very long tarokks."""
    matadors = cards & MATADORS
    if matadors and length(cards) >= LONG:
        yield f"ultimo:{max(matadors)}"
