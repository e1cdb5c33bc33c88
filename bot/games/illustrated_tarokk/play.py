"""Illustrated Tarokk: the tricks, and the cards that announcements bind (11)."""

from __future__ import annotations

from collections.abc import Callable

from bot.games.illustrated_tarokk.scores import announced_by, claims
from bot.games.illustrated_tarokk.tables import FEAT, TRICKS, Feat
from bot.rules.cards import ALONE, Cards, union
from bot.rules.layout import Seat
from bot.rules.partners import members, side_of
from bot.rules.phase import Phase
from bot.rules.playing import UNBOUND, Bound, Position, Terms, nothing_bound
from bot.rules.sides import Side
from bot.rules.state import Board


def play(board: Board) -> Phase:
    """Forehand leads to the first trick (11.1)."""
    return Terms(board, TRICKS, claims(board), binding(board)).led_by(board.open.forehand)


def binding(board: Board) -> Callable[[Position, Seat, Cards], Bound]:
    """Cards bound by the seat's side wait, and are owed to their trick (11.2).

    Where only such cards are legal, the one with the earliest trick goes.
    """
    feats = tuple(feats_of(board, side_of(board, seat)) for seat in range(board.open.seats))
    sides = tuple(members(board, side_of(board, seat)) for seat in range(board.open.seats))
    by_seat = tuple(union([ALONE[feat.card] for feat in ours]) for ours in feats)

    def bound(position: Position, seat: Seat, cards: Cards) -> Bound:
        if cards.isdisjoint(by_seat[seat]):
            return UNBOUND
        now = position.trick_number
        ours = [feat for feat in feats[seat] if feat.trick >= now and feat.card in cards]
        lost = any(trick.winner not in sides[seat] for trick in position.tricks)
        live = [feat for feat in ours if not (feat.kind == "streak" and lost)]
        due = union([ALONE[feat.card] for feat in live if feat.trick == now])
        return Bound((due,), tuple([ALONE[feat.card] for feat in live]))

    return bound if any(feats) else nothing_bound


def feats_of(board: Board, side: Side) -> tuple[Feat, ...]:
    """What a side has announced that binds a card, earliest trick first."""
    feats = (FEAT[name] for name in announced_by(board, side) if name in FEAT)
    return tuple(sorted(feats, key=lambda feat: feat.trick))
