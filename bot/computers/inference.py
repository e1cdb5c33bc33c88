"""What a seat can infer from its view: where hidden cards may be, who plays with whom, what was said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from typing import Final

from bot.computers.causes import Cause
from bot.rules.cards import KINGS, NO_CARDS, SUIT, SUITS, TAROCK, TAROCKS, Card, Cards, card, union
from bot.rules.layout import Seat, Side
from bot.rules.moves import Action
from bot.rules.state import Open
from bot.rules.tricks import Play, highest_of_the_suit_led, winner
from bot.rules.view import View


@dataclass(frozen=True)
class Inference:
    """A view with the conclusions a careful player draws from it. Chances run from 0 to 1."""

    view: View
    pack: Cards
    friends: frozenset[Seat]
    """The other seats that the player knows to be on the same side."""
    perhaps: tuple[tuple[float, frozenset[Seat]], ...] = ()
    """The possible sets of friends with their chances if sides are secret, else an empty tuple."""
    trumps: bool = True
    """Whether a tarock beats the cards of a suit that was led."""

    @cached_property
    def seat(self) -> Seat:
        assert self.view.seat is not None, "spectators do not act"
        return self.view.seat

    @cached_property
    def public(self) -> Open:
        return self.view.open

    @cached_property
    def playable(self) -> tuple[Card, ...]:
        """The legal cards, weakest first."""
        codes = (action.argument for action in self.view.actions if action.verb == "play")
        return weakest_first(map(card, codes))

    @cached_property
    def plays(self) -> tuple[tuple[Play, ...], ...]:
        """Every trick so far, the one on the table last."""
        return (*(trick.plays for trick in self.public.tricks), self.public.trick)

    @cached_property
    def dealt(self) -> tuple[Seat, ...]:
        """The seats that play in this deal; one that sits out has neither cards nor plays."""
        played = {play.seat for plays in self.plays for play in plays}
        sizes = self.public.hand_sizes
        return tuple(seat for seat in range(self.view.open.seats) if sizes[seat] or seat in played)

    @cached_property
    def gone(self) -> Cards:
        """The cards that this seat knows to be in no hand."""
        played = bits(play.card for plays in self.plays for play in plays)
        left = union(group.cards for group in self.view.talon if group.taker is None)
        return played | left | self.view.discards | self.public.discards_shown

    @cached_property
    def unseen(self) -> Cards:
        """The cards that may be in some other hand."""
        return self.pack - self.gone - self.view.hand

    @cached_property
    def lacks(self) -> dict[Seat, Cards]:
        """For each seat the cards it cannot hold, because it did not follow suit with them."""
        lacking = dict.fromkeys(range(self.view.open.seats), NO_CARDS)
        for plays in self.plays:
            for play in plays[1:]:
                led = plays[0].card.suit
                if play.card.suit != led:
                    lacking[play.seat] |= SUIT[led]
                    if play.card.suit != TAROCK:
                        lacking[play.seat] |= TAROCKS
        return lacking

    @cached_property
    def picked_up(self) -> dict[Seat, Cards]:
        """For each seat the unseen cards that it openly took from the talon."""
        taken = dict.fromkeys(range(self.view.open.seats), NO_CARDS)
        for group in self.public.talon:
            if group.taker is not None:
                taken[group.taker] |= group.cards & self.unseen
        return taken

    def may_hold(self, seat: Seat) -> Cards:
        """The cards that another seat may have in hand."""
        elsewhere = union(cards for other, cards in self.picked_up.items() if other != seat)
        return self.unseen - self.lacks[seat] - elsewhere

    def holds(self, seat: Seat) -> Cards:
        """Cards that another seat certainly has: it took them, and could not discard them face down."""
        return self.picked_up[seat] & (TAROCKS | KINGS)

    def chance(self, seat: Seat, wanted: Cards) -> float:
        """How likely another seat holds at least one of some cards."""
        if self.public.hands is not None:
            return 1.0 if self.public.hands[seat] & wanted else 0.0
        sure, maybe = self.holds(seat), self.may_hold(seat)
        if sure & wanted:
            return 1.0
        # If tarocks may be discarded face down, more may have been picked up than the hand can hold.
        places = max(0, self.public.hand_sizes[seat] - len(sure))
        among = len(maybe) - len(sure)
        without = among - len(wanted & maybe)
        return 1.0 - comb(without, places) / comb(among, places) if among >= places else 1.0

    def risk(self, seat: Seat, led: str, best: Card) -> float:
        """How likely a seat that is still to play can beat the best card of a trick."""
        higher = above(best)
        if led == TAROCK or not self.trumps:
            return self.chance(seat, higher)
        void = 1.0 - self.chance(seat, SUIT[led])
        if best.suit == TAROCK:
            return void * self.chance(seat, higher)
        return self.chance(seat, higher) + void * self.chance(seat, TAROCKS)

    def later(self, trick: tuple[Play, ...]) -> tuple[Seat, ...]:
        """The seats that have yet to play to a trick, in playing order."""
        played = {play.seat for play in trick}
        around = ((trick[-1].seat + steps) % self.view.open.seats for steps in range(1, self.view.open.seats))
        return tuple(seat for seat in around if seat not in played and self.public.hand_sizes[seat])

    def best(self, trick: tuple[Play, ...]) -> Play:
        return winner(trick) if self.trumps else highest_of_the_suit_led(trick)

    def trick_with(self, played: Card) -> tuple[Play, ...]:
        """The current trick with a card of the player's added."""
        return (*self.public.trick, Play(self.seat, played))

    @property
    def alliances(self) -> tuple[tuple[float, frozenset[Seat]], ...]:
        """Every possible set of friends with its chance; exactly one if sides are known."""
        return self.perhaps or ((1.0, self.friends),)

    def ours(self, seat: Seat) -> bool:
        """Whether a seat is the player's or a friend's."""
        return seat == self.seat or seat in self.friends

    def chance_ours(self, trick: tuple[Play, ...]) -> float:
        """How likely the player's side wins a trick, if each later seat beats it that can."""
        best = self.best(trick)
        risks = [(seat, self.risk(seat, trick[0].card.suit, best.card)) for seat in self.later(trick)]
        return sum(likely * self.chance_with(friends, best.seat, risks) for likely, friends in self.alliances)

    def chance_with(
        self, friends: frozenset[Seat], leading: Seat, risks: Iterable[tuple[Seat, float]]
    ) -> float:
        """How likely a trick is won with these friends, given the risk that each later seat beats it."""
        ours = friends | {self.seat}
        chance = 1.0 if leading in ours else 0.0
        met = False
        for seat, risk in risks:
            if seat not in ours:
                chance, met = chance * (1.0 - risk), True
            else:
                chance += (1.0 - chance) * risk * (0.5 if met else 1.0)
        return chance

    @cached_property
    def opponents(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.dealt if not self.ours(seat))


