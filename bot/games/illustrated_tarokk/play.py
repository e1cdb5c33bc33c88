"""Illustrated Tarokk: the tricks, and the cards that announcements bind (11)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from bot.games.illustrated_tarokk.scores import announced_by, claims
from bot.games.illustrated_tarokk.tables import CARD_FEATS, FEAT, TRICKS
from bot.rules.cards import ALONE, Cards, union
from bot.rules.layout import Seat
from bot.rules.partners import members, side_of
from bot.rules.phase import Phase
from bot.rules.playing import UNBOUND, Bound, Position, Terms, nothing_bound
from bot.rules.sides import Side
from bot.rules.state import Board

CARD: Final = {name: ALONE[feat.card] for name, feat in FEAT.items()}
"""The card of each ultimó, uhu and streak."""


def play(board: Board) -> Phase:
    """Forehand leads to the first trick (11.1)."""
    return Terms(board, TRICKS, claims(board), binding(board)).led_by(board.open.forehand)


def binding(board: Board) -> Callable[[Position, Seat, Cards], Bound]:
    """Cards bound by the seat's side wait, and are owed to their trick (11.2).

    Where only such cards are legal, the one with the earliest trick goes.
    """
    sides = tuple(side_of(board, seat) for seat in range(board.open.seats))
    feats = {side: feats_of(board, side) for side in {*sides}}
    cards_of = {side: union([CARD[name] for name in names]) for side, names in feats.items()}

    def bound(position: Position, seat: Seat, cards: Cards) -> Bound:
        side = sides[seat]
        if cards.isdisjoint(cards_of[side]):
            return UNBOUND
        ours = members(board, side)
        lost = any(trick.winner not in ours for trick in position.tricks)
        return bound_in(position.trick_number, without_streaks(feats[side]) if lost else feats[side])

    return bound if any(feats.values()) else nothing_bound


def feats_of(board: Board, side: Side) -> tuple[str, ...]:
    """What a side has announced that binds a card, earliest trick first."""
    names = [name for name in announced_by(board, side) if name in FEAT]
    return tuple(sorted(names, key=lambda name: FEAT[name].trick))


@cache
def without_streaks(names: tuple[str, ...]) -> tuple[str, ...]:
    """What still binds a side that has lost a trick (11.2)."""
    return tuple([name for name in names if name in CARD_FEATS])


@cache
def bound_in(now: int, names: tuple[str, ...]) -> Bound:
    """The cards that announcements bind in a trick: those of this trick are owed, and later ones kept."""
    live = [name for name in names if FEAT[name].trick >= now]
    due = union([CARD[name] for name in live if FEAT[name].trick == now])
    return Bound((due,), tuple([CARD[name] for name in live]))
