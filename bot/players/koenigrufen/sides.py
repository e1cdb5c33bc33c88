"""Who plays with whom in Königrufen, as far as one seat can tell."""

from __future__ import annotations

from typing import Final

from bot.players.koenigrufen.contracts import called_king, contract_of, own_cards
from bot.players.reading import Reading
from bot.rules.cards import PACK_54
from bot.rules.deal import Seat, View
from bot.rules.sides import DECLARER

NOBODY: Final[frozenset[Seat]] = frozenset()


def reading(view: View) -> Reading:
    """The table as a seat reads it, its friends known or guessed."""
    plain = Reading(view, PACK_54, NOBODY, trumps=not view.public.contract or contract_of(view).trumps)
    if not view.public.contract or contract_of(view).each:
        return plain
    partners = possible_partners(plain)
    sets = [friends_with(view, partner) for partner in partners]
    chance = 1.0 / len(sets)
    certain = sets[0].intersection(*sets)
    return Reading(view, PACK_54, certain, tuple((chance, friends) for friends in sets), plain.trumps)


def possible_partners(table: Reading) -> tuple[Seat | None, ...]:
    """Who may be the declarer's partner as far as this seat knows; nobody, if the declarer plays alone."""
    view, public = table.view, table.public
    others = [seat for seat in range(view.seats) if seat != public.declarer]
    known = [seat for seat in others if public.sides[seat] == DECLARER]
    if table.seat != public.declarer and view.side == DECLARER:
        return (table.seat,)
    open_seats = [seat for seat in others if not public.sides[seat] and seat != table.seat]
    king = called_king(view)
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
