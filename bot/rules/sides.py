"""Sides: who plays with the declarer, who knows it, and whose an announcement is."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bot.rules.board import Board, Item, Seat
from bot.rules.cards import Card
from bot.rules.values import replace


class Side(StrEnum):
    """Who plays together; in a score line, who it concerns. The values stand in deal records."""

    DECLARER = "declarer"
    """The declarer and the partner; in a game without a declarer the dealer's team, who attack."""
    DEFENDERS = "defenders"
    EACH = "each"
    """Everybody for themselves, in a score line of a deal without sides."""
    SEAT = "seat"
    """One player alone, in a score line that does not concern the rest of the side."""
    NONE = ""
    """No side: there is no declarer yet, the seat was dealt no cards, or its side is not known."""

    @property
    def other(self) -> Side:
        """The opposing side, of the declarer's or the defenders'."""
        return {Side.DECLARER: Side.DEFENDERS, Side.DEFENDERS: Side.DECLARER}[self]


SIDES: Final = (Side.DECLARER, Side.DEFENDERS)


def declarer_of(board: Board) -> Seat:
    """Who plays the contract."""
    assert board.declarer is not None, "there is no contract without a declarer"
    return board.declarer


def on_declarers_side(board: Board, seat: Seat) -> bool:
    """Whether a seat is the declarer's or the partner's."""
    return seat in (board.declarer, board.partner)


def belongs(board: Board, seat: Seat) -> bool:
    """Whether a seat is on any side: there is a declarer, and the seat was dealt cards."""
    return board.declarer is not None and bool(board.layout.hands[seat])


def side_of(board: Board, seat: Seat) -> Side:
    """The side a seat is on in truth; `Side.NONE` without a declarer, or for a dealer who sits out."""
    if not belongs(board, seat):
        return Side.NONE
    return Side.DECLARER if on_declarers_side(board, seat) else Side.DEFENDERS


def members(board: Board, side: Side) -> tuple[Seat, ...]:
    """The seats of a side; a dealer who sits out is on neither."""
    return tuple(seat for seat in range(board.seats) if side_of(board, seat) == side)


def side_of_item(board: Board, item: Item) -> Side:
    """The side whose an item is: its announcer's, and of the game itself the declarer's."""
    return side_of(board, declarer_of(board) if item.seat is None else item.seat)


def partner_called(board: Board, words: str, called: Card) -> Board:
    """The board once a card is called: whoever else holds it is partner, and nobody else knows who that is.

    If nobody holds it, the declarer plays alone.
    """
    others = board.following(declarer_of(board))
    partner = next((seat for seat in others if called in board.hands[seat]), None)
    candidates = frozenset((*others, None))
    return replace(board, called=words, called_card=called, partner=partner, candidates=candidates)


def identified(board: Board, seat: Seat) -> Board:
    """The board once a seat has shown, by its words, which side it is on."""
    if board.declarer == seat:
        return board
    known = frozenset((seat,)) if seat == board.partner else board.candidates - {seat}
    return replace(board, candidates=known)


def come_to_light(board: Board) -> Board:
    """The board once everybody has seen where the called card was."""
    return replace(board, candidates=frozenset((board.partner,)))


def public_side(board: Board, seat: Seat) -> Side:
    """A seat's side as far as everybody knows it; `Side.NONE` where that is open."""
    if not belongs(board, seat):
        return Side.NONE
    if seat == board.declarer or board.candidates == {seat}:
        return Side.DECLARER
    return Side.NONE if seat in board.candidates else Side.DEFENDERS
