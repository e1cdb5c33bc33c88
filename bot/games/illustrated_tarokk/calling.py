"""Illustrated Tarokk: calling the partner (8)."""

from __future__ import annotations

from typing import Final

from bot.games.illustrated_tarokk.facts import Invitation
from bot.games.illustrated_tarokk.tables import CALLABLE, XX, option
from bot.rules.cards import NO_CARDS, TAROCKS, Card, Cards
from bot.rules.moves import Action
from bot.rules.state import Board, declarer_of, partner_called, with_candidates

CALLS: Final = {each: Action("call", str(each)) for each in CALLABLE}
"""The calling of a partner by each card."""


def callable_cards(board: Board, accepted: Invitation | None) -> tuple[Card, ...]:
    """The cards that may be called: the first rule of 8 that applies."""
    own = owned(board)
    if accepted is not None:
        return (accepted.card,)
    if may_call_any(board):
        return CALLABLE
    if XX not in own:
        return (XX,)
    return (XX, max(each for each in CALLABLE if each not in own))


def owned(board: Board) -> Cards:
    """The declarer's own cards: the hand, and the discard (8.3.5, 17.17)."""
    seat = declarer_of(board.open)
    own = board.hidden.discards[seat] if option(board, "own_discard_counts_as_own") else NO_CARDS
    return board.hidden.hands[seat] | own


def may_call_any(board: Board) -> bool:
    """Whether another has discarded a tarokk (8.3.2), and the declarer has the XX if need be (17.5)."""
    free = any(
        cards & TAROCKS for seat, cards in enumerate(board.hidden.discards) if seat != board.open.declarer
    )
    return free and (XX in owned(board) or not option(board, "free_call_needs_own_xx"))


def called(board: Board, each: Card, accepted: Invitation | None) -> Board:
    """Its holder is the partner; who may be, for all that everybody knows, follows from the call (9.3)."""
    board = partner_called(board, str(each), each)
    if accepted is not None:
        return with_candidates(board, frozenset((accepted.seat,)))
    if each in board.open.discards_shown:
        return with_candidates(board, frozenset((None,)))
    certain = each != XX and not may_call_any(board)
    return with_candidates(board, board.open.candidates - {None}) if certain else board
