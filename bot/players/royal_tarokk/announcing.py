"""What a computer announces in Royal Tarokk: what is almost certain to be made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.games.royal_tarokk.announcements import COUNTS
from bot.games.royal_tarokk.tables import MATADORS
from bot.players.hand_strength import length
from bot.players.royal_tarokk.announcements import same_side
from bot.players.royal_tarokk.doubling import doubtful
from bot.players.royal_tarokk.hands import DOUBT, chance_of, tricks
from bot.rules.announcing import DONE
from bot.rules.cards import KINGS, MOND, SKUS, SUIT, SUITS, TAROCKS, Card, Cards, card
from bot.rules.layout import Side
from bot.rules.moves import Action
from bot.rules.state import Item
from bot.rules.view import View

SURE: Final = 0.82
"""The chance at which an announcement is worth its risk."""
USUAL: Final = {True: 6.35, False: 3.65}
"""The average tricks of the attackers (`True`) and of the defenders."""
BETTER: Final = 1.2
"""How many more tricks a player expects than the announced trick count."""
CLOSER: Final = 1.15
"""The standard deviation of the tricks once the partner has announced a trick count."""
LONG: Final = 19
"""The length of tarokks with which a matador mostly wins the last trick."""
TOP: Final = Cards.of("T22 T21 T20")
"""The first to lead wins three tricks with these, after which XIX and XVIII are the highest."""


@dataclass(frozen=True)
class Hand:
    """What a seat knows during announcing."""

    view: View

    @cached_property
    def attacks(self) -> bool:
        """Whether the player is the dealer or the dealer's partner."""
        return self.view.side == Side.DECLARER

    @cached_property
    def open_items(self) -> frozenset[str]:
        """The legal announcements."""
        return frozenset(each.argument for each in self.view.actions if each.verb == "announce")

    @cached_property
    def partners(self) -> tuple[Item, ...]:
        """The partner's announcements, raised or not."""
        return tuple(
            item
            for item in self.view.open.items
            if item.seat not in (None, self.view.seat) and same_side(self.view, item.seat)
        )

    @cached_property
    def own(self) -> frozenset[str]:
        """The player's own announcements, raised or not."""
        return frozenset(item.id for item in self.view.open.items if item.seat == self.view.seat)

    @cached_property
    def expected(self) -> float:
        """The expected tricks of the side; the partner's trick count tells of the other hand."""
        own = tricks(self.view.hand, attacks=self.attacks)
        counts = [COUNTS[item.id] for item in self.partners if item.id in COUNTS]
        return own + max(counts) + BETTER - USUAL[self.attacks] if counts else own

    @cached_property
    def doubt(self) -> float:
        """The standard deviation of the tricks."""
        return CLOSER if any(item.id in COUNTS for item in self.partners) else DOUBT


def state(view: View) -> Action:
    """The next statement about the hand or the play, or a contra; else the end of the turn."""
    hand = Hand(view)
    for item in (*statements(hand), *promises(hand)):
        if item in hand.open_items:
            return Action("announce", item)
    return next((each for each in view.actions if each.verb == "kontra" and doubtful(view, each)), DONE)


def statements(hand: Hand) -> Iterator[str]:
    """True statements about the hand; attackers tell the length of a suit whose king they hold (11.2)."""
    cards = hand.view.hand
    yield f"tarokk_count:{len(cards & TAROCKS)}"
    yield from ("full_suit", "four_alike")
    if hand.attacks:
        yield from (f"suit_count:{s},{len(cards & SUIT[s])}" for s in SUITS if cards & SUIT[s] & KINGS)


def promises(hand: Hand) -> Iterator[str]:
    """Announcements about the play that are almost certain to be made."""
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
    """Whether the hand holds one of the tarokks below the honours and will probably win with it."""
    if each not in cards:
        return False
    return each > card("T18") or SKUS in cards or len(cards & TAROCKS) >= 8


def leads_first(view: View) -> bool:
    """Whether the player leads to the first trick."""
    return view.seat == (view.open.dealer + 1) % view.open.seats


def streaks(cards: Cards) -> Iterator[str]:
    """With the highest tarokks, XVIII wins the third trick and the partner's XIX the fourth."""
    if len(cards & TAROCKS) > len(TOP):
        yield "city"
    if card("T18") in cards:
        yield from ("piccolo", "centrum")


def ends(cards: Cards) -> Iterator[str]:
    """The highest matador for the last trick, with very long tarokks."""
    matadors = cards & MATADORS
    if matadors and length(cards) >= LONG:
        yield f"ultimo:{max(matadors)}"
