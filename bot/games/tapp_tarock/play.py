"""Tapp-Tarock from the announcements to the last trick (7, 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.games.tapp_tarock.scores import score
from bot.games.tapp_tarock.tables import ANNOUNCEMENTS, PAGAT_ULTIMO, TRICKS, VALAT
from bot.rules.announcing import Announcing, Rules, announce, kontra, own_step, why_not_yours
from bot.rules.cards import PAGAT, Cards
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.phase import Phase
from bot.rules.playing import UNBOUND, Bound, Position, Terms, nothing_bound
from bot.rules.reasons import Reason
from bot.rules.state import Board, Item, declarer_of

# 7. Announcements and kontra

STEPS: Final = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 2), (2, 2))
"""The speakers in order, as places from the declarer, and the doublings an item must have to be doubled."""


def announcing(board: Board) -> Phase:
    """The declarer speaks first (7.1)."""
    rules = Rules(ANNOUNCEMENTS, may_state, why_no_statement, play, next_speaker)
    return rules.opened_by(declarer_of(board.open), board)


def next_speaker(announcing: Announcing) -> Seat | None:
    """Declarer, defenders; the declarer again after a kontra, they again after a rekontra (7.1)."""
    turns = announcing.turns + 1
    if turns == len(STEPS):
        return None
    place, doublings = STEPS[turns]
    if all(item.doublings < doublings for item in announcing.board.open.items):
        return None
    return announcing.board.open.next(declarer_of(announcing.board.open), place)


def may_state(announcing: Announcing, seat: Seat) -> tuple[Action, ...]:
    """The declarer's first turn is for announcements (7.3), every other turn for the next doubling (7.2)."""
    board, turns = announcing.board, announcing.turns
    if turns == 0:
        holds = {PAGAT_ULTIMO: PAGAT in board.hidden.hands[seat], VALAT: True}
        return tuple(announce(item) for item in ANNOUNCEMENTS if holds[item] and not board.open.item(item))
    doublings = STEPS[turns][1]
    return tuple(kontra(item) for item in doublable(board) if item.doublings == doublings)


def doublable(board: Board) -> tuple[Item, ...]:
    """The game and an announced pagat ultimo; an announced valat is the game itself (7.2)."""
    return tuple(item for item in board.open.items if item.id != VALAT)


def why_no_statement(announcing: Announcing, seat: Seat, action: Action) -> Reason:
    """Only the declarer announces (7.3), once (7.1), a pagat only with it (7.4); the sides double in turn."""
    facts = {"item": action.argument}
    if action.verb == "announce":
        if seat != announcing.board.open.declarer:
            return Reason("only_declarer", facts)
        if announcing.board.open.item(action.argument):
            return Reason("already_announced", facts)
        return Reason("once_only" if announcing.turns else "needs_pagat", facts)
    item = next((item for item in doublable(announcing.board) if str(item) == action.argument), None)
    if item is None:
        return Reason("nothing_to_double", facts)
    if item.doublings > STEPS[announcing.turns][1]:
        return Reason("already_doubled", facts)
    missed = seat != announcing.board.open.declarer and not own_step(item)
    return Reason("not_your_doubling" if missed else why_not_yours(item), facts)


# 8. Play


def play(board: Board) -> Phase:
    """Forehand leads to the first trick, whoever the declarer is (8.1)."""
    return Terms(board, TRICKS, score, binding(board)).led_by(board.open.forehand)


def binding(board: Board) -> Callable[[Position, Seat, Cards], Bound]:
    """The pagat of a declarer who announced pagat ultimo waits for the last trick (7.5)."""
    if board.open.item(PAGAT_ULTIMO) is None:
        return nothing_bound
    declarer = board.open.declarer

    def bound(_position: Position, seat: Seat, _cards: Cards) -> Bound:
        return PAGAT_KEPT if seat == declarer else UNBOUND

    return bound


PAGAT_KEPT: Final = Bound(kept=(Cards.of((PAGAT,)),))
