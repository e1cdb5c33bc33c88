"""Who plays with whom in games where the declarer calls a card, as far as one seat can tell."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.players.inference import Inference
from bot.rules.cards import KINGS, SUIT, SUITS, Card, Cards
from bot.rules.layout import Seat, Side
from bot.rules.view import View

NO_FRIENDS: Final[frozenset[Seat]] = frozenset()


def own_cards(view: View) -> Cards:
    """The cards of a seat's hand, and those it has played."""
    plays = [play for trick in view.open.tricks for play in trick.plays]
    plays += view.open.trick
    return view.hand | Cards.of(play.card for play in plays if play.seat == view.seat)


def shortest_king(hand: Cards) -> str:
    """The king to call: of the suit in which the hand is shortest, one of another hand if possible."""
    suits = [suit for suit in SUITS if not hand & KINGS & SUIT[suit]]
    return f"{min(suits or SUITS, key=lambda suit: len(hand & SUIT[suit]))}K"


def with_partner(plain: Inference, called: Card | None, own: Cards) -> Inference:
    """An inference with the friends that are known or possible.

    Args:
        plain: the inference without friends.
        called: the card that was called; `None` if the seat cannot tell.
        own: the cards that the seat has or had.
    """
    sets = [friends_with(plain, partner) for partner in possible_partners(plain, called, own)]
    chance = 1.0 / len(sets)
    certain = sets[0].intersection(*sets)
    return replace(plain, friends=certain, perhaps=tuple((chance, friends) for friends in sets))


def possible_partners(inference: Inference, called: Card | None, own: Cards) -> tuple[Seat | None, ...]:
    """Who may be the declarer's partner as far as this seat knows; `None` stands for a declarer alone."""
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


def friends_with(inference: Inference, partner: Seat | None) -> frozenset[Seat]:
    """The other seats on this seat's side if `partner` is the declarer's partner."""
    seats = frozenset(inference.dealt)
    declarers = frozenset(seat for seat in seats if seat in (inference.public.declarer, partner))
    return (declarers if inference.view.side == Side.DECLARER else seats - declarers) - {inference.seat}
