"""The exchange with the talon: taking a group of cards and discarding as many."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from bot.rules.cards import CARDS, NO_CARDS, Card, Cards, by_card, card, union
from bot.rules.layout import Layout, Seat
from bot.rules.moves import Action, Move, Secrecy
from bot.rules.phase import InTurn, Phase, Step
from bot.rules.reasons import Reason
from bot.rules.state import Board, Group, placed

SURRENDER = Action("surrender")
discards: Final = by_card([Action("lay", str(each)) for each in CARDS])
HALVES: Final = ("lower", "upper")


def in_halves(layout: Layout) -> Board:
    halves = (Cards.of(layout.talon[:3]), Cards.of(layout.talon[3:]))
    return Board.of(layout, tuple(map(Group.of, HALVES, halves)))


@dataclass(frozen=True)
class Taking(InTurn):
    """The talon is face up in groups, and the declarer takes one group into the hand."""

    board: Board
    turn: Seat
    available: tuple[str, ...]
    then: Callable[[Board], Phase]
    surrender: Callable[[Board], Phase] | None = None
    """The phase after the declarer has given up; `None` where that is not allowed."""

    name = "talon"

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        takes = tuple(Action("take", name) for name in self.available)
        return takes if self.surrender is None else (*takes, SURRENDER)

    def after(self, seat: Seat, action: Action) -> Phase:
        if action == SURRENDER and self.surrender is not None:
            return self.surrender(self.board)
        return self.then(taken_by(self.board, seat, action.argument))

    def explain(self, seat: Seat, action: Action) -> Reason:
        if action.verb != "take":
            return Reason("not_now")
        if action.argument in (group.name for group in self.board.open.talon):
            return Reason("prescribed_half", {"half": self.available[0]})
        return Reason("no_such_half")


def with_talon_shown(board: Board) -> Board:
    return board.with_talon(tuple(replace(group, shown=True) for group in board.talon))


def taken_by(board: Board, seat: Seat, *names: str) -> Board:
    talon = tuple(replace(group, taker=seat) if group.name in names else group for group in board.talon)
    taken = union(group.cards for group in talon if group.taker == seat)
    hands = placed(board.hidden.hands, seat, board.hidden.hands[seat] | taken)
    return board.with_exchange(hands, talon)


@dataclass(frozen=True)
class RequiredDiscard:
    """The cards a seat must still discard.

    The limits are computed once, from the hand before its first discard: cards can then be discarded one at
    a time in any order.
    """

    number: int
    free: Cards
    """Cards that may always be discarded."""
    last_resort: Cards
    """Cards that may be discarded only because there are too few free ones."""
    last_resort_due: int
    """How many cards of `last_resort` must still be discarded."""
    protected: Cards
    gone: Cards = NO_CARDS

    @classmethod
    def of(cls, hand: Cards, number: int, protected: Cards, last_resort: Cards) -> RequiredDiscard:
        able = hand - protected
        free, last_resort = able - last_resort, able & last_resort
        return cls(number, free, last_resort, max(0, number - len(free)), protected)

    @property
    def eligible(self) -> Cards:
        return self.free | self.last_resort if self.last_resort_due else self.free

    @property
    def actions(self) -> tuple[Action, ...]:
        return discards(self.eligible)

    def after(self, gone: Card) -> RequiredDiscard:
        number, free, last_resort, due = self.number - 1, self.free, self.last_resort, self.last_resort_due
        if gone in free:
            free = free.minus(gone)
        else:
            last_resort, due = last_resort.minus(gone), due - 1
        return RequiredDiscard(number, free, last_resort, due, self.protected, self.gone.plus(gone))


@dataclass(frozen=True)
class Discarding(Step):
    """Every seat that took cards discards as many, one card at a time; the seats act in any order."""

    start: Board
    """The board before the first discard."""
    required: Mapping[Seat, RequiredDiscard]
    shown: Cards
    then: Callable[[Board], Phase]
    surrender: Callable[[Board], Phase] | None = None
    """The phase after the declarer has given up; `None` where that is not allowed."""

    name = "discard"

    @cached_property
    def board(self) -> Board:
        """The state of the deal, put together only when it is asked for: not for every card."""
        return self.start.with_discards({seat: each.gone for seat, each in self.required.items()}, self.shown)

    def seats(self) -> tuple[Seat, ...]:
        return tuple([seat for seat, each in self.required.items() if each.number])

    def actions(self, seat: Seat) -> tuple[Action, ...]:
        lays = self.required[seat].actions
        return lays if self.surrender is None else (*lays, SURRENDER)

    def to_discard(self, seat: Seat) -> int:
        return self.required[seat].number if seat in self.required else 0

    def move(self, seat: Seat, action: Action) -> Move:
        seen = action == SURRENDER or card(action.argument) in self.shown
        return Move(seat, action, Secrecy.OPEN if seen else Secrecy.FACE_DOWN)

    def after(self, seat: Seat, action: Action) -> Phase:
        if action == SURRENDER and self.surrender is not None:
            return self.surrender(self.board)
        left = self.required[seat].after(card(action.argument))
        required = {**self.required, seat: left}
        after = Discarding(self.start, required, self.shown, self.then, self.surrender)
        return after if left.number or after.seats() else self.then(after.board)

    def explain(self, seat: Seat, action: Action) -> Reason:
        if action.verb != "lay":
            return Reason("not_now")
        if action.argument not in map(str, self.board.hidden.hands[seat]):
            return Reason("not_in_hand", {"card": action.argument})
        if card(action.argument) in self.required[seat].protected:
            return Reason("card_protected", {"card": action.argument})
        return Reason("others_first", {"card": action.argument})