def weakest_first(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Some cards suit by suit, spades first and tarocks last, each suit from low to high."""
    return tuple(sorted(cards, key=lambda each: ((SUITS + TAROCK).index(each.suit), each)))


def above(each: Card) -> Cards:
    """The cards of the same suit that beat a card."""
    return Cards(SUIT[each.suit].bits >> each + 1 << each + 1)


def number_below(each: Card, cards: Cards) -> int:
    """How many of some cards of its suit a card beats."""
    return (cards.bits & ((1 << each) - 1)).bit_count()


def bits(cards: Iterable[Card]) -> Cards:
    """The set of some cards, all different. Faster than `Cards.of`."""
    return Cards(sum(1 << each for each in cards))


def called_in_vain(view: View) -> bool:
    """Whether it is public that the declarer has called a partner and has none."""
    return bool(view.open.called) and view.open.sides.count(Side.DEFENDERS) == view.open.seats - 1


NO_FRIENDS: Final[frozenset[Seat]] = frozenset()


def own_cards(view: View) -> Cards:
    """The cards of a seat's hand, and those it has played."""
    return view.hand if view.seat is None else view.hand | view.open.played_by(view.seat)


def shortest_king(hand: Cards) -> str:
    """The king to call: of the suit in which the hand is shortest, one of another hand if possible."""
    suits = [suit for suit in SUITS if not hand & KINGS & SUIT[suit]]
    return f"{min(suits or SUITS, key=lambda suit: len(hand & SUIT[suit]))}K"


def why_shortest(hand: Cards, action: Action) -> Cause:
    """Why a king is called: its suit is short in the hand; or the hand has all kings."""
    called = card(action.argument)
    if called in hand:
        return Cause("call_own")
    count = len(hand & SUIT[called.suit])
    return Cause("call_short", {"count": count}) if count else Cause("call_void")


def with_partner(plain: Inference, called: Card | None, own: Cards) -> Inference:
    """An inference with the friends that are known or possible.

    `called`: the card that was called; `None` if the seat cannot tell.
    `own`: the cards that the seat has or had.
    """
    seats, sets = frozenset(plain.dealt), []
    for partner in possible_partners(plain, called, own):
        declarers = seats & {plain.public.declarer, partner}
        ours = declarers if plain.view.side == Side.DECLARER else seats - declarers
        sets.append(ours - {plain.seat})
    chance = 1.0 / len(sets)
    certain = sets[0].intersection(*sets)
    return replace(plain, friends=certain, perhaps=tuple((chance, friends) for friends in sets))


def possible_partners(inference: Inference, called: Card | None, own: Cards) -> tuple[Seat | None, ...]:
    """The seats that may be the declarer's partner, as this seat knows; `None` for a declarer alone."""
    view, public = inference.view, inference.public
    others = [seat for seat in inference.dealt if seat != public.declarer]
    known = [seat for seat in others if public.sides[seat] == Side.DECLARER]
    if inference.seat != public.declarer and view.side == Side.DECLARER:
        return (inference.seat,)
    open_seats = [seat for seat in others if not public.sides[seat] and seat != inference.seat]
    if inference.seat == public.declarer and called is not None and called in own:
        return (None,)
    if called is not None:
        open_seats = [seat for seat in open_seats if called in inference.may_hold(seat)] or open_seats
    return tuple(known or open_seats) or (None,)
