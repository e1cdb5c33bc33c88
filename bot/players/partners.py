"""Called kings and secret partners, in any tarock game: whom to call, and who may be on whose side."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.players.reading import Reading
from bot.rules.cards import KINGS, SUIT, SUITS, Card, Cards
from bot.rules.deal import Seat, View
from bot.rules.sides import DECLARER

NOBODY: Final[frozenset[Seat]] = frozenset()


def own_cards(view: View) -> Cards:
    """All cards that were in a seat's hand when the play began, or are now."""
    plays = [play for trick in view.public.tricks for play in trick.plays]
    plays += view.public.trick
    return view.hand | Cards.of(play.card for play in plays if play.seat == view.seat)


def shortest_king(hand: Cards) -> str:
    """The king to call: of the suit in which the hand is shortest, not one of its own if that can be."""
    suits = [suit for suit in SUITS if not hand & KINGS & SUIT[suit]]
    return f"{min(suits or SUITS, key=lambda suit: len(hand & SUIT[suit]))}K"


def with_friends(plain: Reading, king: Card | None) -> Reading:
    """The table as a seat reads it, its friends known or guessed.

    Args:
        plain: the table as the seat reads it without a thought of friends.
        king: the card whose holder is the declarer's partner, if it was called and the seat can tell it.
    """
    sets = [friends_with(plain.view, partner) for partner in possible_partners(plain, king)]
    chance = 1.0 / len(sets)
    certain = sets[0].intersection(*sets)
    return replace(plain, friends=certain, perhaps=tuple((chance, friends) for friends in sets))


def possible_partners(table: Reading, king: Card | None) -> tuple[Seat | None, ...]:
    """Who may be the declarer's partner as far as this seat knows; nobody, if the declarer plays alone."""
    view, public = table.view, table.public
    others = [seat for seat in range(view.seats) if seat != public.declarer]
    known = [seat for seat in others if public.sides[seat] == DECLARER]
    if table.seat != public.declarer and view.side == DECLARER:
        return (table.seat,)
    open_seats = [seat for seat in others if not public.sides[seat] and seat != table.seat]
    if table.seat == public.declarer and king is not None and king in own_cards(view):
        return (None,)
    if king is not None:
        open_seats = [seat for seat in open_seats if king in table.may_hold(seat)] or open_seats
    return tuple(known or open_seats) or (None,)


def friends_with(view: View, partner: Seat | None) -> frozenset[Seat]:
    """The other seats on this seat's side if that seat is the declarer's partner."""
    seats = frozenset(range(view.seats))
    declarers = frozenset(seat for seat in seats if seat in (view.public.declarer, partner))
    return (declarers if view.side == DECLARER else seats - declarers) - {view.seat}
