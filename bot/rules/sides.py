"""Sides: who plays with the declarer, and who knows it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.rules.board import Board, Seat

DECLARER: Final = "declarer"
DEFENDERS: Final = "defenders"
OTHER: Final = {DECLARER: DEFENDERS, DEFENDERS: DECLARER}


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


def side_of(board: Board, seat: Seat) -> str:
    """The side a seat is on in truth; nothing before there is a declarer, or for a dealer who sits out."""
    if not belongs(board, seat):
        return ""
    return DECLARER if on_declarers_side(board, seat) else DEFENDERS


def identified(board: Board, seat: Seat) -> Board:
    """The board once a seat has shown, by its words, which side it is on."""
    if board.declarer == seat:
        return board
    known = frozenset((seat,)) if seat == board.partner else board.candidates - {seat}
    return replace(board, candidates=known)


def come_to_light(board: Board) -> Board:
    """The board once everybody has seen where the called card was."""
    return replace(board, candidates=frozenset((board.partner,)))


def public_side(board: Board, seat: Seat) -> str:
    """A seat's side as far as everybody knows it; nothing where that is open."""
    if not belongs(board, seat):
        return ""
    if seat == board.declarer or board.candidates == {seat}:
        return DECLARER
    return "" if seat in board.candidates else DEFENDERS
