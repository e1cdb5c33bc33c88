"""Who plays with the declarer, who knows it, and whose an announcement is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from bot.rules.cards import Card
from bot.rules.items import Item
from bot.rules.layout import Seat
from bot.rules.sides import Side
from bot.rules.state import Board, Open
from bot.rules.values import replace


def declarer_of(public: Open) -> Seat:
    """Who plays the contract."""
    assert public.declarer is not None, "there is no contract without a declarer"
    return public.declarer


def on_declarers_side(board: Board, seat: Seat) -> bool:
    """Whether a seat is the declarer's or the partner's."""
    return seat in (board.open.declarer, board.hidden.partner)


def side_of(board: Board, seat: Seat) -> Side:
    """The side a seat is on in truth; `Side.NONE` without a declarer, and for a dealer who sits out."""
    public = board.open
    if public.declarer is None or seat not in public.active:
        return Side.NONE
    return Side.DECLARER if seat in (public.declarer, board.hidden.partner) else Side.DEFENDERS


def members(board: Board, side: Side) -> tuple[Seat, ...]:
    """The seats of a side, in order; a dealer who sits out is on neither."""
    public = board.open
    return divided(public.active, public.declarer, board.hidden.partner).get(side, ())


@cache
def divided(
    active: tuple[Seat, ...], declarer: Seat | None, partner: Seat | None
) -> Mapping[Side, tuple[Seat, ...]]:
    """The seats of both sides; no sides without a declarer."""
    if declarer is None:
        return {}
    ours = (declarer, partner)
    return {
        Side.DECLARER: tuple(seat for seat in sorted(active) if seat in ours),
        Side.DEFENDERS: tuple(seat for seat in sorted(active) if seat not in ours),
    }


def side_of_item(board: Board, item: Item) -> Side:
    """The side whose an item is: its announcer's, and of the game itself the declarer's."""
    return side_of(board, declarer_of(board.open) if item.seat is None else item.seat)


def partner_called(board: Board, words: str, called: Card) -> Board:
    """The board once a card is called: the other seat that holds it is partner, which only that seat knows.

    If no other seat holds it, the declarer plays alone.
    """
    others = board.open.following(declarer_of(board.open))
    partner = next((seat for seat in others if called in board.hidden.hands[seat]), None)
    public = replace(board.open, called=words, candidates=frozenset((*others, None)))
    return Board(public, replace(board.hidden, called_card=called, partner=partner))


def identified(board: Board, seat: Seat) -> Board:
    """The board once a seat has shown, by its words, which side it is on."""
    partner = seat == board.hidden.partner
    return with_candidates(board, frozenset((seat,)) if partner else board.open.candidates - {seat})


def come_to_light(board: Board) -> Board:
    """The board once everybody has seen where the called card was."""
    return with_candidates(board, frozenset((board.hidden.partner,)))


def with_candidates(board: Board, candidates: frozenset[Seat | None]) -> Board:
    """The board once everybody knows that the partner, if there is one, is among some seats."""
    if candidates == board.open.candidates:
        return board
    return board.with_open(replace(board.open, candidates=candidates))
