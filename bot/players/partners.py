"""Who plays with whom where the declarer calls a card, in any such game: as far as one seat can tell."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.players.reading import Reading
from bot.rules.cards import KINGS, SUIT, SUITS, Card, Cards
from bot.rules.deal import Seat, View
from bot.rules.sides import Side

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


def with_partner(plain: Reading, called: Card | None, own: Cards) -> Reading:
    """A reading whose friends are known or guessed.

    Args:
        plain: the reading without friends.
        called: the card that was called, as far as the seat can tell.
        own: the cards that the seat knows to be no partner's because they are, or were, its own.
    """
    sets = [friends_with(plain, partner) for partner in possible_partners(plain, called, own)]
    chance = 1.0 / len(sets)
    certain = sets[0].intersection(*sets)
    return replace(plain, friends=certain, perhaps=tuple((chance, friends) for friends in sets))


def possible_partners(table: Reading, called: Card | None, own: Cards) -> tuple[Seat | None, ...]:
    """Who may be the declarer's partner as far as this seat knows; nobody, if the declarer plays alone."""
    view, public = table.view, table.public
    others = [seat for seat in table.dealt if seat != public.declarer]
    known = [seat for seat in others if public.sides[seat] == Side.DECLARER]
    if table.seat != public.declarer and view.side == Side.DECLARER:
        return (table.seat,)
    open_seats = [seat for seat in others if not public.sides[seat] and seat != table.seat]
    if table.seat == public.declarer and called is not None and called in own:
        return (None,)
    if called is not None:
        open_seats = [seat for seat in open_seats if called in table.may_hold(seat)] or open_seats
    return tuple(known or open_seats) or (None,)


def friends_with(table: Reading, partner: Seat | None) -> frozenset[Seat]:
    """The other seats on this seat's side if that seat is the declarer's partner."""
    seats = frozenset(table.dealt)
    declarers = frozenset(seat for seat in seats if seat in (table.public.declarer, partner))
    return (declarers if table.view.side == Side.DECLARER else seats - declarers) - {table.seat}
