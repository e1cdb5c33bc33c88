"""Illustrated Tarokk: the tricks, and the cards that announcements bind (11)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from bot.games.illustrated_tarokk.scores import claims
from bot.games.illustrated_tarokk.tables import CARD_FEATS, FEAT, TRICKS
from bot.rules.cards import ALONE, Cards, union
from bot.rules.layout import SIDES, Seat, Side
from bot.rules.phase import Phase
from bot.rules.playing import UNBOUND, Bound, Position, Terms, nothing_bound
from bot.rules.state import Board, members
from bot.rules.tricks import Trick

CARD: Final = {name: ALONE[feat.card] for name, feat in FEAT.items()}
"""The card of each ultimó, uhu and streak."""


def play(board: Board) -> Phase:
    """Forehand leads to the first trick (11.1)."""
    return Terms(board, TRICKS, claims(board), binding(board)).led_by(board.open.forehand)


class Pledges(NamedTuple):
    """What a side has announced that binds cards."""

    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    """The announcements, earliest trick first."""
    cards: int
    """All cards they bind, as bits."""

    @classmethod
    def of(cls, board: Board, side: Side) -> Pledges:
        """Find out what a side has announced."""
        seats = members(board, side)
        names = [item.id for item in board.open.items if item.seat in seats and item.id in FEAT]
        names.sort(key=lambda name: FEAT[name].trick)
        return cls(seats, tuple(names), union([CARD[name] for name in names]).bits)

    def left(self, tricks: tuple[Trick, ...]) -> tuple[str, ...]:
        """What still binds the side after some tricks: no streak if it has lost one of them (11.2)."""
        lasting = without_streaks(self.names)
        if lasting == self.names or all(trick.winner in self.seats for trick in tricks):
            return self.names
        return lasting


def binding(board: Board) -> Callable[[Position, Seat, Cards], Bound]:
    """Cards bound by the seat's side wait, and are owed to their trick (11.2).

    Where only such cards are legal, the one with the earliest trick goes.
    """
    sides = [Pledges.of(board, side) for side in SIDES]
    pledges = {seat: side for side in sides for seat in side.seats}
    pledged = {seat: side.cards for seat, side in pledges.items()}

    def bound(position: Position, seat: Seat, cards: Cards) -> Bound:
        if not cards.bits & pledged[seat]:
            return UNBOUND
        return bound_in(position.trick_number, pledges[seat].left(position.tricks))

    return bound if any(side.names for side in sides) else nothing_bound


@cache
def without_streaks(names: tuple[str, ...]) -> tuple[str, ...]:
    """The announcements that one lost trick does not decide."""
    return tuple([name for name in names if name in CARD_FEATS])


@cache
def bound_in(now: int, names: tuple[str, ...]) -> Bound:
    """The cards that announcements bind in a trick: those of this trick are owed, and later ones kept."""
    live = [name for name in names if FEAT[name].trick >= now]
    due = tuple([CARD[name] for name in live if FEAT[name].trick == now])
    return Bound((union(due),) if due else (), tuple([CARD[name] for name in live]))
